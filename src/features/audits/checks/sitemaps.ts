import type { SitemapFacts, SitemapFaultKind } from '../../../lib/site/crawling/site-facts.ts'
import { defineChecks } from './define-check.ts'
import { canonicalsOf, contentOf, isBroken } from './page-kinds.ts'
import { findSelfCanonicalPages } from './site-pages.ts'

const unreadable: readonly string[] = ['malformed', 'not_a_sitemap', 'cut_off', 'empty']
const staleAfterMs = 90 * 24 * 60 * 60 * 1000

export const sitemapChecks = defineChecks('sitemaps', [
  {
    id: 'sitemap-missing',
    name: 'There is no sitemap',
    issue_type: 'warning',
    severity: 'medium',
    description: 'Neither robots.txt nor the usual addresses lead to a sitemap.',
    docs: {
      what: 'robots.txt names no sitemap, and none of the addresses where they are usually found has one.',
      why: 'A sitemap tells crawlers of all pages and of their last change at once. Without one, new pages are found late.',
      how: 'Make a sitemap and name it in robots.txt. Content systems do it by themselves once it is switched on.',
      example: 'Sitemap: https://shop.example/sitemap.xml',
    },
    ofSite: ({ home, sitemaps }) => (sitemaps.length === 0 ? [{ url: home.url, evidence: [] }] : []),
  },
  {
    id: 'sitemap-unreadable',
    name: 'Sitemap cannot be read',
    issue_type: 'error',
    severity: 'high',
    description: 'The sitemap answers with an error, or is no sitemap.',
    docs: {
      what: 'The address answers with 4xx or 5xx or not at all, or what comes is broken XML, another document, or empty.',
      why: 'Crawlers learn nothing of the pages that it should list.',
      how: 'Open the address in a browser, and validate what comes.',
      example: 'GET /sitemap.xml → 200 with an HTML page',
    },
    *ofSite({ sitemaps }) {
      for (const { url, status, problem, faults } of sitemaps) {
        const isBroken = faults.some(({ kind }) => unreadable.includes(kind))
        if (problem !== null || (status ?? 0) >= 400 || isBroken) yield { url, evidence: [] }
      }
    },
  },
  {
    id: 'sitemap-over-limits',
    name: 'Sitemap is larger than the protocol allows',
    issue_type: 'error',
    severity: 'medium',
    description: 'The sitemap has more than 50,000 entries or 50 MB, or is an index of indexes.',
    docs: {
      what: 'The protocol (sitemaps.org) limits a file, and an index may list sitemaps only.',
      why: 'Engines pass over the rest or the whole.',
      how: 'Divide it into several sitemaps under one index.',
      example: '<sitemapindex> with sitemap-1.xml, sitemap-2.xml',
    },
    ofSite: ({ sitemaps }) => faultyEntries(sitemaps, ['too_large', 'too_many_entries', 'nested_index']),
  },
  {
    id: 'sitemap-invalid-entries',
    name: 'Sitemap has entries that do not count',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'Entries are no absolute address, belong to another site, or have a date that is none. The evidence shows some.',
    docs: {
      what: 'A loc is relative or of a foreign host, or a lastmod is malformed or in the future.',
      why: 'Engines pass over these entries, or over the dates of all of them.',
      how: 'Write full addresses of this site, and dates such as 2025-03-01.',
      example: `<loc>/guide</loc>
<loc>https://shop.example/guide</loc>`,
    },
    ofSite: ({ sitemaps }) =>
      faultyEntries(sitemaps, ['invalid_address', 'other_site', 'invalid_lastmod', 'future_lastmod']),
  },
  {
    id: 'sitemap-without-dates',
    name: 'Sitemap does not say when pages changed',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'No entry of the sitemap has a lastmod.',
    docs: {
      what: 'Entries are listed without the date of their last change.',
      why: 'Crawlers choose by these dates what to read again. Without them, a changed page waits for its turn.',
      how: 'Add the date when the content last changed, and only then.',
      example: '<lastmod>2025-03-01</lastmod>',
    },
    *ofSite({ sitemaps }) {
      for (const { url, kind, entries, entriesWithoutLastmod } of sitemaps) {
        if (kind === 'pages' && entries > 0 && entriesWithoutLastmod === entries) yield { url, evidence: [] }
      }
    },
  },
  {
    id: 'sitemap-stale',
    name: 'Sitemap is out of date',
    issue_type: 'warning',
    severity: 'low',
    description: 'Pages of the site have changed more than 90 days after the newest date in any sitemap.',
    docs: {
      what: 'The server’s Last-Modified of a page is much later than the newest lastmod. The evidence names such pages.',
      why: 'Crawlers that trust the sitemap do not come back for what is new.',
      how: 'Let the sitemap be made anew whenever pages change.',
      example: 'newest <lastmod>2023-01-10</lastmod>, a page with Last-Modified of May 2025',
    },
    acrossPages({ site }) {
      const newest = site.sitemaps.map(({ newestLastmod }) => Date.parse(newestLastmod ?? ''))
      const limit = Math.max(...newest.filter((time) => !Number.isNaN(time))) + staleAfterMs
      const listed: number[] = []
      return {
        add(facts, page) {
          const changed = Date.parse(facts.response?.lastModified ?? '')
          if (facts.isInSitemap && contentOf(facts) !== undefined && changed > limit) listed.push(page)
        },
        *finish() {
          if (!Number.isFinite(limit)) return
          for (const page of listed) yield { page, evidence: [] }
        },
      }
    },
  },
  {
    id: 'sitemap-dead-entry',
    name: 'Sitemap lists a page that does not work',
    issue_type: 'error',
    severity: 'medium',
    description: 'The sitemap lists this address, and it answers with an error or not at all.',
    docs: {
      what: 'A page was removed, and its entry was not.',
      why: 'Crawlers waste their visits, and trust the rest of the sitemap less.',
      how: 'Take the entry away, or bring the page back.',
      example: '<loc>https://shop.example/gone</loc> → 404',
    },
    ofPage: (facts) => facts.isInSitemap && isBroken(facts),
  },
  {
    id: 'sitemap-redirect',
    name: 'Sitemap lists an address that redirects',
    issue_type: 'warning',
    severity: 'low',
    description: 'The sitemap lists this address, and it leads to another one.',
    docs: {
      what: 'The entry is an old address of a page.',
      why: 'Sitemaps should hold the addresses by which pages are known. This one is another.',
      how: 'List the address where the redirect ends.',
      example: '<loc>http://shop.example/guide</loc> → 301 → https://shop.example/guide/',
    },
    ofPage: (facts) => facts.isInSitemap && facts.redirects.length > 0 && !isBroken(facts),
  },
  {
    id: 'canonical-elsewhere-in-sitemap',
    name: 'Sitemap lists a copy',
    issue_type: 'warning',
    severity: 'low',
    description: 'The sitemap lists this page, and the page names another one as the real one.',
    docs: {
      what: 'The canonical address of the page is a different one. The evidence names it.',
      why: 'Two signals contradict each other, and engines choose which to believe.',
      how: 'List the canonical address in the sitemap.',
      example: '<loc>https://shop.example/guide?lang=en</loc> with canonical /guide',
    },
    acrossPages(pages) {
      const canonicals = new Map<number, string>()
      return {
        add(facts, page) {
          const [canonical = facts.url] = canonicalsOf(facts)
          const isListed = facts.isInSitemap && contentOf(facts) !== undefined
          if (isListed && canonical !== facts.url) canonicals.set(page, canonical)
        },
        *finish() {
          for (const [page, canonical] of canonicals)
            if (pages.isCopy(page)) yield { page, evidence: [canonical] }
        },
      }
    },
  },
  {
    id: 'not-in-sitemap',
    name: 'Page is missing from the sitemap',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The site has sitemaps, and none lists this page.',
    docs: {
      what: 'The page is meant to be found, and was found by links only.',
      why: 'Crawlers that go by the sitemap find the page late, and do not learn when it changed.',
      how: 'Add the page to the sitemap.',
      example: '<url><loc>https://shop.example/new-guide</loc></url>',
    },
    acrossPages(pages) {
      const unlisted = findSelfCanonicalPages(
        pages,
        ({ isInSitemap }) => pages.site.sitemapPages > 0 && !isInSitemap,
      )
      return {
        ...unlisted,
        *finish() {
          for (const found of unlisted.finish()) if (!pages.isListed(found.page)) yield found
        },
      }
    },
  },
])

/** The sitemaps that have faults of these kinds, with examples of the offending entries. */
function* faultyEntries(
  sitemaps: readonly SitemapFacts[],
  kinds: readonly SitemapFaultKind[],
): Iterable<{ url: string; evidence: string[] }> {
  for (const { url, faults } of sitemaps) {
    const meant = faults.filter(({ kind }) => kinds.includes(kind))
    if (meant.length > 0) yield { url, evidence: meant.flatMap(({ examples }) => examples) }
  }
}
