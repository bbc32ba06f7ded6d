import type { SitemapFacts, SitemapFaultKind } from '../../../lib/site/crawling/site-facts.ts'

/** The sitemaps that have faults of these kinds, with examples of the offending entries. */
export function* faultyEntries(
  sitemaps: readonly SitemapFacts[],
  kinds: readonly SitemapFaultKind[],
): Iterable<{ url: string; evidence: string[] }> {
  for (const { url, faults } of sitemaps) {
    const meant = faults.filter(({ kind }) => kinds.includes(kind))
    if (meant.length > 0) yield { url, evidence: meant.flatMap(({ examples }) => examples) }
  }
}
