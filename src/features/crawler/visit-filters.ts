import { z } from 'zod'
import { day } from '../../kernel/fields.ts'
import { botCatalogue, botCategories } from '../../lib/bots/index.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Period } from '../visibility/index.ts'

const crawlers = botCatalogue.map(({ name }) => name).sort() as [string, ...string[]]

/** What visits are filtered by. */
export const visitFilterFields = {
  start_date: day.optional().describe('First day (UTC), inclusive; 29 days before end_date where not given'),
  end_date: day.optional().describe('Last day (UTC), inclusive; today where not given'),
  bot_category: z.array(z.enum(botCategories)).optional().describe('Operator buckets'),
  crawler: z.array(z.enum(crawlers)).optional().describe('Exact crawlers, as bot_name has them'),
}

export interface VisitFilters {
  bot_category?: readonly string[] | undefined
  crawler?: readonly string[] | undefined
}

/** What the filters ask of visits, those proven to be no visit of their bot included. */
export const visitsOf = (brandId: string, { bot_category, crawler }: VisitFilters): Sql =>
  sql.and([
    sql`brand_id = ${brandId}`,
    ...(bot_category === undefined ? [] : [sql`category IN ${bot_category}`]),
    ...(crawler === undefined ? [] : [sql`bot IN ${crawler}`]),
  ])

/** On days, in the words that the counts by day are stored under. */
export const onDays = ({ start_date, end_date }: Period): Sql =>
  sql`toDate(ts) BETWEEN ${start_date} AND ${end_date}`

export const category = z.string().describe('Operator bucket of the bot')

/** The time zone of all days and times. */
export const timezone = z.literal('UTC')
