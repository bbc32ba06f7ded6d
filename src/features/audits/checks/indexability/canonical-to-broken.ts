import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const canonicalToBroken = defineCheck({
  id: 'canonical-to-broken',
  name: 'Canonical address does not work',
  category: 'indexability',
  issue_type: 'error',
  severity: 'high',
  description: 'The page says that it should be known by an address that fails.',
  docs: {
    what: 'The canonical address answers with an error or cannot be reached.',
    why: 'Engines asked to keep the other address find nothing there, and may drop both.',
    how: 'Name an address that answers with 200, mostly the page’s own.',
    example: '<link rel="canonical" href="https://shop.example/gone/">',
  },
  acrossPages: (pages) => targetsWith(pages, 'canonicals', (flags) => (flags & addressFlag.broken) !== 0),
})
