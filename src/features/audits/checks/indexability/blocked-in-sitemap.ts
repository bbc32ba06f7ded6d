import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

export const blockedInSitemap = defineCheck({
  id: 'blocked-in-sitemap',
  name: 'Sitemap lists a page that robots.txt blocks',
  category: 'indexability',
  issue_type: 'error',
  severity: 'high',
  description: 'The sitemap asks engines to read the page, and robots.txt forbids it.',
  docs: {
    what: 'The address stands in a sitemap, and a Disallow rule covers it.',
    why: 'The page is announced and cannot be read. Engines may list it without knowing what it says.',
    how: 'Decide: allow the page in robots.txt, or take it out of the sitemap.',
    example: '<loc>https://shop.example/help/</loc> and Disallow: /help/',
  },
  ofPage: ({ isAllowed, isInSitemap }) => pageIf(!isAllowed && isInSitemap),
})
