import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { evidenceKinds } from '../../lib/referrals/classify.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { periodFields, periodSchema, previousPeriod, resolvePeriod } from '../visibility/index.ts'
import { type Goal, readGoals } from './goal.ts'
import { visitsOf } from './visits.ts'

export const listAiTraffic = defineOperation({
  name: 'list-ai-traffic',
  summary: 'Show visits of people from AI engines, most first',
  description:
    'All figures mean “at least”: many visits from engines carry no referrer. Without paid evidence, a visit is not ' +
    'proven to be organic.',
  ...brandRead('read:crawler', '/traffic/summary'),
  readsTables: ['ai_traffic'],
  fields: periodFields,
  list: { position: z.object({ offset: z.int().min(0), period: periodSchema }), defaultLimit: null },
  data: z.array(
    z.object({
      engine: z.string().describe('The AI engine that people came from.'),
      visits: z.int().describe('Visits in the period, organic and paid: at least this many.'),
      previous_visits: z.int().describe('Visits in the previous period: at least this many.'),
      paid_visits: z.int().describe('Visits with evidence of payment: at least this many.'),
      goals: z.int().describe('Goals that visits in the period reached; each goal counts once per visit.'),
      goal_value: z.number().nullable().describe('Value of these goals; null if no goal has a value.'),
      evidence: z
        .record(z.enum(evidenceKinds), z.int())
        .describe('Visits by the evidence of their engine: at least this many.'),
    }),
  ),
  meta: z.object({ period: periodSchema, previous_period: periodSchema }),
  async run({ ctx: { services, brand }, input, page }) {
    const period = page.after?.period ?? resolvePeriod(input, services.now())
    const offset = page.after?.offset ?? 0
    const previous = previousPeriod(period)
    const goals = await readGoals(services, brand.id)
    const both = { start_date: previous.start_date, end_date: period.end_date }
    const rows = await services.clickhouse.query<Row>(
      sql`SELECT engine, countIf(is_now) AS visits, countIf(NOT is_now) AS previous,
          countIf(is_now AND paid) AS paid_visits, sumForEachIf(reached, is_now) AS by_goal,
          arrayMap(kind -> countEqual(groupArrayIf(evidence, is_now), kind), ${evidenceKinds}) AS by_evidence
        FROM (SELECT *, toDate(started) >= ${period.start_date} AS is_now FROM (${visitsOf(brand, both, goals)}))
        GROUP BY engine ORDER BY visits DESC, previous DESC, engine`,
      services.config.QUERY_TIMEOUT_SECONDS,
    )
    const hasValue = goals.some(({ value }) => value !== null)
    const sumOfGoals = ({ by_goal }: Row, worth: (goal: Goal) => number) =>
      goals.reduce((sum, goal, at) => sum + Number(by_goal[at] ?? 0) * worth(goal), 0)
    return {
      data: rows.slice(offset, offset + page.limit).map((row) => ({
        engine: row.engine,
        visits: Number(row.visits),
        previous_visits: Number(row.previous),
        paid_visits: Number(row.paid_visits),
        goals: sumOfGoals(row, () => 1),
        goal_value: hasValue ? sumOfGoals(row, ({ value }) => value ?? 0) : null,
        evidence: Object.fromEntries(evidenceKinds.map((kind, at) => [kind, Number(row.by_evidence[at])])) as Record<
          (typeof evidenceKinds)[number],
          number
        >,
      })),
      meta: { period, previous_period: previous },
      next: offset + page.limit < rows.length ? { offset: offset + page.limit, period } : undefined,
    }
  },
})

interface Row {
  engine: string
  visits: string
  previous: string
  paid_visits: string
  by_evidence: string[]
  by_goal: string[]
}
