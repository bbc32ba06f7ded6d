import { defineCheck } from '../define-check.ts'

export const httpsUnavailable = defineCheck({
  id: 'https-unavailable',
  name: 'The site cannot be read over https',
  category: 'security',
  issue_type: 'critical',
  severity: 'high',
  description: 'The home page could not be read over https, so that it was read over http.',
  docs: {
    what: 'The connection fails, or the certificate is not valid for the domain.',
    why: 'Engines take https as given. With a bad certificate, most of them stop here.',
    how: 'Renew the certificate, and check that it names the domain with and without www.',
    example: 'https://shop.example/ → certificate has expired',
  },
  ofSite: ({ home }) => (home.httpsProblem === null ? [] : [{ url: home.url, evidence: [] }]),
})
