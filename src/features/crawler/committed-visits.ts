import { committedUntil } from '../../kernel/batches.ts'
import type { Brand, BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/**
 * Reads visits of committed batches. The counts by day that are stored know no batches: they are what was committed as
 * long as no batch is being written, which is looked at before and after.
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
