import type { SitemapFacts, SitemapFaultKind } from '../../../lib/site/crawling/site-facts.ts'
import { defineChecks } from './define-check.ts'
import { canonicalsOf, contentOf, isBroken } from './page-kinds.ts'
import { findSelfCanonicalPages } from './site-pages.ts'

const unreadable: readonly string[] = ['malformed', 'not_a_sitemap', 'cut_off', 'empty']
const staleAfterMs = 90 * 24 * 60 * 60 * 1000

export const sitemapChecks = defineChecks('sitemaps', [
  {
    id: 'sitemap-missing',
    name: 'Sitemap is missing',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The audit found no sitemap in robots.txt or at the common URLs.',
    docs: {
      what: 'robots.txt names no sitemap, and none of the common URLs has one.',
      why: 'A sitemap lists all pages and their last changes. Without one, crawlers find new pages late.',
      how: 'Create a sitemap and name it in robots.txt. Most content management systems can generate one.',
      example: 'Sitemap: https://shop.example/sitemap.xml',
    },
    ofSite: ({ home, sitemaps }) => (sitemaps.length === 0 ? [{ url: home.url, evidence: [] }] : []),
  },
  {
    id: 'sitemap-unreadable',
    name: 'Sitemap cannot be read',
    issue_type: 'error',
    severity: 'high',
    description: 'The sitemap returns an error or is invalid.',
    docs: {
      what: 'The URL returns 4xx or 5xx, does not respond, or returns broken XML, another document, or nothing.',
      why: 'Crawlers cannot learn about the pages that it should list.',
      how: 'Open the URL in a browser, and validate the response.',
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
    name: 'Sitemap exceeds the protocol limits',
    issue_type: 'error',
    severity: 'medium',
    description: 'The sitemap has more than 50,000 entries or 50 MB, or is an index of indexes.',
    docs: {
      what: 'The protocol (sitemaps.org) limits the file size, and an index may list only sitemaps.',
      why: 'Engines ignore the rest, or the whole sitemap.',
      how: 'Split it into several sitemaps under one index.',
      example: '<sitemapindex> with sitemap-1.xml, sitemap-2.xml',
    },
    ofSite: ({ sitemaps }) => faultyEntries(sitemaps, ['too_large', 'too_many_entries', 'nested_index']),
  },
  {
    id: 'sitemap-invalid-entries',
    name: 'Sitemap has invalid entries',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'Entries are not absolute URLs, belong to another site, or have an invalid date. The evidence lists some.',
    docs: {
      what: 'A loc is relative or on another host, or a lastmod is malformed or in the future.',
      why: 'Engines ignore these entries, or all dates.',
      how: 'Use absolute URLs of this site, and dates such as 2025-03-01.',
      example: `<loc>/guide</loc>
<loc>https://shop.example/guide</loc>`,
    },
    ofSite: ({ sitemaps }) =>
      faultyEntries(sitemaps, ['invalid_address', 'other_site', 'invalid_lastmod', 'future_lastmod']),
  },
  {
    id: 'sitemap-without-dates',
    name: 'Sitemap has no modification dates',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'No entry of the sitemap has a lastmod.',
    docs: {
      what: 'Entries have no date of their last change.',
      why: 'Crawlers use these dates to choose pages to read again. Without them, they read changed pages late.',
      how: 'Add the date when the content last changed, and update it only then.',
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
    description: 'Pages of the site changed more than 90 days after the newest date in any sitemap.',
    docs: {
      what: 'The Last-Modified header of a page is much later than the newest lastmod. The evidence lists such pages.',
      why: 'Crawlers that trust the sitemap do not return for new content.',
      how: 'Regenerate the sitemap whenever pages change.',
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
    name: 'Sitemap lists a broken page',
    issue_type: 'error',
    severity: 'medium',
    description: 'The sitemap lists this URL, but it returns an error or does not respond.',
    docs: {
      what: 'The page was removed, but its entry was not.',
      why: 'Crawlers waste requests and trust the rest of the sitemap less.',
      how: 'Remove the entry, or restore the page.',
      example: '<loc>https://shop.example/gone</loc> → 404',
    },
    ofPage: (facts) => facts.isInSitemap && isBroken(facts),
  },
  {
    id: 'sitemap-redirect',
    name: 'Sitemap lists a redirect',
    issue_type: 'warning',
    severity: 'low',
    description: 'The sitemap lists this URL, but it redirects to another one.',
    docs: {
      what: 'The entry is an old URL of a page.',
      why: 'Sitemaps should list final URLs. This one redirects.',
      how: 'List the final URL of the redirect.',
      example: '<loc>http://shop.example/guide</loc> → 301 → https://shop.example/guide/',
    },
    ofPage: (facts) => facts.isInSitemap && facts.redirects.length > 0 && !isBroken(facts),
  },
  {
    id: 'canonical-elsewhere-in-sitemap',
    name: 'Sitemap lists a non-canonical page',
    issue_type: 'warning',
    severity: 'low',
    description: 'The sitemap lists this page, but the page names another one as canonical.',
    docs: {
      what: 'The canonical URL of the page is a different one. The evidence lists it.',
      why: 'The two signals contradict each other, so engines choose one.',
      how: 'List the canonical URL in the sitemap.',
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
    description: 'The site has sitemaps, but none lists this page.',
    docs: {
      what: 'The page is indexable, but the audit found it only through links.',
      why: 'Crawlers that rely on the sitemap find the page late and do not learn when it changes.',
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

/** The sitemaps with faults of these kinds, with example entries. */
function* faultyEntries(
  sitemaps: readonly SitemapFacts[],
  kinds: readonly SitemapFaultKind[],
): Iterable<{ url: string; evidence: string[] }> {
  for (const { url, faults } of sitemaps) {
    const matching = faults.filter(({ kind }) => kinds.includes(kind))
    if (matching.length > 0) yield { url, evidence: matching.flatMap(({ examples }) => examples) }
  }
}
