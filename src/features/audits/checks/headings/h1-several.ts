import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const h1Several = defineCheck({
  id: 'h1-several',
  name: 'Page has several main headings',
  category: 'headings',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The page has more than one h1 element.',
  docs: {
    what: 'First-level headings stand over more than one part of the page.',
    why: 'Which of them names the subject is left to guessing, and passages are filed under the wrong one.',
    how: 'Keep one h1 and make the others h2.',
    example: '<h1>Shop Example</h1> … <h1>Returns</h1>',
  },
  ofPage: (facts) => pageIf((contentOf(facts)?.headings.counts[0] ?? 0) > 1),
})
