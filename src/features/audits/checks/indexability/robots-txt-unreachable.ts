import { defineCheck } from '../define-check.ts'

export const robotsTxtUnreachable = defineCheck({
  id: 'robots-txt-unreachable',
  name: 'robots.txt cannot be read',
  category: 'indexability',
  issue_type: 'critical',
  severity: 'high',
  description: 'The server fails when it is asked for robots.txt, so that crawlers must stay away.',
  docs: {
    what: 'The address of robots.txt answers with 5xx or 429, or not at all.',
    why: 'Crawlers that keep to the standard (RFC 9309) take this as a ban of the whole site, AI crawlers among them.',
    how: 'Serve robots.txt as a static file with status 200, or 404 where there is none.',
    example: `GET /robots.txt → 503
GET /robots.txt → 200`,
  },
  ofSite: ({ robots }) => (robots.state === 'unreachable' ? [{ url: robots.url, evidence: [] }] : []),
})
