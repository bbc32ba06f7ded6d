import { sql, type Transaction } from 'kysely'
import type { Tables } from '../stores/postgres-schema.ts'
import type { Brand, Services } from './context.ts'
import { notFound } from './errors.ts'

/** What an update of a brand's row sets when reads of the brand will show something else. */
export const raisedDataVersion = { data_version: sql<number>`data_version + 1` }

/**
 * Changes something of a brand in a transaction that holds the lock on the brand's row: changes of one brand come one
 * after another, and each raises the data version that results are kept under.
 * @throws ApiError not_found where the brand has been deleted
 */
export async function changeBrand<T>(
  { db }: Services,
  brandId: string,
  work: (transaction: Transaction<Tables>, brand: Brand) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const update = transaction.updateTable('brands').set(raisedDataVersion).where('id', '=', brandId)
    const brand = await update.returningAll().executeTakeFirst()
    if (brand === undefined) throw notFound('brand')
    return work(transaction, brand)
  })
}
