import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const linksToRedirects = defineCheck({
  id: 'links-to-redirects',
  name: 'Links to addresses that redirect',
  category: 'links',
  issue_type: 'warning',
  severity: 'low',
  description: 'The page links to addresses of the site that redirect elsewhere. The evidence names them.',
  docs: {
    what: 'A link of the page leads to an old address of the same site.',
    why: 'Each such link costs crawlers a request more, and the old address stays known longer than it should.',
    how: 'Link to the address where the redirect ends.',
    example: '<a href="/docs"> → 301 → /docs/',
  },
  acrossPages: (pages) =>
    targetsWith(
      pages,
      'links',
      (flags) => (flags & (addressFlag.redirects | addressFlag.external)) === addressFlag.redirects,
    ),
})
