import type { Services } from '../../kernel/context.ts'
import {
  type FetchRanges,
  type RangeSource,
  type RangeStore,
  type RangeUpdate,
  updateBotRanges,
} from '../../lib/bots/index.ts'
import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import { createFetcher } from '../../lib/fetching/fetcher.ts'
import { followRedirects } from '../../lib/fetching/follow-redirects.ts'
import { version } from '../../lib/version.ts'

type Needed = Pick<Services, 'config' | 'closing' | 'db' | 'now' | 'resolveHost'>

/** Fetches IP range lists with the outbound address guard, stores valid ones, and records each result. */
export async function fetchBotRanges(
  services: Needed,
  sources: readonly RangeSource[],
): Promise<RangeUpdate[]> {
  const { fetch, close } = openRangeFetcher(services)
  try {
    const outcomes = await updateBotRanges({ fetch, store: storeOf(services), now: services.now, sources })
    // An interrupted fetch is not an error of the list; the next run fetches it.
    services.closing.throwIfAborted()
    for (const { name, reason: problem } of outcomes)
      await services.db.updateTable('bot_ranges').set({ problem }).where('name', '=', name).execute()
    return outcomes
  } finally {
    close()
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

function openRangeFetcher({ config, closing, resolveHost }: Needed): { fetch: FetchRanges; close(): void } {
  const fetcher = createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    resolve: resolveHost,
  })
  return {
    async fetch(url, limits) {
      const { end } = await followRedirects(fetcher, url, { ...limits, signal: closing })
      if (end instanceof FetchProblem) throw end
      if (end.truncated !== false) throw new Error('the list is incomplete or too long')
      return { status: end.status, body: end.body, headers: Object.fromEntries(end.headers) }
    },
    close: fetcher.close,
  }
}

const storeOf = ({ db }: Needed): RangeStore => ({
  async read(name) {
    const row = await db.selectFrom('bot_ranges').selectAll().where('name', '=', name).executeTakeFirst()
    if (row?.networks == null || row.fetched_at === null) return undefined
    const { url, etag, last_modified, networks } = row
    return {
      url,
      fetchedAt: row.fetched_at,
      etag: etag ?? undefined,
      lastModified: last_modified ?? undefined,
      networks,
    }
  },
  async write(name, { url, fetchedAt, etag = null, lastModified = null, networks }) {
    const list = { url, fetched_at: fetchedAt, etag, last_modified: lastModified, networks }
    await db.updateTable('bot_ranges').set(list).where('name', '=', name).execute()
  },
})
