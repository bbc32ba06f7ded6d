import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const brokenInternalLinks = defineCheck({
  id: 'broken-internal-links',
  name: 'Links to pages of the site that do not work',
  category: 'links',
  issue_type: 'error',
  severity: 'high',
  description:
    'The page links to addresses of the site that answer with an error or not at all. The evidence names them.',
  docs: {
    what: 'A link of the page leads to an address of the same site that fails. Of one page, the first 3,000 addresses are looked at.',
    why: 'Crawlers lose their way, and what should back up a statement is not there.',
    how: 'Correct the links, or redirect the addresses that they lead to.',
    example: '<a href="/downloads.html"> → 404',
  },
  acrossPages: (pages) =>
    targetsWith(
      pages,
      'links',
      (flags) => (flags & (addressFlag.broken | addressFlag.external)) === addressFlag.broken,
    ),
})
