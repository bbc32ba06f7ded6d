import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const encodingBroken = defineCheck({
  id: 'encoding-broken',
  name: 'Characters of the page are broken',
  category: 'content',
  issue_type: 'error',
  severity: 'medium',
  description: 'The page holds bytes that mean nothing in the encoding that it declares.',
  docs: {
    what: 'The page says that it is UTF-8 or the like, and some of it is not.',
    why: 'Names and words with special letters are unreadable to engines, and are quoted wrongly.',
    how: 'Store and serve all parts of the page in UTF-8.',
    example: 'MÃ¼nchen, or M�nchen',
  },
  ofPage: (facts) => pageIf(contentOf(facts)?.encoding.isBroken),
})
