import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import type { Brand } from '../../kernel/tables.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/**
 * Reads visits of committed batches. Stored daily counts do not distinguish batches, so they are used only if no batch
 * was being written before and after the read.
 */
export async function readCommitted<T>(
  { services, brand }: BrandContext,
  read: (known: Sql) => Promise<T>,
): Promise<T> {
  if (!brand.visits_pending) {
    const found = await read(sql`true`)
    const now = await services.db
      .selectFrom('brands')
      .select(['visits_seq', 'visits_pending'])
      .where('id', '=', brand.id)
      .executeTakeFirst()
    if (isSame(brand, now)) return found
  }
  return read(committedUntil(brand.visits_seq))
}

const isSame = (brand: Brand, now: Pick<Brand, 'visits_seq' | 'visits_pending'> | undefined) =>
  now !== undefined && !now.visits_pending && now.visits_seq === brand.visits_seq

/**
 * Counts visits by day, bot, verdict and error, in the same expressions as the stored daily counts. These do not
 * distinguish the few signed visits.
 */
export const dailyVisits = (visits: Sql): Sql =>
  sql`SELECT toDate(ts) AS visit_day, bot, category, verdict, status >= 400 AS failed, count() AS counted,
        max(ts) AS last_ts, 0 AS signed
      FROM crawler_visits WHERE ${visits} GROUP BY visit_day, bot, category, verdict, failed
    UNION ALL SELECT toDate(ts) AS visit_day, bot, category, verdict, status >= 400 AS failed, 0 AS counted,
        max(ts) AS last_ts, count() AS signed
      FROM crawler_visits WHERE ${visits} AND is_signed GROUP BY visit_day, bot, category, verdict, failed`
