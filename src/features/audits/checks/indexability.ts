import { registrableDomain } from '../../../lib/domains.ts'
import { isNoindex, robotsRules } from '../../../lib/site/pages/robots-directives.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { canonicalsOf, contentOf, hasDirective, servedDocument } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

/** Whether an address is of no host of the site, and of no other one of their domains. */
function isOtherSite(url: string, hosts: readonly string[]): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  const domain = registrableDomain(host)
  return !hosts.some((own) => own === host || (domain !== undefined && registrableDomain(own) === domain))
}

export const indexabilityChecks = defineChecks('indexability', [
  {
    id: 'blocked-by-robots-txt',
    name: 'Page is blocked by robots.txt',
    issue_type: 'warning',
    severity: 'high',
    description: 'robots.txt keeps crawlers from reading the page, this audit included.',
    docs: {
      what: 'A Disallow rule for all crawlers covers the address. It was not read, and nothing else is known of it.',
      why: 'AI crawlers that heed robots.txt do not read the page either, so that nothing on it can appear in answers.',
      how: 'Take the rule away if the page is meant to be found, or narrow it with Allow. Otherwise take away links to the page.',
      example: `Disallow: /help
Disallow: /help/internal`,
    },
    ofPage: ({ isAllowed }) => !isAllowed,
  },
  {
    id: 'noindex',
    name: 'Page is kept out of indexes',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page tells all engines not to keep it.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for all crawlers says noindex or none.',
      why: 'Search indexes are where most AI engines look first. A page that is in none of them is hardly ever cited.',
      how: 'Take the directive away from pages that are meant to be found. It often stays behind from a test system.',
      example: '<meta name="robots" content="noindex">',
    },
    ofPage: (facts) => servedDocument(facts) !== undefined && isNoindex(facts),
  },
  {
    id: 'noindex-in-sitemap',
    name: 'Sitemap lists a page that must not be indexed',
    issue_type: 'error',
    severity: 'high',
    description: 'The sitemap asks engines to read the page, and the page tells them not to keep it.',
    docs: {
      what: 'The address stands in a sitemap and is marked noindex.',
      why: 'Engines spend their visits on pages that they must throw away, and trust the sitemap less.',
      how: 'Decide: take noindex away, or the entry in the sitemap.',
      example: '<loc>https://shop.example/thank-you</loc> and <meta name="robots" content="noindex">',
    },
    ofPage: (facts) => facts.isInSitemap && servedDocument(facts) !== undefined && isNoindex(facts),
  },
  {
    id: 'blocked-in-sitemap',
    name: 'Sitemap lists a page that robots.txt blocks',
    issue_type: 'error',
    severity: 'high',
    description: 'The sitemap asks engines to read the page, and robots.txt forbids it.',
    docs: {
      what: 'The address stands in a sitemap, and a Disallow rule covers it.',
      why: 'The page is announced and cannot be read. Engines may list it without knowing what it says.',
      how: 'Decide: allow the page in robots.txt, or take it out of the sitemap.',
      example: '<loc>https://shop.example/help/</loc> and Disallow: /help/',
    },
    ofPage: ({ isAllowed, isInSitemap }) => !isAllowed && isInSitemap,
  },
  {
    id: 'canonical-missing',
    name: 'Page names no canonical address',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page does not say under which address it should be known.',
    docs: {
      what: 'There is neither a link element nor a Link header with rel="canonical".',
      why: 'The same page is reached with parameters, capitals or www. Engines then guess the address, and citations split over several.',
      how: 'Name the page’s own address as canonical.',
      example: '<link rel="canonical" href="https://shop.example/guide/">',
    },
    ofPage: (facts) => contentOf(facts) !== undefined && canonicalsOf(facts).length === 0,
  },
  {
    id: 'canonical-several',
    name: 'Page names several canonical addresses',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page names more than one address as its canonical one.',
    docs: {
      what: 'Several elements or headers with rel="canonical" name different addresses, often from a theme and an extension at once.',
      why: 'Engines pass over contradicting canonicals altogether and choose by themselves.',
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
    name: 'Canonical address does not work',
    issue_type: 'error',
    severity: 'high',
    description: 'The page says that it should be known by an address that fails.',
    docs: {
      what: 'The canonical address answers with an error or cannot be reached.',
      why: 'Engines asked to keep the other address find nothing there, and may drop both.',
      how: 'Name an address that answers with 200, mostly the page’s own.',
      example: '<link rel="canonical" href="https://shop.example/gone/">',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'canonicals', (flags) => (flags & addressFlag.broken) !== 0),
  },
  {
    id: 'canonical-to-other-site',
    name: 'Canonical address is of another site',
    issue_type: 'warning',
    severity: 'high',
    description: 'The page says that it should be known by an address of somebody else’s site.',
    docs: {
      what: 'The canonical address is of another domain than the page’s, or of a machine that nobody else reaches.',
      why: 'Engines keep and cite the other site in place of this one. Mostly an address was left over from a move, a test or a template.',
      how: 'Name the page’s own address. Leave it only where the other site has published the text first and is meant to be found.',
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
    name: 'Canonical address redirects',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page says that it should be known by an address that leads elsewhere.',
    docs: {
      what: 'The canonical address answers with a redirect.',
      why: 'A canonical that moves on is a weak hint; engines may choose another address to cite.',
      how: 'Name the address where the redirect ends.',
      example:
        '<link rel="canonical" href="http://shop.example/guide"> which redirects to https://shop.example/guide/',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'canonicals', (flags) => (flags & addressFlag.redirects) !== 0),
  },
  {
    id: 'canonical-to-noindex',
    name: 'Canonical page must not be indexed',
    issue_type: 'error',
    severity: 'medium',
    description: 'The page points to another one as the real one, which is kept out of indexes.',
    docs: {
      what: 'The canonical address is a page of this site that is marked noindex.',
      why: 'Engines are told to keep neither of the two.',
      how: 'Take noindex away from the canonical page, or let this page name itself.',
      example: '/guide?print=1 → canonical /guide → noindex',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'canonicals', (flags) => (flags & addressFlag.noindex) !== 0),
  },
  {
    id: 'canonical-chain',
    name: 'Canonical page names yet another one',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page points to a canonical page that itself points elsewhere.',
    docs: {
      what: 'The canonical address is a page of this site whose own canonical is a third address, or this page.',
      why: 'Engines take one step at most. Where pages disagree they choose by themselves which one to show.',
      how: 'Let all versions of a page name the same address, the named one included.',
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
    description: 'The page gives engines two orders that contradict each other.',
    docs: {
      what: 'One directive keeps the page out of indexes, another asks to count it for a different page.',
      why: 'Engines may carry noindex over to the page that is named, which is then missing from answers.',
      how: 'Use one of them: canonical for copies, noindex for what nobody should find.',
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
    name: 'Page asks to be dropped since a day that is over',
    issue_type: 'error',
    severity: 'high',
    description: 'A directive says until when engines may show the page, and that time has passed.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for all crawlers has unavailable_after with a date before this audit.',
      why: 'Engines that heed it drop the page as if it said noindex. What AI answers draw from their indexes goes with it.',
      how: 'Take the directive away from pages that are still meant to be found, or move its date on.',
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
    name: 'Links of the page must not be followed',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page tells engines to follow none of its links.',
    docs: {
      what: 'A robots meta element or an X-Robots-Tag header for all crawlers says nofollow.',
      why: 'Pages that are linked from here alone stay unknown.',
      how: 'Take nofollow away from pages of your own; mark single links where that is meant.',
      example: '<meta name="robots" content="index, nofollow">',
    },
    ofPage: (facts) => contentOf(facts) !== undefined && hasDirective(facts, 'nofollow'),
  },
  {
    id: 'robots-txt-unreachable',
    name: 'robots.txt cannot be read',
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
  },
  {
    id: 'robots-txt-missing',
    name: 'There is no robots.txt',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The site does not say what crawlers may read, nor where its sitemaps are.',
    docs: {
      what: 'The address of robots.txt answers with an error that says there is none.',
      why: 'Everything may be read, which is fine. But robots.txt is also where AI crawlers look for the sitemap, and where you tell them apart.',
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
    description: 'robots.txt keeps all crawlers that are not named from the home page.',
    docs: {
      what: 'The rules for all crawlers forbid the address where reading the site begins.',
      why: 'Nearly all crawlers stop here. For AI engines the site does not exist.',
      how: 'Take “Disallow: /” away, or limit it to what is private.',
      example: `User-agent: *
Disallow: /`,
    },
    ofSite: ({ robots, home }) =>
      robots.state === 'read' && !robots.isHomeAllowed ? [{ url: home.url, evidence: [robots.url] }] : [],
  },
  {
    id: 'robots-txt-unknown-lines',
    name: 'robots.txt has lines that nobody understands',
    issue_type: 'warning',
    severity: 'low',
    description: 'Some lines of robots.txt are no record, so that crawlers pass over them.',
    docs: {
      what: 'A line has no colon, or a field that is not known, often from a typing error or an HTML page in place of the file.',
      why: 'A rule with a typing error is no rule: what should be open may be closed to AI crawlers, or the reverse.',
      how: 'Correct the lines, or make comments of them with #.',
      example: `Disalow: /private
Disallow: /private`,
    },
    ofSite({ robots }) {
      const lines = robots.unknownLines.map(({ line }) => `${robots.url}#line-${line}`)
      return robots.unknownLineCount > 0 ? [{ url: robots.url, evidence: lines }] : []
    },
  },
])
