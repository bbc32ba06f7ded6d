import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const canonicalToRedirect = defineCheck({
  id: 'canonical-to-redirect',
  name: 'Canonical address redirects',
  category: 'indexability',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page says that it should be known by an address that leads elsewhere.',
  docs: {
    what: 'The canonical address answers with a redirect.',
    why: 'A canonical that moves on is a weak hint; engines may choose another address to cite.',
    how: 'Name the address where the redirect ends.',
    example:
      '<link rel="canonical" href="http://shop.example/guide"> which redirects to https://shop.example/guide/',
  },
  acrossPages: (pages) => targetsWith(pages, 'canonicals', (flags) => (flags & addressFlag.redirects) !== 0),
})
