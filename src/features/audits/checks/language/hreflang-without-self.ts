import { alternatesOf } from '../alternates.ts'
import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

export const hreflangWithoutSelf = defineCheck({
  id: 'hreflang-without-self',
  name: 'Language versions do not include the page itself',
  category: 'language',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The page names versions in other languages but not its own language among them.',
  docs: {
    what: 'There are hreflang elements, and none leads to this address.',
    why: 'It is left to guessing for which readers this version is meant.',
    how: 'Add an hreflang element for the page itself.',
    example: '<link rel="alternate" hreflang="en" href="(this page)">',
  },
  ofPage(facts) {
    const alternates = alternatesOf(facts)
    return pageIf(alternates.length > 0 && !alternates.some(({ url }) => url === facts.url))
  },
})
