import { defineCheck } from '../define-check.ts'
import { contentOf, hasDirective, pageIf } from '../page-kinds.ts'

export const snippetsForbidden = defineCheck({
  id: 'snippets-forbidden',
  name: 'Page forbids to quote from it',
  category: 'ai_access',
  issue_type: 'error',
  severity: 'medium',
  description: 'The page tells engines to show no text of it.',
  docs: {
    what: 'A directive for all crawlers says nosnippet, or max-snippet:0.',
    why: 'Google’s AI Overviews and AI Mode, and Bing’s answers, take these directives as a ban on using the text in an answer.',
    how: 'Take the directive away, or mark only the parts that must not be quoted with data-nosnippet.',
    example: `<meta name="robots" content="nosnippet">
<p data-nosnippet>Members pay 9.90.</p>`,
  },
  ofPage: (facts) =>
    pageIf(contentOf(facts) !== undefined && hasDirective(facts, 'nosnippet', 'max-snippet:0')),
})
