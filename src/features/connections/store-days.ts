import { createHash } from 'node:crypto'
import { canonicalJson } from '../../kernel/canonical.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'
import type { Connection } from './connection.ts'
import { type SyncedDays, SyncProblem } from './readers/reader.ts'
import { dimensions } from './tables.ts'

/**
 * Replaces days of a connection in one transaction.
 * @param isFirst removes rows of other properties, too
 * @returns false if the connection was deleted
 */
export async function storeDays(
  { db, now }: Services,
  { id, brand_id, property }: Connection,
  kinds: readonly string[],
  { first, last, rows }: SyncedDays,
  isFirst: boolean,
): Promise<boolean> {
  const imported_at = now()
  const stored = new Map(
    rows.map((row) => {
      const { kind, count, measures, isThresholded: is_thresholded = false } = row
      const { day } = row.dimensions
      if (day < first || day > last)
        throw new SyncProblem('failed', `the response has rows of ${day}, which was not requested`)
      const texts = Object.entries(row.dimensions)
      const values = Object.fromEntries(
        texts.map(([name, text]) => [name, text.toWellFormed().replaceAll('\0', '\uFFFD')]),
      )
      const report = dimensions.filter((dimension) => dimension in values).join(',')
      const key = createHash('sha256').update(canonicalJson(values)).digest()
      const columns = { brand_id, kind, report, key, dimensions: values as never, count, imported_at }
      return [
        `${kind} ${report} ${key.toString('hex')}`,
        { ...columns, day, property, measures: measures as never, is_thresholded },
      ]
    }),
  )
  return db.transaction().execute(async (transaction) => {
    // Locks the brand before the connection, as changes do.
    const brand = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand_id)
    await brand.execute()
    const own = transaction.selectFrom('connections').select('id').where('id', '=', id).forUpdate()
    if ((await own.executeTakeFirst()) === undefined) return false
    const before = transaction
      .deleteFrom('first_party_rows')
      .where('brand_id', '=', brand_id)
      .where(inList('kind', kinds, 'text'))
      .where((is) => {
        const isSameDay = is.between('day', first, last)
        return isFirst ? is.or([isSameDay, is('property', '!=', property)]) : isSameDay
      })
    await before.execute()
    await insertRows(transaction, 'first_party_rows', [...stored.values()])
    return true
  })
}
