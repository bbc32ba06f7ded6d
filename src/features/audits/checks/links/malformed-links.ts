import { defineCheck } from '../define-check.ts'
import { elements, servedDocument } from '../page-kinds.ts'

export const malformedLinks = defineCheck({
  id: 'malformed-links',
  name: 'Links that are no address',
  category: 'links',
  issue_type: 'error',
  severity: 'medium',
  description:
    'The page has links whose address cannot be read. The evidence shows them as they are written.',
  docs: {
    what: 'What stands in href cannot be read as an address.',
    why: 'Neither people nor crawlers get anywhere.',
    how: 'Correct the address.',
    example: `<a href="http://:80/">
<a href="https://shop.example/">`,
  },
  ofPage: (facts) => elements(servedDocument(facts)?.malformedLinks ?? []),
})
