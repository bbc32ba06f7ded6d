import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { wilson } from '../../lib/statistics/ratio-interval.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { periodFields, periodSchema, resolvePeriod, share, shareField } from '../visibility/index.ts'
import { goalFields, goalSchema, goalVersion, maxGoals, readGoals, serializeGoal } from './goal.ts'
import { visitsOf } from './visits.ts'

/** 95% of a normal distribution. */
const z95 = 1.96

export const listGoals = defineOperation({
  name: 'list-goals',
  summary: 'List goals with the visits from AI engines that reached them, oldest first',
  description: 'Visits mean “at least”: many carry no referrer. The rate compares counted visits only.',
  ...brandRead('read:crawler', '/traffic/goals'),
  shows: goalVersion,
  readsTables: ['ai_traffic'],
  fields: periodFields,
  list: { position: z.object({ offset: z.int().min(0), period: periodSchema }), defaultLimit: null },
  data: z.array(
    goalSchema.extend({
      visits: z.int().describe('Visits in the period with a page that matches.'),
      rate_pct: shareField.nullable().describe('Part of all visits from AI engines; null without visits.'),
      rate_low: shareField.nullable().describe('Lower end of the 95% interval of rate_pct (Wilson).'),
      rate_high: shareField.nullable().describe('Upper end of the interval.'),
    }),
  ),
  meta: z.object({ period: periodSchema, visits: z.int().describe('All visits in the period.') }),
  async run({ ctx: { services, brand }, input, page }) {
    const period = page.after?.period ?? resolvePeriod(input, services.now())
    const offset = page.after?.offset ?? 0
    const goals = await readGoals(services, brand.id)
    const [row] = await services.clickhouse.query<{ visits: string; by_goal: string[] }>(
      sql`SELECT count() AS visits, sumForEach(reached) AS by_goal FROM (${visitsOf(brand, period, goals)})`,
      services.config.QUERY_TIMEOUT_SECONDS,
    )
    const all = Number(row?.visits ?? 0)
    const shown = goals.slice(offset, offset + page.limit).map((goal, at) => {
      const visits = Number(row?.by_goal[offset + at] ?? 0)
      const rate = all === 0 ? null : visits / all
      const interval = rate === null ? null : wilson(rate, all, z95)
      const percent = (value: number | undefined) => share('rate_pct', value === undefined ? null : 100 * value)
      return {
        ...serializeGoal(goal),
        visits,
        rate_pct: percent(rate ?? undefined),
        rate_low: percent(interval?.low),
        rate_high: percent(interval?.high),
      }
    })
    return {
      data: shown,
      meta: { period, visits: all },
      next: offset + page.limit < goals.length ? { offset: offset + page.limit, period } : undefined,
    }
  },
})

export const createGoal = defineChange({
  name: 'create-goal',
  summary: 'Add a goal: pages that visits from AI engines should reach',
  description: 'Applies to past visits, too.',
  ...forEditors,
  fields: goalFields,
  data: goalSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { length } = await readGoals({ db: transaction }, brand.id)
    if (length >= maxGoals) throw conflict(`the brand has the maximum of ${maxGoals} goals; delete some first`)
    const goal = { id: randomUUID(), brand_id: brand.id, ...input, created_at: services.now() }
    await transaction.insertInto('traffic_goals').values(goal).execute()
    const data = serializeGoal(goal)
    return { data, audit: { before: null, after: data } }
  },
})

export const deleteGoal = defineChange({
  name: 'delete-goal',
  summary: 'Delete a goal of visits from AI engines',
  ...forEditors,
  changes: goalVersion,
  fields: { goal_id: uuid },
  data: z.object({ deleted_goal_id: z.uuid() }),
  async change({ ctx: { brand }, input: { goal_id }, transaction }) {
    const own = transaction.deleteFrom('traffic_goals').where('brand_id', '=', brand.id).where('id', '=', goal_id)
    const goal = await own.returningAll().executeTakeFirst()
    if (goal === undefined) throw notFound('goal')
    return { data: { deleted_goal_id: goal_id }, audit: { before: serializeGoal(goal), after: null } }
  },
})
