import { defineChecks } from './define-check.ts'
import { isEmptyPage, isTemplate, isUnexpectedResponse, isUnreachable } from './page-kinds.ts'

/** Statuses that other checks report. */
const refused = [401, 403, 407, 429, 451]
const denied = [401, 403, 407, 451]
const notRequested: readonly string[] = [
  'invalid_url',
  'unsupported_scheme',
  'refused_port',
  'refused_address',
]

export const statusChecks = defineChecks('status', [
  {
    id: 'client-error',
    name: 'Page not found',
    issue_type: 'error',
    severity: 'high',
    description: 'The server returns a client error, such as 404.',
    docs: {
      what: 'A link, a sitemap or both lead to a URL that returns a 4xx status.',
      why: 'Engines remove such pages from their index, and citations of them lead readers nowhere.',
      how: 'Restore the page, redirect the URL to its replacement with 301, or remove the links and sitemap entries.',
      example: `GET /pricing-2023 → 404
GET /pricing-2023 → 301 to /pricing`,
    },
    ofPage({ redirects, response }) {
      const status =
        redirects.length === 0 && response !== null && !response.isChallenge ? response.status : 0
      return status >= 400 && status < 500 && !refused.includes(status)
    },
  },
  {
    id: 'access-denied',
    name: 'Access to the page is denied',
    issue_type: 'error',
    severity: 'high',
    description: 'The server denies crawlers access: it requires a login or a human visitor.',
    docs: {
      what: 'The URL returns 401, 403, 407 or 451, or a challenge that checks whether the visitor is human.',
      why: 'AI crawlers have no login and solve no challenges. They cannot read or cite the page.',
      how: 'Exempt crawlers of public pages in the firewall or bot protection. Remove links to private pages from public ones.',
      example: `GET /guide → 403
GET /guide → 200`,
    },
    ofPage({ redirects, response }) {
      const isDenied = response !== null && (response.isChallenge || denied.includes(response.status))
      return redirects.length === 0 && isDenied
    },
  },
  {
    id: 'rate-limited',
    name: 'The server limits requests',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The server did not return the page because of too many requests.',
    docs: {
      what: 'The URL returns 429, although this audit sends requests slowly and follows Retry-After.',
      why: 'AI crawlers send requests in bursts. If the server limits them early, they read only part of the site, and new pages late.',
      how: 'Raise the limit for known crawlers, or cache pages. Send Retry-After with a 429.',
      example: 'GET /blog/page-9 → 429, Retry-After: 30',
    },
    ofPage: ({ redirects, response }) =>
      redirects.length === 0 && response?.status === 429 && !response.isChallenge,
  },
  {
    id: 'server-error',
    name: 'Server error',
    issue_type: 'critical',
    severity: 'high',
    description: 'The server returns an error, such as 500 or 503.',
    docs: {
      what: 'The URL returns a 5xx status.',
      why: 'Engines slow down on a failing site and drop pages that keep failing. Assistants that fetch the page live omit it.',
      how: 'Check the server’s error log at the time of the audit, and fix the cause. For maintenance, return 503 with Retry-After.',
      example: `GET /products → 500
GET /products → 200`,
    },
    ofPage({ redirects, response }) {
      return redirects.length === 0 && response !== null && !response.isChallenge && response.status >= 500
    },
  },
  {
    id: 'no-page-status',
    name: 'URL returns neither a page nor an error',
    issue_type: 'error',
    severity: 'medium',
    description: 'The server returns a status that does not stand for a page, such as 204.',
    docs: {
      what: 'The status is a redirect without a target, or 2xx but not 200. The audit ran no other checks on the URL.',
      why: 'Browsers may show the response. Engines do not treat it as a page, or keep requesting it.',
      how: 'Return 200 with the page, a redirect with its target in Location, or 404 if the page does not exist.',
      example: `GET /guide → 302, without Location
GET /guide → 302, Location: /guide/`,
    },
    ofPage: (facts) => facts.redirects.length === 0 && isUnexpectedResponse(facts),
  },
  {
    id: 'unreachable-page',
    name: 'Page is unreachable',
    issue_type: 'critical',
    severity: 'high',
    description: 'No response: the connection failed or timed out, or the response was not HTTP.',
    docs: {
      what: 'The host does not resolve, refuses connections, has an invalid certificate, responds too slowly, or closes the connection.',
      why: 'Crawlers wait a few seconds, and assistants that fetch a page live wait less. Then they use other sites.',
      how: 'Check the host’s DNS, certificate and firewall, and the response time under load.',
      example: 'GET https://shop.example/ → certificate has expired',
    },
    ofPage: (facts) => facts.redirects.length === 0 && isUnreachable(facts),
  },
  {
    id: 'cut-off-response',
    name: 'Page is incomplete',
    issue_type: 'error',
    severity: 'medium',
    description: 'The connection closed, or the compression broke, before the end of the page.',
    docs: {
      what: 'The page was shorter than its Content-Length, or its compressed data is incomplete.',
      why: 'Engines discard the page or read only the first part, so their answers miss facts from the rest.',
      how: 'Check for processes killed while writing, wrong Content-Length headers, and pages compressed twice.',
      example: 'Content-Length: 48210, but 16384 bytes came',
    },
    ofPage({ redirects, response }) {
      const truncated = response?.truncated ?? false
      return redirects.length === 0 && truncated !== false && truncated !== 'too_large'
    },
  },
  {
    id: 'soft-404',
    name: 'Page says “not found” with status 200',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page tells people that it does not exist, but returns a success status.',
    docs: {
      what: 'The title or main heading says “not found”, but the status is 200.',
      why: 'Engines index such pages as content. An assistant that fetches one reads the error text as your answer.',
      how: 'Return 404 or 410 for pages that do not exist.',
      example: `<title>Page not found</title> with HTTP 200
<title>Page not found</title> with HTTP 404`,
    },
    ofPage: (facts) => facts.response?.status === 200 && facts.document?.soundsNotFound,
  },
  {
    id: 'empty-page',
    name: 'Page is empty',
    issue_type: 'error',
    severity: 'high',
    description: 'The server returns a success status with an empty page.',
    docs: {
      what: 'The status is 200, but the page has no bytes, or no words, links or images, and no script that would load them.',
      why: 'Engines index an empty page or drop the URL. An assistant that fetches it has nothing to use.',
      how: 'Check the server’s log for rendering errors, and return an error status if there is no page.',
      example: `GET /pricing → 200, Content-Length: 0
GET /pricing → 200, Content-Length: 48210`,
    },
    ofPage: isEmptyPage,
  },
  {
    id: 'unfilled-template',
    name: 'Page is an unrendered template',
    issue_type: 'error',
    severity: 'high',
    description: 'The server returns the source of a template with unfilled placeholders.',
    docs: {
      what: 'The title or the first text of the page has template syntax, such as {{ and }}. The audit ran no other checks on the page.',
      why: 'Engines quote the placeholders and never see the content.',
      how: 'Exclude partials and layouts from publishing, or render them. If scripts fill the page, render it on the server.',
      example: `<title>{{ page.title }}</title>
<title>Prices – Shop Example</title>`,
    },
    ofPage: isTemplate,
  },
  {
    id: 'address-not-read',
    name: 'URL was not requested',
    issue_type: 'warning',
    severity: 'low',
    description: 'The URL leads where an audit does not go: another port, a private network, another scheme.',
    docs: {
      what: 'A link or a sitemap names a URL that is not a public web page. The audit did not request it.',
      why: 'Public crawlers cannot reach such a URL either. Its content is unknown to every engine.',
      how: 'Link to the public URL of the page, on the default ports.',
      example: 'http://intranet.local:8080/handbook',
    },
    ofPage: ({ redirects, problem }) =>
      redirects.length === 0 && problem !== null && notRequested.includes(problem.kind),
  },
  {
    id: 'site-read-in-part',
    name: 'Site was only partly read',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The audit stopped before it read all known pages, so its findings cover part of the site.',
    docs: {
      what: 'The site has more pages than an audit reads, is too slow for the audit’s time limit, or stopped responding.',
      why: 'AI crawlers, which have less patience than an audit, do not reach these pages either.',
      how: 'Check the findings about speed and errors first. Remove links to endless URLs, such as filters.',
      example: '30,000 pages read, 70,000 known but not read',
    },
    ofSite: ({ home, crawl }) => (crawl.end === 'complete' ? [] : [{ url: home.url, evidence: [] }]),
  },
])
