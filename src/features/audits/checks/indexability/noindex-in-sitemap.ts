import { isNoindex } from '../../../../lib/site/pages/robots-directives.ts'
import { defineCheck } from '../define-check.ts'
import { pageIf, servedDocument } from '../page-kinds.ts'

export const noindexInSitemap = defineCheck({
  id: 'noindex-in-sitemap',
  name: 'Sitemap lists a page that must not be indexed',
  category: 'indexability',
  issue_type: 'error',
  severity: 'high',
  description: 'The sitemap asks engines to read the page, and the page tells them not to keep it.',
  docs: {
    what: 'The address stands in a sitemap and is marked noindex.',
    why: 'Engines spend their visits on pages that they must throw away, and trust the sitemap less.',
    how: 'Decide: take noindex away, or the entry in the sitemap.',
    example: '<loc>https://shop.example/thank-you</loc> and <meta name="robots" content="noindex">',
  },
  ofPage: (facts) => pageIf(facts.isInSitemap && servedDocument(facts) !== undefined && isNoindex(facts)),
})
