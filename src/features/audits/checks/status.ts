import { defineChecks } from './define-check.ts'
import { isEmptyPage, isTemplate, isUnexpectedResponse, isUnreachable } from './page-kinds.ts'

/** Other checks speak of those who are kept out. */
const refused = [401, 403, 407, 429, 451]
const denied = [401, 403, 407, 451]
const notAsked: readonly string[] = ['invalid_url', 'unsupported_scheme', 'refused_port', 'refused_address']

export const statusChecks = defineChecks('status', [
  {
    id: 'client-error',
    name: 'Page is gone or was never there',
    issue_type: 'error',
    severity: 'high',
    description: 'The server answers with an error that says the address is wrong, such as 404.',
    docs: {
      what: 'A link, a sitemap or both lead to an address that the server answers with a 4xx status.',
      why: 'Engines drop a page that answers so from what they draw answers on, and a citation of it leads readers nowhere.',
      how: 'Bring the page back, redirect the address to what has replaced it with 301, or take the links and sitemap entries away.',
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
    description: 'The server refuses to show the page to a crawler: it wants a login, or proof of a human.',
    docs: {
      what: 'The address answers with 401, 403, 407 or 451, or with a page that tests whether its visitor is human.',
      why: 'AI crawlers have no login and solve no test. What they are refused can neither be read nor cited.',
      how: 'Open public pages to crawlers: exempt them in the firewall or bot protection. Take links to private pages out of public ones.',
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
    name: 'The server limits how often pages may be read',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page was not shown because the server had been asked too often.',
    docs: {
      what: 'The address answers with 429 although this audit asks slowly and waits when it is told to.',
      why: 'Crawlers of AI engines come in bursts. A server that turns them away early is read in part, and its new pages late.',
      how: 'Raise the limit for known crawlers, or cache pages so that it is not needed. Send Retry-After with a 429.',
      example: 'GET /blog/page-9 → 429, Retry-After: 30',
    },
    ofPage: ({ redirects, response }) =>
      redirects.length === 0 && response?.status === 429 && !response.isChallenge,
  },
  {
    id: 'server-error',
    name: 'The server fails',
    issue_type: 'critical',
    severity: 'high',
    description: 'The server answers with an error of its own, such as 500 or 503.',
    docs: {
      what: 'The address answers with a 5xx status.',
      why: 'Engines slow down on a site that fails, and drop pages that keep failing. A page fetched live for an answer is simply left out.',
      how: 'Look into the server’s error log at the time of the audit, and mend what fails. For maintenance, 503 with Retry-After is right.',
      example: `GET /products → 500
GET /products → 200`,
    },
    ofPage({ redirects, response }) {
      return redirects.length === 0 && response !== null && !response.isChallenge && response.status >= 500
    },
  },
  {
    id: 'no-page-status',
    name: 'Address answers with neither a page nor an error',
    issue_type: 'error',
    severity: 'medium',
    description: 'The server answers with a status that promises something else than a page, such as 204.',
    docs: {
      what: 'The status is a redirect without the address that it leads to, or 2xx but not 200. Nothing else of the address was judged.',
      why: 'Browsers may show what comes with it. Engines take it for no page, or ask again and again for one that is yet to come.',
      how: 'Answer with 200 and the page. Let a redirect name its end in Location, and what does not exist be 404.',
      example: `GET /guide → 302, without Location
GET /guide → 302, Location: /guide/`,
    },
    ofPage: (facts) => facts.redirects.length === 0 && isUnexpectedResponse(facts),
  },
  {
    id: 'unreachable-page',
    name: 'Page cannot be reached',
    issue_type: 'critical',
    severity: 'high',
    description: 'No response came: the connection failed, took too long, or what came was no HTTP.',
    docs: {
      what: 'The host has no address, refuses connections, has a bad certificate, answers too slowly, or breaks off.',
      why: 'Crawlers wait a few seconds, and those that fetch a page while somebody waits for an answer less. Then they go elsewhere.',
      how: 'Check DNS, certificate and firewall of the host, and how long the page takes under load.',
      example: 'GET https://shop.example/ → certificate has expired',
    },
    ofPage: (facts) => facts.redirects.length === 0 && isUnreachable(facts),
  },
  {
    id: 'cut-off-response',
    name: 'Page ends in the middle',
    issue_type: 'error',
    severity: 'medium',
    description: 'The connection ended, or the compression broke, before the end of the page.',
    docs: {
      what: 'Fewer bytes came than were announced, or the compressed page cannot be unpacked to its end.',
      why: 'An engine either throws the page away or reads the first part only, so that facts in the rest are missing from its answers.',
      how: 'Look for processes that are killed while they write, wrong Content-Length headers, and pages that are compressed twice.',
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
    description: 'The page tells people that there is nothing here, and machines that all is well.',
    docs: {
      what: 'Title or main heading say that the page was not found, but the status is 200.',
      why: 'Engines keep such pages as content. An assistant that fetches one reads an error text as if it were your answer.',
      how: 'Answer with 404 or 410 for what does not exist.',
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
    description: 'The server answers that all is well, and sends a page with nothing in it.',
    docs: {
      what: 'The status is 200, and the page has no byte, or neither a word nor a link, a picture or a script that would bring them.',
      why: 'Engines keep an empty page in the place of what should be there, or drop the address. An assistant that fetches it has nothing to say.',
      how: 'Look into the server’s log for what failed while the page was made, and answer with an error status where there is no page.',
      example: `GET /pricing → 200, Content-Length: 0
GET /pricing → 200, Content-Length: 48210`,
    },
    ofPage: isEmptyPage,
  },
  {
    id: 'unfilled-template',
    name: 'Page is a template that was never filled in',
    issue_type: 'error',
    severity: 'high',
    description:
      'The server sends the source of a page, with places where a program should have put its words.',
    docs: {
      what: 'The title, or the first text of the page, holds marks of a template language, as between {{ and }}. What else the page lacks is not listed: it would be there.',
      why: 'Engines quote what they are sent, marks included, and know nothing of what should stand there.',
      how: 'Take parts and layouts out of what is published, or have the generator run over them. Where scripts fill the page, render it on the server.',
      example: `<title>{{ page.title }}</title>
<title>Prices – Shop Example</title>`,
    },
    ofPage: isTemplate,
  },
  {
    id: 'address-not-read',
    name: 'Address was not read',
    issue_type: 'warning',
    severity: 'low',
    description:
      'The address leads where an audit does not go: another port, a private network, another scheme.',
    docs: {
      what: 'A link or a sitemap names an address that is no public web page. It was not requested.',
      why: 'No public crawler reaches such an address either. What stands behind it is unknown to every engine.',
      how: 'Link to the public address of the page, on the usual ports.',
      example: 'http://intranet.local:8080/handbook',
    },
    ofPage: ({ redirects, problem }) =>
      redirects.length === 0 && problem !== null && notAsked.includes(problem.kind),
  },
  {
    id: 'site-read-in-part',
    name: 'Site was not read to its end',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The audit ended before all known pages were read, so that its findings are of a part of the site.',
    docs: {
      what: 'The site has more pages than an audit reads, is too slow for the time that an audit takes, or stopped to answer.',
      why: 'What an audit does not get to, crawlers of AI engines with less patience do not either.',
      how: 'Look at the findings about speed and errors first. Take endless addresses such as filters out of the links of the site.',
      example: '30,000 pages read, 70,000 known and not read',
    },
    ofSite: ({ home, crawl }) => (crawl.end === 'complete' ? [] : [{ url: home.url, evidence: [] }]),
  },
])
