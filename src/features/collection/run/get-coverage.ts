import { sql } from 'kysely'
import { z } from 'zod'
import { day, filterBy } from '../../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { country } from '../../../lib/countries.ts'
import { addDays, compare, periodSchema, resolvePeriod } from '../../visibility/index.ts'
import { toUsd } from '../money/money.ts'
import { checkEngines } from '../plan/plan.ts'

/** Answers that arrive later than this count as late. */
export const lateAfterMinutes = 60

export const coverageCounts = {
  planned: z.int().describe('Planned answers.'),
  collected: z.int().describe('Collected answers.'),
  none_shown: z.int().describe('Number of times the engine showed no answer.'),
  failed: z.int().describe('Planned answers that failed.'),
  pending: z.int().describe('Planned answers that are waiting or in progress.'),
  late: z.int().describe(`Results that arrived more than ${lateAfterMinutes} minutes after their planned time.`),
  possibly_bought: z
    .int()
    .describe(
      'Attempts with a lost answer that the provider may have charged for; at_risk_usd is their typical cost. After a crash: all running requests, at most the concurrency of each source.',
    ),
  cost_usd: z.number().describe('Cost of the answers that arrived.'),
  at_risk_usd: z.number().describe('Typical cost of the possibly bought attempts.'),
  reasons: z
    .array(z.object({ reason: z.string(), questions: z.int() }))
    .describe('Failed answers by reason, most frequent first.'),
}

export const countSlots = sql<SlotCounts>`
  count(*)::int as planned,
  count(*) filter (where outcome = 'answered')::int as collected,
  count(*) filter (where outcome = 'none_shown')::int as none_shown,
  count(*) filter (where outcome in ('failed', 'unreadable'))::int as failed,
  count(*) filter (where outcome is null)::int as pending,
  count(*) filter (where received_at > planned_at + ${lateAfterMinutes} * interval '1 minute')::int as late,
  coalesce(sum(possibly_bought), 0)::int as possibly_bought,
  coalesce(sum(cost_nanos), 0)::bigint as cost_nanos,
  coalesce(sum(at_risk_nanos), 0)::bigint as at_risk_nanos,
  coalesce(jsonb_agg(failure) filter (where outcome in ('failed', 'unreadable')), '[]') as failures`

export interface SlotCounts {
  planned: number
  collected: number
  none_shown: number
  failed: number
  pending: number
  late: number
  possibly_bought: number
  cost_nanos: number
  at_risk_nanos: number
  failures: string[]
}

export function serializeCounts({ failures, cost_nanos, at_risk_nanos, ...counts }: SlotCounts) {
  const reasons = [...Map.groupBy(failures, (failure) => failure)]
    .map(([reason, { length }]) => ({ reason, questions: length }))
    .sort((a, b) => b.questions - a.questions || compare(a.reason, b.reason))
  return { ...counts, cost_usd: toUsd(cost_nanos), at_risk_usd: toUsd(at_risk_nanos), reasons }
}

const dimensions = ['engine', 'country', 'day'] as const

export const getCoverage = defineOperation({
  name: 'get-collection-coverage',
  summary: 'Show planned, collected and failed answers by engine, market and day',
  description:
    'An engine that was down shows as failed or pending here, never as a drop in a figure. Rows sum over the dimensions ' +
    'missing from group_by. reasons: missed (not run in time), over_budget, no_price, not_supported, rate_limited, ' +
    'provider_failed, source_stopped, plan_paused, prompt_removed, unreadable, not_stored, lost.',
  ...brandRead('read:prompts', '/collection/coverage'),
  entityTag: 'content',
  fields: {
    start_date: day.optional().describe('First planned day (UTC). Defaults to 29 days before end_date.'),
    end_date: day.optional().describe('Last planned day (UTC). Defaults to today.'),
    engine: filterBy(z.string().min(1).max(40)).describe('Engine slugs.'),
    country: filterBy(country).describe('Country codes of markets.'),
    group_by: filterBy(z.enum(dimensions)).describe('Dimensions to group by. Defaults to all three.'),
  },
  list: { position: z.object({ offset: z.int().min(0), period: periodSchema }), defaultLimit: null },
  data: z.array(
    z.object({
      engine: z.string().optional(),
      country: z.string().optional(),
      day: z.iso.date().optional(),
      ...coverageCounts,
    }),
  ),
  meta: z.object({ brand_id: z.uuid(), period: periodSchema, total: z.object(coverageCounts) }),
  async run({ ctx: { services, brand }, input, page }) {
    checkEngines(services, input.engine)
    const period = page.after?.period ?? resolvePeriod(input, services.now())
    const offset = page.after?.offset ?? 0
    const groups = dimensions.filter((name) => input.group_by?.includes(name) ?? true)
    const columns = {
      engine: sql`engine`,
      country: sql`country`,
      day: sql`to_char(planned_at at time zone 'UTC', 'YYYY-MM-DD')`,
    }
    const where = sql`brand_id = ${brand.id}
      and planned_at >= ${new Date(period.start_date)} and planned_at < ${new Date(addDays(period.end_date, 1))}
      and ${input.engine === undefined ? sql`true` : sql`engine = any(${input.engine})`}
      and ${input.country === undefined ? sql`true` : sql`country = any(${input.country})`}`
    const named = sql.join(groups.map((name) => sql`${columns[name]} as ${sql.ref(name)}`))
    const places = sql.join(groups.map((_, index) => sql.lit(index + 1)))
    const { rows } = await sql<SlotCounts & { engine?: string; country?: string; day?: string }>`
      select ${named}, ${countSlots} from collection_slots where ${where} group by ${places} order by ${places}
      offset ${offset} ${Number.isFinite(page.limit) ? sql`limit ${page.limit + 1}` : sql``}`.execute(services.db)
    const total = await sql<SlotCounts>`select ${countSlots} from collection_slots where ${where}`.execute(services.db)
    const hasMore = rows.length > page.limit
    const data = rows.slice(0, page.limit).map(({ engine, country: market, day: date, ...counts }) => ({
      ...(engine === undefined ? {} : { engine }),
      ...(market === undefined ? {} : { country: market }),
      ...(date === undefined ? {} : { day: date }),
      ...serializeCounts(counts),
    }))
    return {
      data,
      next: hasMore ? { offset: offset + page.limit, period } : undefined,
      meta: { brand_id: brand.id, period, total: serializeCounts(total.rows[0] as SlotCounts) },
    }
  },
})
