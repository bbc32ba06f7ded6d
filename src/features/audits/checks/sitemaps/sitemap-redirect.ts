import { defineCheck } from '../define-check.ts'
import { isBroken, pageIf } from '../page-kinds.ts'

export const sitemapRedirect = defineCheck({
  id: 'sitemap-redirect',
  name: 'Sitemap lists an address that redirects',
  category: 'sitemaps',
  issue_type: 'warning',
  severity: 'low',
  description: 'The sitemap lists this address, and it leads to another one.',
  docs: {
    what: 'The entry is an old address of a page.',
    why: 'Sitemaps should hold the addresses by which pages are known. This one is another.',
    how: 'List the address where the redirect ends.',
    example: '<loc>http://shop.example/guide</loc> → 301 → https://shop.example/guide/',
  },
  ofPage: (facts) => pageIf(facts.isInSitemap && facts.redirects.length > 0 && !isBroken(facts)),
})
