import { defineCheck } from '../define-check.ts'
import { pageIf, servedDocument } from '../page-kinds.ts'

export const noHttps = defineCheck({
  id: 'no-https',
  name: 'Page is served without encryption',
  category: 'security',
  issue_type: 'error',
  severity: 'high',
  description: 'The page is shown over http and not redirected to https.',
  docs: {
    what: 'The address begins with http:// and answers with 200.',
    why: 'Engines prefer https and show warnings about other pages. Some crawlers do not fetch them at all.',
    how: 'Serve the site over https, and redirect http to it with 301.',
    example: `http://shop.example/ → 200
http://shop.example/ → 301 → https://shop.example/`,
  },
  ofPage: (facts) => pageIf(facts.url.startsWith('http:') && servedDocument(facts) !== undefined),
})
