import { sql } from 'kysely'
import { z } from 'zod'
import { utcTimestamp } from '../../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { checkEngines } from '../plan/plan.ts'
import { countSlots, coverageCounts, type SlotCounts, serializeCounts } from './get-coverage.ts'

/** Position of a page: a run and its engine. */
const runPosition = z.tuple([z.iso.datetime(), z.string()])

export const listRuns = defineOperation({
  name: 'list-collection-runs',
  summary: 'List collection runs, newest first',
  ...brandRead('read:prompts', '/collection/runs'),
  entityTag: 'content',
  fields: { engine: z.string().min(1).max(40).optional().describe('Filter by engine slug.') },
  list: { position: runPosition, defaultLimit: 20 },
  data: z.array(
    z.object({
      engine: z.string(),
      started_at: utcTimestamp.describe('Start of the run (UTC).'),
      ended_at: utcTimestamp.nullable().describe('When the last answer was settled (UTC). Null while some are open.'),
      ...coverageCounts,
    }),
  ),
  async run({ ctx: { services, brand }, input, page }) {
    checkEngines(services, input.engine === undefined ? [] : [input.engine])
    const [before, engine] = page.after ?? []
    const { rows } = await sql<SlotCounts & { engine: string; round: Date; ended_at: Date | null }>`
      select engine, round, case when bool_and(state = 'settled') then max(settled_at) end as ended_at, ${countSlots}
      from collection_slots
      where brand_id = ${brand.id} and ${input.engine === undefined ? sql`true` : sql`engine = ${input.engine}`}
        and round <= ${services.now()}
        and ${before === undefined ? sql`true` : sql`(round, engine) < (${before}::timestamptz, ${engine})`}
      group by round, engine order by round desc, engine desc
      ${Number.isFinite(page.limit) ? sql`limit ${page.limit + 1}` : sql``}`.execute(services.db)
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    const hasMore = rows.length > shown.length && last !== undefined
    return {
      data: shown.map(({ engine: slug, round, ended_at, ...counts }) => ({
        engine: slug,
        started_at: round.toISOString(),
        ended_at: ended_at?.toISOString() ?? null,
        ...serializeCounts(counts),
      })),
      next: hasMore ? ([last.round.toISOString(), last.engine] as [string, string]) : undefined,
    }
  },
})
