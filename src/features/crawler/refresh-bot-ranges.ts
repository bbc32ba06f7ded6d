import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { type RangeSource, rangeSources } from '../../lib/bots/index.ts'
import { fetchBotRanges } from './fetch-bot-ranges.ts'

const everySeconds = 3600
const hourMs = 3_600_000
/** A list is asked for so long after it was; sooner where that came to nothing, but not so often that it is a burden. */
const againMs = 24 * hourMs
const failedAgainMs = 6 * hourMs
/** Longer than an attempt takes: who began it was stopped. */
const unendedAgainMs = hourMs / 6

/** Stands where an attempt was begun, until it has ended. */
const begun = 'the last attempt to fetch it has not ended'

/** Fetches the lists of bots’ addresses, each once a day in all processes together. */
export const refreshBotRanges: Job = {
  queue: 'refresh-bot-ranges',
  everySeconds,
  async run(services) {
    if (services.config.BOT_RANGES === 'ignore') return
    await refreshDue(services, rangeSources)
  },
}

/** Fetches those of some lists that are due. */
export async function refreshDue(services: Services, sources: readonly RangeSource[]): Promise<void> {
  const due: RangeSource[] = []
  for (const source of sources) if (await claim(services, source)) due.push(source)
  if (due.length === 0) return
  for (const { name, reason } of await fetchBotRanges(services, due))
    if (reason !== null) services.log.warn({ name, reason }, 'a list of bots’ addresses was not fetched')
}

/** Whether a list is due; to one of those who ask at the same time. */
async function claim({ db, now }: Services, { name, url }: RangeSource): Promise<boolean> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  const attempt = { url, tried_at: at, problem: begun }
  const claimed = await db
    .insertInto('bot_ranges')
    .values({ name, ...attempt })
    .onConflict((on) =>
      on
        .column('name')
        .doUpdateSet({ tried_at: at, problem: begun })
        .where((row) =>
          row.or([
            row('bot_ranges.tried_at', '<=', before(againMs)),
            row.and([
              row('bot_ranges.problem', 'is not', null),
              row('bot_ranges.tried_at', '<=', before(failedAgainMs)),
            ]),
            row.and([
              row('bot_ranges.problem', '=', begun),
              row('bot_ranges.tried_at', '<=', before(unendedAgainMs)),
            ]),
            // The clock was set back since.
            row('bot_ranges.tried_at', '>', at),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}
