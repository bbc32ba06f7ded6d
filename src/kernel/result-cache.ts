import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Prepared } from './invoke.ts'
import type { Operation, Result } from './operation.ts'

/** What an operation has found, as JSON, before its next cursor is sealed for somebody. */
export interface CachedResult {
  data: string
  meta: string | undefined
  rows: number
  next: unknown
  /** Something could not be read this time: others should ask again. */
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

/** A result with what its operation shows besides. */
export function withUncached(
  { uncached: of }: Operation,
  result: CachedResult,
  besides: unknown,
): CachedResult {
  if (of === undefined) return result
  const { data, meta, next, partial } = result
  const kept = {
    data: JSON.parse(data),
    meta: meta === undefined ? undefined : JSON.parse(meta),
    next,
    partial,
  }
  return toCachedResult(of.add(kept, besides))
}

/**
 * For this long a result is taken to be the same while the brand's data is. Periods that end today move on at midnight,
 * and a page that is cached must hold a cursor, which lives an hour, that can still be used.
 */
const sameForMs = 1_800_000

/**
 * Names what a read shows: as long as the name is the same, so is the result. Undefined for reads of what is no data
 * of a brand, and while data is changing that no transaction covers.
 */
export function resultCacheKey({ ctx, operation, query }: Prepared, now: Date): string | undefined {
  const { brand } = ctx
  if (operation.http?.method !== 'GET' || operation.entityTag !== undefined) return undefined
  if (brand === undefined || brand.data_unstable) return undefined
  const since = Math.floor(now.getTime() / sameForMs)
  return hash('sha256', `${brand.id} ${brand.data_version} ${since} ${query()}`, 'base64url')
}

export interface ResultCache {
  /** The result of that name, found by `read` where it is not cached. */
  read(name: string | undefined, read: () => Promise<CachedResult>): Promise<CachedResult>
}

/**
 * Caches results in memory, the least recently used going first. Nothing is ever wrong in it: a change of the brand's
 * data, by whatever process, changes the names.
 * @param maxBytes of text; 0 caches nothing
 */
export function createResultCache(maxBytes: number): ResultCache {
  const cache =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, CachedResult>({
          maxSize: maxBytes,
          maxEntrySize: Math.ceil(maxBytes / 10),
          // Text, and about what an entry takes beside it.
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
