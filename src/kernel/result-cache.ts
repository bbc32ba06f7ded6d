import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Prepared } from './invoke.ts'
import type { Operation, Result } from './operation.ts'

/** An operation's result as JSON, before its next cursor is encrypted for a caller. */
export interface CachedResult {
  data: string
  meta: string | undefined
  rows: number
  next: unknown
  /** Some data could not be read this time; do not cache. */
  partial: boolean
}

export function toCachedResult({
  data,
  meta,
  next,
  partial = false,
}: Result<unknown, unknown, unknown>): CachedResult {
  return {
    data: JSON.stringify(data),
    meta: meta === undefined ? undefined : JSON.stringify(meta),
    rows: Array.isArray(data) ? data.length : 1,
    next,
    partial,
  }
}

/** Adds the operation's uncached part to a result. */
export function withUncached(
  { uncached: of }: Operation,
  result: CachedResult,
  uncachedPart: unknown,
): CachedResult {
  if (of === undefined) return result
  const { data, meta, next, partial } = result
  const kept = {
    data: JSON.parse(data),
    meta: meta === undefined ? undefined : JSON.parse(meta),
    next,
    partial,
  }
  return toCachedResult(of.add(kept, uncachedPart))
}

/**
 * How long a result is valid for the same data version. Periods that end today move at midnight, and the
 * cursor of a cached page, which lives an hour, must still be usable.
 */
const maxAgeMs = 1_800_000

/**
 * Returns a key that changes with the result of a read. Undefined for reads of other than brand data, and
 * while data changes outside of a transaction.
 */
export function resultCacheKey({ ctx, operation, query }: Prepared, now: Date): string | undefined {
  const { brand } = ctx
  if (operation.http?.method !== 'GET' || operation.entityTag !== undefined) return undefined
  if (brand === undefined || brand.data_unstable) return undefined
  const since = Math.floor(now.getTime() / maxAgeMs)
  return hash('sha256', `${brand.id} ${brand.data_version} ${since} ${query()}`, 'base64url')
}

export interface ResultCache {
  /** Returns the cached result, or calls `read`. */
  read(name: string | undefined, read: () => Promise<CachedResult>): Promise<CachedResult>
}

/**
 * Caches results in memory (LRU). Entries are never stale: a data change in any process changes the keys.
 * @param maxBytes size of the text; 0 disables the cache
 */
export function createResultCache(maxBytes: number): ResultCache {
  const cache =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, CachedResult>({
          maxSize: maxBytes,
          maxEntrySize: Math.ceil(maxBytes / 10),
          // Text plus the approximate overhead of an entry.
          sizeCalculation: ({ data, meta }) => Buffer.byteLength(data) + Buffer.byteLength(meta ?? '') + 500,
        })
  return {
    async read(name, read) {
      if (name === undefined || cache === undefined) return read()
      const known = cache.get(name)
      if (known !== undefined) return known
      const result = await read()
      if (!result.partial) cache.set(name, result)
      return result
    },
  }
}
