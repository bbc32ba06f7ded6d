import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { botCatalog } from '../../lib/bots/index.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { addDays, type Period, periodSchema, previousPeriod, resolvePeriod } from '../visibility/index.ts'
import { dailyVisits, readCommitted } from './committed-visits.ts'
import { serializeVisits, signedVisits, spoofedVisits, verifiedVisits, visitFigures } from './visit-figures.ts'
import { category, isVisit, onDays, timezone, visitFilterFields, visitsOf } from './visit-filters.ts'

const maxPages = 20
const purposes = new Map(botCatalog.map(({ name, purpose }) => [name, purpose]))

const compared = {
  previous_visits: z.int().describe('Visits in the previous period.'),
  visits_delta: z.int().describe('visits − previous_visits.'),
}

export const getCrawlerSummary = defineOperation({
  name: 'get-crawler-summary',
  summary: 'Show AI bot visits by bot, operator, day and page, compared with the previous period',
  ...brandRead('read:website', '/crawler/summary'),
  readsTables: ['crawler_visits'],
  fields: visitFilterFields,
  data: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    previous_period: periodSchema,
    timezone,
    totals: z.object({ ...visitFigures, ...compared, spoofed_visits: spoofedVisits }),
    bots: z.array(
      z.object({
        bot_name: z.string(),
        bot_category: category,
        purpose: z.string().describe('search, fetch, agent, training, data or other.'),
        ...visitFigures,
        ...compared,
        verified_visits: verifiedVisits,
        signed_visits: signedVisits,
        spoofed_visits: spoofedVisits,
        last_visit_at: utcTimestamp.nullable(),
      }),
    ),
    categories: z.array(z.object({ bot_category: category, ...visitFigures, ...compared })),
    days: z.array(z.object({ date: z.iso.date(), ...visitFigures })).describe('One row per day of the period.'),
    pages: z
      .array(
        z.object({
          domain: z.string().nullable(),
          path: z.string().nullable(),
          ...visitFigures,
          last_visit_at: utcTimestamp,
        }),
      )
      .describe(`The ${maxPages} pages with the most visits.`),
  }),
  async run({ ctx, input }) {
    const { services, brand } = ctx
    const period = resolvePeriod(input, services.now())
    const previous = previousPeriod(period)
    const matching = visitsOf(brand.id, input)
    const { bots, days, pages } = await readCommitted(ctx, (known) => {
      const visits = sql.and([matching, known])
      return countVisits(ctx, visits, period, previous)
    })
    return {
      data: {
        brand_id: brand.id,
        period,
        previous_period: previous,
        timezone: 'UTC' as const,
        totals: { ...sumOf(bots), spoofed_visits: total(bots, 'spoofed') },
        bots: bots.map((bot) => ({
          bot_name: bot.bot,
          bot_category: bot.category,
          purpose: purposes.get(bot.bot) ?? 'other',
          ...sumOf([bot]),
          verified_visits: Number(bot.verified),
          signed_visits: Number(bot.signed),
          spoofed_visits: Number(bot.spoofed),
          last_visit_at: Number(bot.visits) === 0 ? null : toTimestamp(bot.latest),
        })),
        categories: byCategory(bots),
        days: eachDay(period, days),
        pages: pages.map((page) => ({
          domain: page.site || null,
          path: page.place || null,
          ...serializeVisits(page),
          last_visit_at: toTimestamp(page.latest),
        })),
      },
    }
  },
})

interface Counted {
  visits: string
  errors: string
}

interface BotCount extends Counted {
  bot: string
  category: string
  previous: string
  verified: string
  signed: string
  spoofed: string
  latest: string
}

interface PageCount extends Counted {
  site: string
  place: string
  latest: string
}

