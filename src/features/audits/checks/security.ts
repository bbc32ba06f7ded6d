import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'

export const securityChecks = defineChecks('security', [
  {
    id: 'no-https',
    name: 'Page is served without HTTPS',
    issue_type: 'error',
    severity: 'high',
    description: 'The page is served over http and does not redirect to https.',
    docs: {
      what: 'The URL starts with http:// and returns 200.',
      why: 'Engines prefer https and warn about other pages. Some crawlers do not fetch them at all.',
      how: 'Serve the site over https, and redirect http to it with 301.',
      example: `http://shop.example/ → 200
http://shop.example/ → 301 → https://shop.example/`,
    },
    ofPage: (facts) => facts.url.startsWith('http:') && servedDocument(facts) !== undefined,
  },
  {
    id: 'https-unavailable',
    name: 'Site is unavailable over HTTPS',
    issue_type: 'critical',
    severity: 'high',
    description: 'The home page was not readable over https, so the audit used http.',
    docs: {
      what: 'The connection fails, or the certificate is not valid for the domain.',
      why: 'Engines expect https. Most of them stop at an invalid certificate.',
      how: 'Renew the certificate, and check that it covers the domain with and without www.',
      example: 'https://shop.example/ → certificate has expired',
    },
    ofSite: ({ home }) => (home.httpsProblem === null ? [] : [{ url: home.url, evidence: [] }]),
  },
  {
    id: 'mixed-content',
    name: 'Mixed content',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page is served over https but loads images, scripts or frames over http. The evidence lists them.',
    docs: {
      what: 'Browsers block such scripts and frames, and warn about images.',
      why: 'Engines see only the parts that load.',
      how: 'Load everything over https.',
      example: `<img src="http://cdn.example/logo.png">
<img src="https://cdn.example/logo.png">`,
    },
    ofPage: (facts) => servedDocument(facts)?.insecureResources,
  },
  {
    id: 'hsts-missing',
    name: 'Site does not enforce HTTPS',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The home page has no effective Strict-Transport-Security header.',
    docs: {
      what: 'The header is missing, or its max-age is 0. The audit checks the home page; the header covers the whole host.',
      why: 'Without it, a browser first requests http URLs over http, where anyone on the network can change the response. Security audits ask for it.',
      how: 'Send the header with every https response once the whole host supports https.',
      example: 'Strict-Transport-Security: max-age=31536000; includeSubDomains',
    },
    ofPage: (facts) => isSecureHome(facts) && facts.response?.hasHsts !== true,
  },
  {
    id: 'csp-missing',
    name: 'Site has no Content-Security-Policy',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The home page has no Content-Security-Policy.',
    docs: {
      what: 'Neither a header nor a meta element sets a policy. A report-only policy does not count. The audit checks the home page.',
      why: 'Injected scripts can add text and links, which engines attribute to you.',
      how: 'Start with a report-only policy, and enforce it once it reports nothing that you need.',
      example: "Content-Security-Policy: default-src 'self'",
    },
    ofPage(facts) {
      const hasCsp = facts.response?.hasCsp === true || facts.document?.hasCsp === true
      return isSecureHome(facts) && !hasCsp
    },
  },
  {
    id: 'insecure-internal-links',
    name: 'Internal links over HTTP',
    issue_type: 'warning',
    severity: 'low',
    description:
      'The page is served over https but links to pages of the site over http. The evidence lists them.',
    docs: {
      what: 'An internal link starts with http://.',
      why: 'Crawlers take an extra redirect and may keep the insecure URL.',
      how: 'Use https:// or relative links.',
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

/** Whether this is the start page of the crawl, or its redirect target. */
const isSecureHome = (facts: PageFacts): boolean =>
  facts.depth === 0 && facts.url.startsWith('https:') && servedDocument(facts) !== undefined
