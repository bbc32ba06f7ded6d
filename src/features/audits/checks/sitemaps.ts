import type { SitemapFacts, SitemapFaultKind } from '../../../lib/site/crawling/site-facts.ts'
import { defineChecks } from './define-check.ts'
import { canonicalsOf, contentOf, isBroken } from './page-kinds.ts'
import { afterLastPage, findSelfCanonicalPages } from './site-pages.ts'

const unreadable: readonly string[] = ['malformed', 'not_a_sitemap', 'cut_off', 'empty']
const staleAfterMs = 90 * 24 * 60 * 60 * 1000

export const sitemapChecks = defineChecks('sitemaps', {
  'sitemap-missing': {
    // An audit that may not read the site may not look for a sitemap.
    ofSite: ({ home, robots, sitemaps }) =>
      sitemaps.length === 0 && robots.isHomeAllowed ? [{ url: home.url, evidence: [] }] : [],
  },
  'sitemap-unreadable': {
    *ofSite({ sitemaps }) {
      for (const { url, status, problem, faults } of sitemaps) {
        const isBroken = faults.some(({ kind }) => unreadable.includes(kind))
        if (problem !== null || (status ?? 0) >= 400 || isBroken) yield { url, evidence: [] }
      }
    },
  },
  'sitemap-over-limits': {
    ofSite: ({ sitemaps }) => faultyEntries(sitemaps, ['too_large', 'too_many_entries', 'nested_index']),
  },
  'sitemap-invalid-entries': {
    ofSite: ({ sitemaps }) =>
      faultyEntries(sitemaps, ['invalid_address', 'other_site', 'invalid_lastmod', 'future_lastmod']),
  },
  'sitemap-without-dates': {
    *ofSite({ sitemaps }) {
      for (const { url, kind, entries, entriesWithoutLastmod } of sitemaps) {
        if (kind === 'pages' && entries > 0 && entriesWithoutLastmod === entries) yield { url, evidence: [] }
      }
    },
  },
  'sitemap-stale': {
    acrossPages({ site }) {
      const newest = site.sitemaps.map(({ newestLastmod }) => Date.parse(newestLastmod ?? ''))
      const limit = Math.max(...newest.filter((time) => !Number.isNaN(time))) + staleAfterMs
      return afterLastPage(
        (facts) => {
          const changed = Date.parse(facts.response?.lastModified ?? '')
          return facts.isInSitemap && contentOf(facts) !== undefined && changed > limit ? [] : undefined
        },
        (none) => (Number.isFinite(limit) ? none : undefined),
      )
    },
  },
  'sitemap-dead-entry': (facts) => facts.isInSitemap && isBroken(facts),
  'sitemap-redirect': (facts) => facts.isInSitemap && facts.redirects.length > 0 && !isBroken(facts),
  'canonical-elsewhere-in-sitemap': {
    acrossPages: (pages) =>
      afterLastPage(
        (facts) => {
          const [canonical = facts.url] = canonicalsOf(facts)
          const isListed = facts.isInSitemap && contentOf(facts) !== undefined
          return isListed && canonical !== facts.url ? canonical : undefined
        },
        (canonical, page) => (pages.isCopy(page) ? [canonical] : undefined),
      ),
  },
  'not-in-sitemap': {
    acrossPages(pages) {
      const unlisted = findSelfCanonicalPages(pages, ({ isInSitemap }) => pages.site.sitemapPages > 0 && !isInSitemap)
      return {
        ...unlisted,
        *finish() {
          for (const found of unlisted.finish()) if (!pages.isListed(found.page)) yield found
        },
      }
    },
  },
})

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
