import { defineCheck } from '../define-check.ts'
import { indexableContent, pageIf } from '../page-kinds.ts'

export const notInSitemap = defineCheck({
  id: 'not-in-sitemap',
  name: 'Page is missing from the sitemap',
  category: 'sitemaps',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The site has sitemaps, and none lists this page.',
  docs: {
    what: 'The page is meant to be found, and was found by links only.',
    why: 'Crawlers that go by the sitemap find the page late, and do not learn when it changed.',
    how: 'Add the page to the sitemap.',
    example: '<url><loc>https://shop.example/new-guide</loc></url>',
  },
  ofPage(facts, { sitemapPages }) {
    return pageIf(sitemapPages > 0 && !facts.isInSitemap && indexableContent(facts) !== undefined)
  },
})
