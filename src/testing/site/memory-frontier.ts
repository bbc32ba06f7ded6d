import type { Discovery, Frontier } from '../../lib/site/crawled.ts'

export interface MemoryFrontier extends Frontier {
  /** All added URLs, in order. */
  known(): Discovery[]
  /** Returns issued but unsettled URLs to the queue, as after a crashed crawl. */
  putBack(): void
}

/** A frontier for the duration of a test. */
export function createMemoryFrontier(): MemoryFrontier {
  const known = new Map<string, Discovery>()
  const levels = new Map<number, Set<Discovery>>()
  const given = new Set<Discovery>()
  const settled = new Set<Discovery>()

  function levelOf({ depth }: Discovery): Set<Discovery> {
    const clicks = depth ?? Number.POSITIVE_INFINITY
    const level = levels.get(clicks) ?? new Set()
    levels.set(clicks, level)
    return level
  }

  return {
    async add(found) {
      const before = known.size
      for (const discovery of found) {
        if (known.has(discovery.url)) continue
        known.set(discovery.url, discovery)
        levelOf(discovery).add(discovery)
      }
      return known.size - before
    },
    async next(limit) {
      const batch: Discovery[] = []
      for (const clicks of [...levels.keys()].sort((a, b) => a - b)) {
        for (const discovery of levels.get(clicks) ?? []) {
          if (batch.length === limit) break
          levelOf(discovery).delete(discovery)
          given.add(discovery)
          batch.push(discovery)
        }
      }
      return batch
    },
    async settle(urls) {
      for (const url of urls) {
        const discovery = known.get(url)
        if (discovery === undefined) throw new Error(`unknown URL: ${url}`)
        given.delete(discovery)
        levelOf(discovery).delete(discovery)
        settled.add(discovery)
      }
    },
    counts: async () => ({ known: known.size, settled: settled.size }),
    known: () => [...known.values()],
    putBack() {
      for (const discovery of given) levelOf(discovery).add(discovery)
      given.clear()
    },
  }
}
