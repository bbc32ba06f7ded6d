import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { type RangeSource, rangeSources } from '../../lib/bots/index.ts'
import { fetchBotRanges } from './fetch-bot-ranges.ts'

const everySeconds = 3600
const hourMs = 3_600_000
/** Time between fetches of a list; shorter after a failure. */
const refreshMs = 24 * hourMs
const retryMs = 6 * hourMs
/** Longer than an attempt takes, so its process must have stopped. */
const interruptedRetryMs = hourMs / 6
/** Marks an attempt in progress. */
const inProgress = 'the last fetch has not finished'

/** Fetches each bot IP range list once a day across all processes. */
export const refreshBotRanges: Job = {
  queue: 'refresh-bot-ranges',
  everySeconds,
  async run(services) {
    if (services.config.BOT_RANGES === 'ignore') return
    await refreshDue(services, rangeSources)
  },
}

/** Fetches the lists that are due. */
export async function refreshDue(services: Services, sources: readonly RangeSource[]): Promise<void> {
  const due: RangeSource[] = []
  for (const source of sources) if (await claim(services, source)) due.push(source)
  if (due.length === 0) return
  for (const { name, reason } of await fetchBotRanges(services, due))
    if (reason !== null) services.log.warn({ name, reason }, 'failed to fetch a bot IP range list')
}

/** Claims a list that is due. Returns true to only one of several concurrent callers. */
async function claim({ db, now }: Services, { name, url }: RangeSource): Promise<boolean> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  const attempt = { url, tried_at: at, problem: inProgress }
  const claimed = await db
    .insertInto('bot_ranges')
    .values({ name, ...attempt })
    .onConflict((on) =>
      on
        .column('name')
        .doUpdateSet({ tried_at: at, problem: inProgress })
        // A time in the future: the clock was set back.
        .where(sql<boolean>`bot_ranges.tried_at > ${at} or bot_ranges.tried_at <= case
          when bot_ranges.problem is null then ${before(refreshMs)}::timestamptz
          when bot_ranges.problem = ${inProgress} then ${before(interruptedRetryMs)}::timestamptz
          else ${before(retryMs)}::timestamptz end`),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}
