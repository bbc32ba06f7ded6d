import { defineCheck } from '../define-check.ts'
import { canonicalsOf, contentOf, pageIf } from '../page-kinds.ts'

export const canonicalMissing = defineCheck({
  id: 'canonical-missing',
  name: 'Page names no canonical address',
  category: 'indexability',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The page does not say under which address it should be known.',
  docs: {
    what: 'There is neither a link element nor a Link header with rel="canonical".',
    why: 'The same page is reached with parameters, capitals or www. Engines then guess the address, and citations split over several.',
    how: 'Name the page’s own address as canonical.',
    example: '<link rel="canonical" href="https://shop.example/guide/">',
  },
  ofPage: (facts) => pageIf(contentOf(facts) !== undefined && canonicalsOf(facts).length === 0),
})
