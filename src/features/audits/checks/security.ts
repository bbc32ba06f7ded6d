import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'

export const securityChecks = defineChecks('security', [
  {
    id: 'no-https',
    name: 'Page is served without encryption',
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
    ofPage: (facts) => facts.url.startsWith('http:') && servedDocument(facts) !== undefined,
  },
  {
    id: 'https-unavailable',
    name: 'The site cannot be read over https',
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
  },
  {
    id: 'mixed-content',
    name: 'Secure page loads parts without encryption',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page is served over https and loads images, scripts or frames over http. The evidence names them.',
    docs: {
      what: 'Browsers block such scripts and frames, and warn about images.',
      why: 'A page that shows differently than it should is judged by what is left of it.',
      how: 'Load everything over https.',
      example: `<img src="http://cdn.example/logo.png">
<img src="https://cdn.example/logo.png">`,
    },
    ofPage: (facts) => servedDocument(facts)?.insecureResources,
  },
  {
    id: 'insecure-internal-links',
    name: 'Links to the site without encryption',
    issue_type: 'warning',
    severity: 'low',
    description:
      'The page is served over https and links to pages of the same site over http. The evidence names them.',
    docs: {
      what: 'A link within the site begins with http://.',
      why: 'Crawlers take a detour over a redirect, and may keep the insecure address.',
      how: 'Link with https://, or relative to the site.',
      example: `<a href="http://shop.example/guide">
<a href="/guide">`,
    },
    ofPage(facts) {
      const links = servedDocument(facts)?.links ?? []
      const insecure = links.filter(({ url, isExternal }) => !isExternal && url.startsWith('http:'))
      return facts.url.startsWith('https:') && insecure.map(({ url }) => url)
    },
  },
])
