import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { bucketsOf, intervals, periodFields, periodSchema, resolvePeriod } from '../visibility/index.ts'
import { visitsOf } from './visits.ts'

const figures = {
  visits: z.int().describe('Visits, organic and paid: at least this many.'),
  paid_visits: z.int().describe('Visits with evidence of payment: at least this many.'),
}

export const getAiTrafficTrend = defineOperation({
  name: 'get-ai-traffic-trend',
  summary: 'Show visits of people from AI engines over time, most visits first',
  description: 'The first and last week or month cover only their days within the period.',
  ...brandRead('read:crawler', '/traffic/trend'),
  readsTables: ['ai_traffic'],
  fields: {
    ...periodFields,
    interval: z.enum(intervals).default('day').describe('Days, weeks starting on Monday, or calendar months (UTC).'),
  },
  data: z.object({
    period: periodSchema,
    interval: z.enum(intervals),
    engines: z.array(
      z.object({
        engine: z.string(),
        ...figures,
        points: z.array(z.object({ ...periodSchema.shape, ...figures })),
      }),
    ),
  }),
  async run({ ctx: { services, brand }, input }) {
    const period = resolvePeriod(input, services.now())
    const days = await services.clickhouse.query<EngineDay>(
      sql`SELECT engine, toString(toDate(started)) AS day, count() AS visits, countIf(paid) AS paid_visits
        FROM (${visitsOf(brand, period)}) GROUP BY engine, day`,
      services.config.QUERY_TIMEOUT_SECONDS,
    )
    const buckets = bucketsOf(period, input.interval)
    const engines = [...Map.groupBy(days, ({ engine }) => engine)].map(([engine, own]) => ({
      engine,
      ...sumOf(own),
      points: buckets.map((bucket) => ({
        ...bucket,
        ...sumOf(own.filter(({ day }) => day >= bucket.start_date && day <= bucket.end_date)),
      })),
    }))
    engines.sort((a, b) => b.visits - a.visits || (a.engine < b.engine ? -1 : 1))
    return { data: { period, interval: input.interval, engines } }
  },
})

interface EngineDay {
  engine: string
  day: string
  visits: string
  paid_visits: string
}

const sumOf = (days: readonly EngineDay[]) => ({
  visits: days.reduce((sum, { visits }) => sum + Number(visits), 0),
  paid_visits: days.reduce((sum, day) => sum + Number(day.paid_visits), 0),
})
