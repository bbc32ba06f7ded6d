import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
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
    id: 'hsts-missing',
    name: 'Site does not insist on encryption',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The home page comes without a Strict-Transport-Security header that is in force.',
    docs: {
      what: 'The header is missing, or its max-age is 0. It is looked for at the home page and holds for the whole host.',
      why: 'Without it a browser that is given an http address asks over http first, where anybody on the way can change the answer. Audits of suppliers ask for it.',
      how: 'Send the header with every page over https, once all of the host can be had so.',
      example: 'Strict-Transport-Security: max-age=31536000; includeSubDomains',
    },
    ofPage: (facts) => isSecureHome(facts) && facts.response?.hasHsts !== true,
  },
  {
    id: 'csp-missing',
    name: 'Site does not say what its pages may load',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The home page comes without a Content-Security-Policy.',
    docs: {
      what: 'Neither a header nor a meta element names a policy; one that only reports is none. It is looked for at the home page.',
      why: 'Scripts that strangers get into a page can then add text and links to it, which engines read as yours.',
      how: 'Begin with a policy that only reports, and put it in force once it reports nothing that you need.',
      example: "Content-Security-Policy: default-src 'self'",
    },
    ofPage(facts) {
      const hasCsp = facts.response?.hasCsp === true || facts.document?.hasCsp === true
      return isSecureHome(facts) && !hasCsp
    },
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

/** Whether it is the page where reading the site begins, or where that led. */
const isSecureHome = (facts: PageFacts): boolean =>
  facts.depth === 0 && facts.url.startsWith('https:') && servedDocument(facts) !== undefined
