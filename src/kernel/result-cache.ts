import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Prepared } from './invoke.ts'

declare module './context.ts' {
  interface FeatureStates {
    /** Undefined if it is disabled. */
    results: LRUCache<string, ServedResult> | undefined
  }
}

/** The result of a read as every interface serves it: plain JSON values, shared by requests, so never change them. */
export interface ServedResult {
  data: unknown
  meta: unknown
  /** The start of the next page. */
  next: unknown
  /** Equal for equal content. Undefined if some data could not be read, or may change without a new version. */
  contentTag: string | undefined
  /** Length of its JSON. */
  length: number
}

/**
 * How long a result is valid for the same data version. Periods that end today move at midnight, and the
 * cursor of a cached page, which lives an hour, must still be usable.
 */
const maxAgeMs = 1_800_000

/** JSON values take about this many bytes of memory per byte of their text. */
const bytesPerCharacter = 4

/**
 * A cache of results (LRU). Entries are never stale: a data change in any process changes the keys.
 * @param maxBytes 0 disables the cache
 */
export const createResultCache = (maxBytes: number): LRUCache<string, ServedResult> | undefined =>
  maxBytes === 0
    ? undefined
    : new LRUCache({
        maxSize: maxBytes,
        maxEntrySize: Math.ceil(maxBytes / 10),
        sizeCalculation: ({ length }) => bytesPerCharacter * length + 500,
      })

/** Reads a checked query, or finds its result in memory. */
export async function readResult(prepared: Prepared): Promise<ServedResult> {
  const { states, now } = prepared.ctx.services
  const since = Math.floor(now().getTime() / maxAgeMs)
  const key = await keyOf(prepared, since)
  const known = key === undefined ? undefined : states.results?.get(key)
  if (known !== undefined) return known
  const { data, meta, next, partial } = await prepared.run()
  // A page's cursor expires, even if its rows stay the same.
  const text = JSON.stringify({ data, meta, next, since: next === undefined ? undefined : since })
  const isFinal = partial !== true && prepared.ctx.brand?.data_unstable !== true
  const contentTag = isFinal ? hash('sha256', text, 'base64url') : undefined
  const result: ServedResult = { meta: undefined, next, ...JSON.parse(text), contentTag, length: text.length }
  if (key !== undefined && isFinal) states.results?.set(key, result)
  return result
}

/**
 * A key that changes with the result of a read. Undefined for reads of other than brand data, and while data
 * changes outside of a transaction.
 */
async function keyOf(prepared: Prepared, since: number): Promise<string | undefined> {
  const { ctx, operation } = prepared
  const { brand } = ctx
  if (operation.http?.method !== 'GET' || operation.entityTag !== undefined) return undefined
  if (brand === undefined || brand.data_unstable) return undefined
  const facts = JSON.stringify(await prepared.facts())
  return hash('sha256', `${brand.id} ${brand.data_version} ${since} ${facts} ${prepared.query()}`, 'base64url')
}
