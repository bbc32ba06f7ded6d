import { z } from 'zod'
import { filterBy } from '../../kernel/fields.ts'
import { botCatalog, botCategories } from '../../lib/bots/index.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { type Period, periodFields } from '../visibility/index.ts'

const crawlers = botCatalog.map(({ name }) => name).sort() as [string, ...string[]]

/** What visits are filtered by. */
export const visitFilterFields = {
  ...periodFields,
  bot_category: filterBy(z.enum(botCategories)).describe('Operator buckets'),
  crawler: filterBy(z.enum(crawlers)).describe('Exact crawlers, as bot_name has them'),
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

/** Whether it is not proven that somebody else used the bot’s name. */
export const isVisit = sql`verdict != 'spoofed'`

/** On days, in the words that the counts by day are stored under. */
export const onDays = ({ start_date, end_date }: Period): Sql =>
  sql`toDate(ts) BETWEEN ${start_date} AND ${end_date}`

export const category = z.string().describe('Operator bucket of the bot')

/** The time zone of all days and times. */
export const timezone = z.literal('UTC')
