import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ByteText, toByteText } from './byte-text.ts'
import type { Principal } from './context.ts'
import type { Prepared } from './invoke.ts'
import type { Result } from './operation.ts'

/** What an operation has found, as JSON, before its next cursor is sealed for somebody. */
export interface KeptResult {
  data: ByteText
  meta: ByteText | undefined
  rows: number
  next: unknown
  /** Something could not be read this time: others should ask again. */
  partial: boolean
  /** The entity tag of it, once somebody has worked it out. */
  tag?: string
}

export function keep({ data, meta, next, partial = false }: Result<unknown, unknown, unknown>): KeptResult {
  return {
    data: toByteText(JSON.stringify(data)),
    meta: meta === undefined ? undefined : toByteText(JSON.stringify(meta)),
    rows: Array.isArray(data) ? data.length : 1,
    next,
    partial,
  }
}

/**
 * For this long a result is taken to be the same while the brand's data is. Periods that end today move on at midnight,
 * and a page that is kept must hold a cursor, which lives an hour, that can still be used.
 */
const sameForMs = 1_800_000

/**
 * Names what a read shows: as long as the name is the same, so is the result. Undefined for reads of what is no data
 * of a brand, and while data is changing that no transaction covers.
 */
export function resultName({ ctx, operation, query }: Prepared, now: Date): string | undefined {
  const { brand } = ctx
  if (operation.http?.method !== 'GET' || operation.unversioned === true) return undefined
  if (brand === undefined || brand.data_unstable) return undefined
  const since = Math.floor(now.getTime() / sameForMs)
  return hash('sha256', `${brand.id} ${brand.data_version} ${since} ${query()}`, 'base64url')
}

export interface ResultCache {
  /** The result of that name, found by `read` where it is not kept. */
  read(name: string | undefined, read: () => Promise<KeptResult>): Promise<KeptResult>
  /**
   * What was shown to this caller at this URL, of operations that show the caller's key alone: kept for as long as the
   * key is not looked up again.
   */
  ofCaller(principal: Principal, url: string): KeptResult | undefined
  keepOfCaller(principal: Principal, url: string, result: KeptResult): void
}

/**
 * Keeps results in memory, the least recently used going first. Nothing is ever wrong in it: a change of the brand's
 * data, by whatever process, changes the names.
 * @param maxBytes of text; 0 keeps nothing
 */
export function createResultCache(maxBytes: number): ResultCache {
  const kept =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, KeptResult>({
          maxSize: maxBytes,
          maxEntrySize: Math.ceil(maxBytes / 10),
          // Characters, and about what an entry takes beside them.
          sizeCalculation: ({ data, meta }) => data.length + (meta?.length ?? 0) + 500,
        })
  const ofCallers = new WeakMap<Principal, Map<string, KeptResult>>()
  return {
    ofCaller: (principal, url) => ofCallers.get(principal)?.get(url),
    keepOfCaller(principal, url, result) {
      ofCallers.getOrInsertComputed(principal, () => new Map()).set(url, result)
    },
    async read(name, read) {
      if (name === undefined || kept === undefined) return read()
      const known = kept.get(name)
      if (known !== undefined) return known
      const result = await read()
      if (!result.partial) kept.set(name, result)
      return result
    },
  }
}
