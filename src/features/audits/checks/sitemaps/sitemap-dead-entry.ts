import { defineCheck } from '../define-check.ts'
import { isBroken, pageIf } from '../page-kinds.ts'

export const sitemapDeadEntry = defineCheck({
  id: 'sitemap-dead-entry',
  name: 'Sitemap lists a page that does not work',
  category: 'sitemaps',
  issue_type: 'error',
  severity: 'medium',
  description: 'The sitemap lists this address, and it answers with an error or not at all.',
  docs: {
    what: 'A page was removed, and its entry was not.',
    why: 'Crawlers waste their visits, and trust the rest of the sitemap less.',
    how: 'Take the entry away, or bring the page back.',
    example: '<loc>https://shop.example/gone</loc> → 404',
  },
  ofPage: (facts) => pageIf(facts.isInSitemap && isBroken(facts)),
})
