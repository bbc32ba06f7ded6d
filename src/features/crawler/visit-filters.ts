import { z } from 'zod'
import { filterBy } from '../../kernel/fields.ts'
import { botCatalog, botCategories } from '../../lib/bots/index.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { type Period, periodFields } from '../visibility/index.ts'

const crawlers = botCatalog.map(({ name }) => name).sort() as [string, ...string[]]

export const visitFilterFields = {
  ...periodFields,
  bot_category: filterBy(z.enum(botCategories)).describe('Filter by operator.'),
  crawler: filterBy(z.enum(crawlers)).describe('Filter by bot_name.'),
}

export interface VisitFilters {
  bot_category?: readonly string[] | undefined
  crawler?: readonly string[] | undefined
}

/** The condition of the filters. Includes spoofed visits. */
export const visitsOf = (brandId: string, { bot_category, crawler }: VisitFilters): Sql =>
  sql.and([
    sql`brand_id = ${brandId}`,
    ...(bot_category === undefined ? [] : [sql`category IN ${bot_category}`]),
    ...(crawler === undefined ? [] : [sql`bot IN ${crawler}`]),
  ])

/** Excludes spoofed visits. */
export const isVisit = sql`verdict != 'spoofed'`

/** `signature`, `address` or empty. */
export const verifiedBy = sql`multiIf(is_signed, 'signature', verdict = 'verified', 'address', '')`

/** Condition for days, in the same expression as the stored daily counts. */
export const onDays = ({ start_date, end_date }: Period): Sql => sql`toDate(ts) BETWEEN ${start_date} AND ${end_date}`

export const category = z.string().describe('Operator of the bot, as a slug.')

export const timezone = z.literal('UTC')
