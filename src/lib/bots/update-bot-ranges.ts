import { isPublicAddress, parseNetwork } from './addresses.ts'
import { rangeSources } from './catalogue.ts'
import type { RangeSource } from './catalogue-schema.ts'
import { parseRanges } from './parse-ranges.ts'

/** A list as fetched from its operator. */
export interface FetchedRanges {
  url: string
  fetchedAt: Date
  etag: string | undefined
  lastModified: string | undefined
  networks: string[]
}

/** The store of fetched lists, by name. */
export interface RangeStore {
  read(name: string): Promise<FetchedRanges | undefined>
  /** Replaces the list in one step. */
  write(name: string, ranges: FetchedRanges): Promise<void>
}

export interface FetchLimits {
  maxBytes: number
  timeoutMs: number
  /** Sent with the request. */
  headers?: Readonly<Record<string, string>>
}

export interface Fetched {
  status: number
  body: Buffer
  /** Names are lowercase. */
  headers: Readonly<Record<string, string>>
}

/** Fetches a complete response: a body longer than `maxBytes` must be an error. */
export type FetchRanges = (url: string, limits: FetchLimits) => Promise<Fetched>

export interface RangeUpdate {
  name: string
  outcome: 'updated' | 'unchanged' | 'failed'
  /** Networks in the list now; null if the fetch failed and no list exists. */
  networks: number | null
  /** Why it failed. */
  reason: string | null
}

// AWS’s list of all services is the largest, at about 2 MB.
const limits: FetchLimits = { maxBytes: 16 * 1024 * 1024, timeoutMs: 20_000 }

/**
 * Fetches the published address lists that changed since the last fetch. Reports a list that is unavailable
 * or invalid, and keeps the stored one: an address outside an old list proves nothing.
 */
export async function updateBotRanges(options: {
  fetch: FetchRanges
  store: RangeStore
  now: () => Date
  sources?: readonly RangeSource[]
}): Promise<RangeUpdate[]> {
  const { fetch, store, now, sources = rangeSources } = options
  return Promise.all(
    sources.map(async (source): Promise<RangeUpdate> => {
      const stored = await store.read(source.name)
      const usable = stored?.url === source.url ? stored : undefined
      try {
        const fetched = await fetch(source.url, { ...limits, headers: conditionsOf(usable) })
        const next = nextRanges(source, usable, fetched, now())
        await store.write(source.name, next)
        const outcome = String(next.networks) === String(stored?.networks) ? 'unchanged' : 'updated'
        return { name: source.name, outcome, networks: next.networks.length, reason: null }
      } catch (error) {
        const reason = (error as Error).message
        return { name: source.name, outcome: 'failed', networks: stored?.networks.length ?? null, reason }
      }
    }),
  )
}

/** Headers that request a list only if it differs from the stored one (RFC 9110, section 13.1). */
function conditionsOf(stored: FetchedRanges | undefined): Record<string, string> {
  return {
    ...(stored?.etag !== undefined && { 'if-none-match': stored.etag }),
    ...(stored?.lastModified !== undefined && { 'if-modified-since': stored.lastModified }),
  }
}

/** @throws Error if the response is not a list */
function nextRanges(
  { url, services }: RangeSource,
  stored: FetchedRanges | undefined,
  { status, body, headers }: Fetched,
  fetchedAt: Date,
): FetchedRanges {
  if (status === 304 && stored !== undefined) return { ...stored, fetchedAt }
  if (status !== 200) throw new Error(`the response has status ${status}`)
  const networks = parseRanges(body.toString('utf8'), services)
  if (!networks.every((network) => isPublicAddress(parseNetwork(network).address)))
    throw new Error('it lists addresses that are not public')
  return { url, fetchedAt, etag: headers.etag, lastModified: headers['last-modified'], networks }
}
