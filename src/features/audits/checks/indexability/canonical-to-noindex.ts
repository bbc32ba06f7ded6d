import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const canonicalToNoindex = defineCheck({
  id: 'canonical-to-noindex',
  name: 'Canonical page must not be indexed',
  category: 'indexability',
  issue_type: 'error',
  severity: 'medium',
  description: 'The page points to another one as the real one, which is kept out of indexes.',
  docs: {
    what: 'The canonical address is a page of this site that is marked noindex.',
    why: 'Engines are told to keep neither of the two.',
    how: 'Take noindex away from the canonical page, or let this page name itself.',
    example: '/guide?print=1 → canonical /guide → noindex',
  },
  acrossPages: (pages) => targetsWith(pages, 'canonicals', (flags) => (flags & addressFlag.noindex) !== 0),
})
