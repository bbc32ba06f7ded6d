import type { ParsedSitemap, SitemapEntry } from './parse-sitemap.ts'
import type { SitemapFault, SitemapFaultKind } from './site-facts.ts'

const maxExamples = 10
const exampleLength = 200
const aDayMs = 24 * 3600_000
/** Dates in sitemaps (W3C-DTF, a profile of ISO 8601). */
const w3cDate = /^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/

export function createSitemapTally(nowMs: number) {
  const faults = new Map<SitemapFaultKind, SitemapFault>()
  let entries = 0
  let entriesWithoutLastmod = 0
  let oldestMs = Number.POSITIVE_INFINITY
  let newestMs = Number.NEGATIVE_INFINITY

  function addFault(kind: SitemapFaultKind, example?: string): void {
    const fault = faults.get(kind) ?? { kind, count: 0, examples: [] }
    faults.set(kind, fault)
    fault.count += 1
    if (example === undefined || fault.examples.length === maxExamples) return
    fault.examples.push(example.slice(0, exampleLength))
  }

  function addLastmod(lastmod: string): void {
    const timeMs = w3cDate.test(lastmod) ? Date.parse(lastmod) : Number.NaN
    if (Number.isNaN(timeMs)) {
      addFault('invalid_lastmod', lastmod)
      return
    }
    if (timeMs > nowMs + aDayMs) addFault('future_lastmod', lastmod)
    oldestMs = Math.min(oldestMs, timeMs)
    newestMs = Math.max(newestMs, timeMs)
  }

  return {
    addFault,
    addEntry({ lastmod }: SitemapEntry) {
      entries += 1
      if (lastmod === null) entriesWithoutLastmod += 1
      else addLastmod(lastmod)
    },
    /** Adds the result of `parseSitemap`. */
    finish({ kind, fault }: ParsedSitemap) {
      if (fault !== null) addFault(fault)
      else if (kind !== null && entries === 0) addFault('empty')
      const hasLastmod = Number.isFinite(oldestMs)
      return {
        kind,
        entries,
        oldestLastmod: hasLastmod ? new Date(oldestMs).toISOString() : null,
        newestLastmod: hasLastmod ? new Date(newestMs).toISOString() : null,
        entriesWithoutLastmod,
        faults: [...faults.values()],
      }
    },
  }
}