async function countVisits({ services }: BrandContext, visits: Sql, period: Period, previous: Period) {
  const seconds = services.config.QUERY_TIMEOUT_SECONDS
  const both = { start_date: previous.start_date, end_date: period.end_date }
  const isNow = sql`visit_day >= ${period.start_date}`
  const [bots, days, pages] = await Promise.all([
    services.clickhouse.query<BotCount>(
      sql`SELECT bot, category, sumIf(counted, ${isNow} AND ${isVisit}) AS visits,
          sumIf(counted, ${isNow} AND ${isVisit} AND failed) AS errors,
          sumIf(counted, NOT ${isNow} AND ${isVisit}) AS previous,
          sumIf(counted, ${isNow} AND verdict = 'verified') AS verified, sumIf(signed, ${isNow}) AS signed,
          sumIf(counted, ${isNow} AND verdict = 'spoofed') AS spoofed,
          toString(maxIf(last_ts, ${isNow} AND ${isVisit})) AS latest
        FROM (${dailyVisits(sql`${visits} AND ${onDays(both)}`)})
        GROUP BY bot, category HAVING visits + previous + spoofed > 0 ORDER BY visits DESC, previous DESC, bot, category`,
      seconds,
    ),
    services.clickhouse.query<Counted & { shown_day: string }>(
      sql`SELECT toString(visit_day) AS shown_day, sum(counted) AS visits, sumIf(counted, failed) AS errors
        FROM (SELECT toDate(ts) AS visit_day, status >= 400 AS failed, count() AS counted
          FROM crawler_visits WHERE ${visits} AND ${isVisit} AND ${onDays(period)} GROUP BY visit_day, failed)
        GROUP BY visit_day`,
      seconds,
    ),
    mostVisited(services.clickhouse, sql`${visits} AND ${onDays(period)}`, seconds),
  ])
  return { bots, days, pages }
}

/**
 * Counts pages by their numeric ids, in the same expressions as the stored daily counts; grouping by name is several
 * times slower. A page gets the name from its last visit.
 */
async function mostVisited(
  clickhouse: BrandContext['services']['clickhouse'],
  visits: Sql,
  seconds: number,
): Promise<PageCount[]> {
  const most = await clickhouse.query<Counted & { id: string; latest: string }>(
    sql`SELECT toString(page) AS id, countIf(${isVisit}) AS visits, countIf(${isVisit} AND status >= 400) AS errors,
        toString(maxIf(ts, ${isVisit})) AS latest
      FROM crawler_visits WHERE ${visits} GROUP BY page HAVING visits > 0 ORDER BY visits DESC, page LIMIT ${maxPages}`,
    seconds,
  )
  if (most.length === 0) return []
  const lastVisits = most.map(({ id, latest }) => sql`(${sql.raw(id)}, ${timeOf(latest)})`.text).join(',')
  const times = most.map(({ latest }) => timeOf(latest).text).join(',')
  const named = await clickhouse.query<{ id: string; site: string; place: string }>(
    sql`SELECT toString(page) AS id, domain AS site, path AS place FROM crawler_visits
      WHERE ${visits} AND ${isVisit} AND ts IN (${sql.raw(times)}) AND (page, ts) IN (${sql.raw(lastVisits)})
      ORDER BY visit_id LIMIT 1 BY page`,
    seconds,
  )
  const names = new Map(named.map((page) => [page.id, page]))
  return most.flatMap((page) => {
    const name = names.get(page.id)
    return name === undefined ? [] : [{ ...page, ...name }]
  })
}

/** A stored time as a ClickHouse literal. */
const timeOf = (stored: string) => sql`${new Date(toTimestamp(stored))}`

const total = <Name extends string>(rows: readonly Record<Name, string>[], name: Name) =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0)

function sumOf(bots: readonly BotCount[]) {
  const visits = total(bots, 'visits')
  const previous_visits = total(bots, 'previous')
  return {
    ...serializeVisits({ visits, errors: total(bots, 'errors') }),
    previous_visits,
    visits_delta: visits - previous_visits,
  }
}

function byCategory(bots: readonly BotCount[]) {
  const categories = [...Map.groupBy(bots, (bot) => bot.category)].map(([bot_category, own]) => ({
    bot_category,
    ...sumOf(own),
  }))
  return categories.sort((a, b) => b.visits - a.visits || (a.bot_category < b.bot_category ? -1 : 1))
}

function eachDay({ start_date, end_date }: Period, counted: readonly (Counted & { shown_day: string })[]) {
  const byDay = new Map(counted.map((row) => [row.shown_day, row]))
  const days: ({ date: string } & ReturnType<typeof serializeVisits>)[] = []
  for (let date = start_date; date <= end_date; date = addDays(date, 1))
    days.push({ date, ...serializeVisits(byDay.get(date) ?? { visits: 0, errors: 0 }) })
  return days
}
