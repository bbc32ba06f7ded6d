import { defineCheck } from '../define-check.ts'
import { hasDirective, pageIf, servedDocument } from '../page-kinds.ts'

export const noaiDirective = defineCheck({
  id: 'noai-directive',
  name: 'Page forbids its use by AI',
  category: 'ai_access',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page carries a directive against use by AI.',
  docs: {
    what: 'A robots directive says noai or noimageai.',
    why: 'These words are no standard, but some operators of AI crawlers and data sets heed them.',
    how: 'Take them away if the page should appear in answers.',
    example: '<meta name="robots" content="noai, noimageai">',
  },
  ofPage: (facts) => pageIf(servedDocument(facts) !== undefined && hasDirective(facts, 'noai', 'noimageai')),
})
