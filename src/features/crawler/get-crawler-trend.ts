import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { bucketsOf, intervals, type Period, periodSchema, resolvePeriod } from '../visibility/index.ts'
import { dailyVisits, readCommitted } from './committed-visits.ts'
import { serializeVisits, signedVisits, spoofedVisits, verifiedVisits, visitFigures } from './visit-figures.ts'
import { category, isVisit, onDays, timezone, visitFilterFields, visitsOf } from './visit-filters.ts'

const figures = {
  ...visitFigures,
  ...{ verified_visits: verifiedVisits, signed_visits: signedVisits, spoofed_visits: spoofedVisits },
}

export const getCrawlerTrend = defineOperation({
  name: 'get-crawler-trend',
  summary: 'Show visits per AI bot over time, most visits first',
  description:
    'Returns one series per bot with visits in the period. Includes bots with spoofed visits only. The first and last ' +
    'week or month cover only their days within the period.',
  ...brandRead('read:website', '/crawler/trend'),
  readsTables: ['crawler_visits'],
  fields: {
    ...visitFilterFields,
    interval: z.enum(intervals).default('day').describe('Days, weeks starting on Monday, or calendar months (UTC).'),
  },
  data: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    interval: z.enum(intervals),
    timezone,
    bots: z.array(
      z.object({
        bot_name: z.string(),
        bot_category: category,
        ...figures,
        points: z.array(z.object({ ...periodSchema.shape, ...figures })),
      }),
    ),
  }),
  async run({ ctx, input }) {
    const { services, brand } = ctx
    const period = resolvePeriod(input, services.now())
    const matching = visitsOf(brand.id, input)
    const days = await readCommitted(ctx, (known) => countDays(ctx, sql.and([matching, known]), period))
    const buckets = bucketsOf(period, input.interval)
    const bots = [...Map.groupBy(days, ({ bot }) => bot)].map(([bot_name, own]) => ({
      bot_name,
      bot_category: own[0]?.category as string,
      ...sumOf(own),
      points: buckets.map((bucket) => ({ ...bucket, ...sumOf(own.filter(isWithin(bucket))) })),
    }))
    bots.sort(
      (a, b) => b.visits - a.visits || b.spoofed_visits - a.spoofed_visits || (a.bot_name < b.bot_name ? -1 : 1),
    )
    return {
      data: { brand_id: brand.id, period, interval: input.interval, timezone: 'UTC' as const, bots },
    }
  },
})

interface BotDay {
  bot: string
  category: string
  shown_day: string
  visits: string
  errors: string
  verified: string
  signed: string
  spoofed: string
}

/** Counts by bot and day, in the same expressions as the stored daily counts. */
const countDays = ({ services }: BrandContext, visits: Sql, period: Period): Promise<BotDay[]> =>
  services.clickhouse.query<BotDay>(
    sql`SELECT bot, category, toString(visit_day) AS shown_day, sumIf(counted, ${isVisit}) AS visits,
        sumIf(counted, ${isVisit} AND failed) AS errors, sumIf(counted, verdict = 'verified') AS verified,
        sum(signed) AS signed, sumIf(counted, verdict = 'spoofed') AS spoofed
      FROM (${dailyVisits(sql`${visits} AND ${onDays(period)}`)})
      GROUP BY bot, category, visit_day`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )

const isWithin =
  ({ start_date, end_date }: Period) =>
  ({ shown_day }: BotDay) =>
    shown_day >= start_date && shown_day <= end_date

function sumOf(days: readonly BotDay[]) {
  const total = (of: (day: BotDay) => string) => days.reduce((sum, day) => sum + Number(of(day)), 0)
  return {
    ...serializeVisits({ visits: total((day) => day.visits), errors: total((day) => day.errors) }),
    verified_visits: total((day) => day.verified),
    signed_visits: total((day) => day.signed),
    spoofed_visits: total((day) => day.spoofed),
  }
}
