import { registrableDomain } from '../../../lib/domains.ts'
import { isNoindex, robotsRules } from '../../../lib/site/pages/robots-directives.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { canonicalsOf, contentOf, hasDirective, servedDocument } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

/** Whether a URL is outside the site’s hosts and their registrable domains. */
function isOtherSite(url: string, hosts: readonly string[]): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  const domain = registrableDomain(host)
  return !hosts.some((own) => own === host || (domain !== undefined && registrableDomain(own) === domain))
}

export const indexabilityChecks = defineChecks('indexability', [
  {
    id: 'blocked-by-robots-txt',
    name: 'robots.txt blocks the page',
    issue_type: 'warning',
    severity: 'high',
    description: 'robots.txt forbids crawlers, including this audit, to read the page.',
    docs: {
      what: 'A Disallow rule for all crawlers matches the URL. The audit did not read the page.',
      why: 'AI crawlers that follow robots.txt cannot read the page, so its content cannot appear in answers.',
      how: 'Remove the rule or narrow it with Allow if the page should be found. If not, remove links to the page.',
      example: `Disallow: /help
Disallow: /help/internal`,
    },
    ofPage: ({ isAllowed }) => !isAllowed,
  },
  {
    id: 'noindex',
    name: 'Page is marked noindex',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page tells all engines not to index it.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for all crawlers says noindex or none.',
      why: 'Most AI engines search indexes first. They rarely cite a page that no index contains.',
      how: 'Remove the directive from pages that should be found. It is often left over from a test system.',
      example: '<meta name="robots" content="noindex">',
    },
    ofPage: (facts) => servedDocument(facts) !== undefined && isNoindex(facts),
  },
  {
    id: 'noindex-in-sitemap',
    name: 'Sitemap lists a noindex page',
    issue_type: 'error',
    severity: 'high',
    description: 'The sitemap asks engines to read the page, but the page tells them not to index it.',
    docs: {
      what: 'The URL is in a sitemap, and the page is marked noindex.',
      why: 'Engines waste requests on pages that they must discard, and trust the sitemap less.',
      how: 'Remove either noindex or the sitemap entry.',
      example: '<loc>https://shop.example/thank-you</loc> and <meta name="robots" content="noindex">',
    },
    ofPage: (facts) => facts.isInSitemap && servedDocument(facts) !== undefined && isNoindex(facts),
  },
  {
    id: 'blocked-in-sitemap',
    name: 'Sitemap lists a page that robots.txt blocks',
    issue_type: 'error',
    severity: 'high',
    description: 'The sitemap asks engines to read the page, but robots.txt forbids it.',
    docs: {
      what: 'The URL is in a sitemap, and a Disallow rule matches it.',
      why: 'Engines know the page but cannot read it. They may list it without its content.',
      how: 'Allow the page in robots.txt, or remove it from the sitemap.',
      example: '<loc>https://shop.example/help/</loc> and Disallow: /help/',
    },
    ofPage: ({ isAllowed, isInSitemap }) => !isAllowed && isInSitemap,
  },
  {
    id: 'canonical-missing',
    name: 'Page has no canonical URL',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page does not declare its preferred URL.',
    docs: {
      what: 'There is neither a link element nor a Link header with rel="canonical".',
      why: 'Parameters, capital letters or www create several URLs for a page. Engines guess one, and citations split across them.',
      how: 'Set the page’s own URL as canonical.',
      example: '<link rel="canonical" href="https://shop.example/guide/">',
    },
    ofPage: (facts) => contentOf(facts) !== undefined && canonicalsOf(facts).length === 0,
  },
  {
    id: 'canonical-several',
    name: 'Page has several canonical URLs',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page declares more than one canonical URL.',
    docs: {
      what: 'Several elements or headers with rel="canonical" name different URLs, often from a theme and an extension.',
      why: 'Engines ignore contradicting canonicals and choose a URL themselves.',
      how: 'Keep one of them.',
      example: `<link rel="canonical" href="/a">
<link rel="canonical" href="/b">`,
    },
    ofPage(facts) {
      const addresses = canonicalsOf(facts)
      return servedDocument(facts) !== undefined && addresses.length > 1 && addresses
    },
  },
  {
    id: 'canonical-to-broken',
    name: 'Canonical URL is broken',
    issue_type: 'error',
    severity: 'high',
    description: 'The canonical URL of the page fails.',
    docs: {
      what: 'The canonical URL returns an error or is unreachable.',
      why: 'Engines that follow the canonical URL find nothing, and may drop both.',
      how: 'Set a URL that returns 200, usually the page’s own.',
      example: '<link rel="canonical" href="https://shop.example/gone/">',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'canonicals', (flags) => (flags & addressFlag.broken) !== 0),
  },
  {
    id: 'canonical-to-other-site',
    name: 'Canonical URL is on another site',
    issue_type: 'warning',
    severity: 'high',
    description: 'The canonical URL of the page is on another site.',
    docs: {
      what: 'The canonical URL has a different domain, or a host that is not public.',
      why: 'Engines index and cite the other site instead of this one. The URL is often left over from a move, a test or a template.',
      how: 'Set the page’s own URL. Keep it only if the other site published the text first and should be found.',
      example: `<link rel="canonical" href="http://localhost:3000/guide/">
<link rel="canonical" href="https://shop.example/guide/">`,
    },
    acrossPages(pages) {
      const found: { page: number; evidence: string[] }[] = []
      return {
        add(facts, page) {
          if (contentOf(facts) === undefined) return
          const evidence = canonicalsOf(facts).filter((url) => isOtherSite(url, pages.site.hosts))
          if (evidence.length > 0) found.push({ page, evidence })
        },
        finish: () => found,
      }
    },
  },
  {
    id: 'canonical-to-redirect',
    name: 'Canonical URL redirects',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The canonical URL of the page redirects elsewhere.',
    docs: {
      what: 'The canonical URL returns a redirect.',
      why: 'A canonical URL that redirects is a weak hint; engines may cite another URL.',
      how: 'Set the final URL of the redirect.',
      example:
        '<link rel="canonical" href="http://shop.example/guide"> which redirects to https://shop.example/guide/',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'canonicals', (flags) => (flags & addressFlag.redirects) !== 0),
  },
  {
    id: 'canonical-to-noindex',
    name: 'Canonical page is marked noindex',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page names a canonical page that is marked noindex.',
    docs: {
      what: 'The canonical URL is a page of this site that is marked noindex.',
      why: 'The directives tell engines to index neither page.',
      how: 'Remove noindex from the canonical page, or set this page as its own canonical.',
      example: '/guide?print=1 → canonical /guide → noindex',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'canonicals', (flags) => (flags & addressFlag.noindex) !== 0),
  },
  {
    id: 'canonical-chain',
    name: 'Canonical page has another canonical',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page names a canonical page that itself names another one.',
    docs: {
      what: 'The canonical URL is a page of this site whose own canonical is a third URL, or this page.',
      why: 'Engines follow at most one step. If pages disagree, engines choose which one to show.',
      how: 'Set the same canonical URL on all versions of a page, including the canonical one.',
      example: `/a → canonical /b → canonical /c
/a → canonical /c, /b → canonical /c`,
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'canonicals', (_, address) => pages.canonicals.leadsOn(address)),
  },
  {
    id: 'noindex-with-canonical',
    name: 'Page is marked noindex and names another page as canonical',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page gives engines two contradicting directives.',
    docs: {
      what: 'One directive keeps the page out of indexes; the other assigns it to a different page.',
      why: 'Engines may apply noindex to the canonical page, which then disappears from answers.',
      how: 'Use one of them: canonical for copies, noindex for pages that should not be found.',
      example: `<meta name="robots" content="noindex">
<link rel="canonical" href="/guide/">`,
    },
    acrossPages(pages) {
      const named = new Map<number, string[]>()
      return {
        add(facts, page) {
          const others = canonicalsOf(facts).filter((canonical) => canonical !== facts.url)
          const isKeptOut = servedDocument(facts) !== undefined && isNoindex(facts)
          if (isKeptOut && others.length > 0) named.set(page, others)
        },
        *finish() {
          for (const [page, addresses] of named) {
            const evidence = addresses.filter((address) => !pages.leadsTo(address, page))
            if (evidence.length > 0) yield { page, evidence }
          }
        },
      }
    },
  },
  {
    id: 'unavailable-after-past',
    name: 'Expired unavailable_after directive',
    issue_type: 'error',
    severity: 'high',
    description: 'A directive limits how long engines may show the page, and that date has passed.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for all crawlers has unavailable_after with a date before this audit.',
      why: 'Engines that follow it drop the page as if it said noindex. AI answers based on their indexes then omit it.',
      how: 'Remove the directive from pages that should be found, or set a later date.',
      example: '<meta name="robots" content="unavailable_after: 2023-12-31">',
    },
    ofPage(facts, _site, at) {
      const rules = servedDocument(facts) === undefined ? [] : robotsRules(facts)
      const directives = rules.flatMap(({ agent, directives }) => (agent === '*' ? directives : []))
      return directives.some((directive) => {
        const [, date = ''] = /^unavailable_after:(.*)$/.exec(directive) ?? []
        return Date.parse(date) < at.getTime()
      })
    },
  },
  {
    id: 'nofollow-page',
    name: 'Page is marked nofollow',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page tells engines not to follow any of its links.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for all crawlers says nofollow.',
      why: 'Engines never find pages that only this page links to.',
      how: 'Remove nofollow from your pages; mark individual links instead.',
      example: '<meta name="robots" content="index, nofollow">',
    },
    ofPage: (facts) => contentOf(facts) !== undefined && hasDirective(facts, 'nofollow'),
  },
  {
    id: 'robots-txt-unreachable',
    name: 'robots.txt is unreachable',
    issue_type: 'critical',
    severity: 'high',
    description: 'Requests for robots.txt fail, so crawlers must not read the site.',
    docs: {
      what: 'The URL of robots.txt returns 5xx or 429, or does not respond.',
      why: 'Crawlers that follow the standard (RFC 9309), including AI crawlers, treat this as a ban of the whole site.',
      how: 'Serve robots.txt as a static file with status 200, or return 404 if you have none.',
      example: `GET /robots.txt → 503
GET /robots.txt → 200`,
    },
    ofSite: ({ robots }) => (robots.state === 'unreachable' ? [{ url: robots.url, evidence: [] }] : []),
  },
  {
    id: 'robots-txt-missing',
    name: 'robots.txt is missing',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The site does not declare its crawling rules or sitemaps.',
    docs: {
      what: 'The URL of robots.txt returns an error that means the file does not exist.',
      why: 'Crawlers may read everything, which is fine. But robots.txt also tells AI crawlers where the sitemap is, and can set rules per crawler.',
      how: 'Add a robots.txt that names the sitemap.',
      example: `User-agent: *
Disallow:
Sitemap: https://shop.example/sitemap.xml`,
    },
    ofSite: ({ robots }) => (robots.state === 'missing' ? [{ url: robots.url, evidence: [] }] : []),
  },
  {
    id: 'robots-txt-blocks-home',
    name: 'robots.txt blocks the home page',
    issue_type: 'critical',
    severity: 'high',
    description: 'robots.txt blocks the home page for all crawlers that it does not name.',
    docs: {
      what: 'The rules for all crawlers disallow the start page of the crawl.',
      why: 'Nearly all crawlers stop here. For AI engines, the site does not exist.',
      how: 'Remove “Disallow: /”, or limit it to private paths.',
      example: `User-agent: *
Disallow: /`,
    },
    ofSite: ({ robots, home }) =>
      robots.state === 'read' && !robots.isHomeAllowed ? [{ url: home.url, evidence: [robots.url] }] : [],
  },
  {
    id: 'robots-txt-unknown-lines',
    name: 'robots.txt has invalid lines',
    issue_type: 'warning',
    severity: 'low',
    description: 'Some lines of robots.txt are not valid records; crawlers ignore them.',
    docs: {
      what: 'A line has no colon or an unknown field, often because of a typo or an HTML page in place of the file.',
      why: 'A rule with a typo has no effect: open pages may be closed to AI crawlers, or the reverse.',
      how: 'Fix the lines, or comment them out with #.',
      example: `Disalow: /private
Disallow: /private`,
    },
    ofSite({ robots }) {
      const lines = robots.unknownLines.map(({ line }) => `${robots.url}#line-${line}`)
      return robots.unknownLineCount > 0 ? [{ url: robots.url, evidence: lines }] : []
    },
  },
])
