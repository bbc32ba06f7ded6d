import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { isPublicAddress, parseList, parseNetwork, type RangeSource } from '../../lib/bots/index.ts'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher, type Fetcher } from '../../lib/fetching/fetcher.ts'
import { followRedirects } from '../../lib/fetching/follow-redirects.ts'
import { version } from '../../lib/version.ts'

export const rangeUpdateSchema = z.object({
  name: z.string(),
  outcome: z.enum(['updated', 'unchanged', 'failed']),
  networks: z.int().nullable().describe('Networks or keys in the current list.'),
  reason: z.string().nullable().describe('Why the fetch failed.'),
})

type RangeUpdate = z.infer<typeof rangeUpdateSchema>

type Needed = Pick<Services, 'config' | 'closing' | 'db' | 'now' | 'resolveHost'>

// AWS’s list of all services is the largest, at about 2 MB.
const limits = { maxBytes: 16 * 1024 * 1024, timeoutMs: 20_000 }
/** The protocol of key directories forbids redirects. */
const keyLimits = { ...limits, maxBytes: 256 * 1024, maxRedirects: 0 }

/**
 * Fetches published lists that changed since the last fetch, with the outbound address guard, and records each
 * result. A list that is unavailable or invalid stays as stored: an address outside an old list proves nothing.
 */
export async function fetchBotRanges(services: Needed, sources: readonly RangeSource[]): Promise<RangeUpdate[]> {
  const { config, closing, db, resolveHost } = services
  const fetcher = createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    resolve: resolveHost,
  })
  try {
    const outcomes = await Promise.all(sources.map((source) => updateList(services, fetcher, source)))
    // An interrupted fetch is not an error of the list; the next run fetches it.
    closing.throwIfAborted()
    for (const { name, reason: problem } of outcomes)
      await db.updateTable('bot_ranges').set({ problem }).where('name', '=', name).execute()
    return outcomes
  } finally {
    fetcher.close()
  }
}

async function updateList(
  { db, now, closing: signal }: Needed,
  fetcher: Fetcher,
  source: RangeSource,
): Promise<RangeUpdate> {
  const { name, url, isKeyDirectory } = source
  const stored = await db.selectFrom('bot_ranges').selectAll().where('name', '=', name).executeTakeFirst()
  const usable = stored?.url === url && stored.networks !== null ? stored : undefined
  try {
    // Request a list only if it differs from the stored one (RFC 9110, section 13.1).
    const headers = {
      ...(usable?.etag != null && { 'if-none-match': usable.etag }),
      ...(usable?.last_modified != null && { 'if-modified-since': usable.last_modified }),
    }
    const options = { ...(isKeyDirectory ? keyLimits : limits), headers, signal }
    const { end } = await followRedirects(fetcher, url, options)
    if (end instanceof FetchProblem) throw end
    if (end.truncated !== false) throw new Error('the list is incomplete or too long')
    const isUnchanged = end.status === 304 && usable !== undefined
    if (end.status !== 200 && !isUnchanged) throw new Error(`the response has status ${end.status}`)
    const networks = (isUnchanged && usable.networks) || parseList(source, end.body.toString('utf8'))
    if (!isKeyDirectory && !networks.every((network) => isPublicAddress(parseNetwork(network).address)))
      throw new Error('it lists addresses that are not public')
    const [etag, last_modified] = isUnchanged
      ? [usable.etag, usable.last_modified]
      : ['etag', 'last-modified'].map((header) => end.headers.get(header))
    const list = { url, fetched_at: now(), etag, last_modified, networks }
    await db.updateTable('bot_ranges').set(list).where('name', '=', name).execute()
    const outcome = String(networks) === String(stored?.networks) ? 'unchanged' : 'updated'
    return { name, outcome, networks: networks.length, reason: null }
  } catch (error) {
    const reason = (error as Error).message
    return { name, outcome: 'failed', networks: stored?.networks?.length ?? null, reason }
  }
}

/** Records the time of a fetch attempt. */
export async function noteAttempt(
  { db, now }: Pick<Services, 'db' | 'now'>,
  sources: readonly RangeSource[],
): Promise<void> {
  for (const { name, url } of sources)
    await db
      .insertInto('bot_ranges')
      .values({ name, url, tried_at: now() })
      .onConflict((on) => on.column('name').doUpdateSet({ tried_at: now() }))
      .execute()
}
