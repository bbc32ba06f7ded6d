import { crc32 } from 'node:zlib'
import { sql as postgres } from 'kysely'
import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { PostgresLike, Transaction } from '../stores/postgres.ts'
import { inList, updateRow } from '../stores/postgres-rows.ts'
import type { Config } from './config.ts'
import type { Brand, Services } from './context.ts'

/** A ClickHouse table whose rows are counted because they cannot be rebuilt. */
export interface CountedTable {
  table: string
  /** The column that identifies rows. */
  id: string
  /** The column whose UTC day a row counts on. */
  time: string
  /** The rows to count. Defaults to all. */
  rowFilter?: Sql
  /** Whether lost rows are rebuilt automatically. */
  isRebuildable?(config: Config): boolean
}

/** The counted properties of a ClickHouse row. */
export interface StoredRow {
  id: string
  /** UTC day as YYYY-MM-DD. */
  day: string
}

/** The number of rows and the sum of hashes of their ids. */
export interface Count {
  rows: number
  ids: bigint
}

export type DayCounts = Map<string, Count>

/** Counting a large brand takes longer than the request limit. */
const timeoutSeconds = 300

export const totalRows = (counts: DayCounts) => counts.values().reduce((sum, { rows }) => sum + rows, 0)

/** Counts rows as `countRowsInClickHouse` does in ClickHouse. */
export function countRows(rows: Iterable<StoredRow>): DayCounts {
  const counts: DayCounts = new Map()
  for (const { id, day } of rows) {
    const count = counts.get(day) ?? { rows: 0, ids: 0n }
    counts.set(day, { rows: count.rows + 1, ids: count.ids + BigInt(crc32(id)) })
  }
  return counts
}

export async function countRowsInClickHouse(
  { clickhouse }: Services,
  { table, id, time, rowFilter: among = sql`true` }: CountedTable,
  brandId: string,
  committed: Sql,
): Promise<DayCounts> {
  const rows = await clickhouse.query<{ day: string; found: string; ids: string }>(
    sql`SELECT toString(toDate32(${sql.raw(time)})) AS day, count() AS found, toString(sum(CRC32(toString(${sql.raw(id)})))) AS ids
      FROM ${sql.raw(table)} WHERE brand_id = ${brandId} AND ${committed} AND ${among} GROUP BY day`,
    timeoutSeconds,
  )
  return new Map(rows.map(({ day, found, ids }) => [day, { rows: Number(found), ids: BigInt(ids) }]))
}

/** Reads a brand's recorded counts from `stored_rows` or `lost_rows`. */
export async function readRecordedCounts(
  db: PostgresLike,
  name: 'stored_rows' | 'lost_rows',
  brandId: string,
  table: string,
): Promise<DayCounts> {
  const rows = await db
    .selectFrom(name)
    .select(['day', 'rows', 'ids'])
    .where('brand_id', '=', brandId)
    .where('table_name', '=', table)
    .execute()
  return new Map(rows.map(({ day, rows, ids }) => [day, { rows, ids: BigInt(ids) }]))
}

/** Records rows in the transaction that commits them. The caller holds the write lock. */
export async function recordStoredRows(
  transaction: Transaction,
  brand: Brand,
  table: string,
  counts: DayCounts,
): Promise<void> {
  await addCounts(transaction, 'stored_rows', brand.id, table, counts)
  if (brand.damaged_tables.includes(table)) await recordRecoveredRows(transaction, brand.id, table, counts)
}

export async function replaceStored(
  transaction: Transaction,
  brandId: string,
  table: string,
  found: DayCounts,
): Promise<void> {
  const noted = transaction.deleteFrom('stored_rows').where('brand_id', '=', brandId)
  await noted.where('table_name', '=', table).execute()
  await addCounts(transaction, 'stored_rows', brandId, table, found)
  const counted = postgres<string[]>`array_append(array_remove(counted_tables, ${table}), ${table})`
  await updateRow(transaction, 'brands', brandId, { counted_tables: counted })
}

/** Records missing rows and marks their table as damaged. */
export async function recordLostRows(
  transaction: Transaction,
  brandId: string,
  table: string,
  lost: DayCounts,
): Promise<void> {
  await addCounts(transaction, 'lost_rows', brandId, table, lost)
  await markDamaged(transaction, brandId, table)
}

/** Makes reads of the table's data fail from now on. */
export async function markDamaged(transaction: Transaction, brandId: string, table: string): Promise<void> {
  const damaged = postgres<string[]>`array_append(array_remove(damaged_tables, ${table}), ${table})`
  const version = postgres<number>`data_version + 1`
  await updateRow(transaction, 'brands', brandId, { damaged_tables: damaged, data_version: version })
}

/** The update of a brand's row that ends a table's damage. */
export const clearDamage = (table: string) => ({
  damaged_tables: postgres<string[]>`array_remove(damaged_tables, ${table})`,
  data_version: postgres<number>`data_version + 1`,
})

/**
 * Deletes records of lost rows, for some days or all. Once none are left, the table is no longer damaged.
 * @param days undefined for all
 */
export async function deleteLostRows(
  transaction: Transaction,
  brandId: string,
  table: string,
  days?: readonly string[],
): Promise<void> {
  let lost = transaction.deleteFrom('lost_rows').where('brand_id', '=', brandId)
  lost = lost.where('table_name', '=', table)
  if (days !== undefined) lost = lost.where(inList('day', days, 'date'))
  await lost.execute()
  await clearDamageIfComplete(transaction, brandId, table)
}

/** Counts rows that arrive while some are lost as possibly recovered: they are if a day's ids match. */
async function recordRecoveredRows(
  transaction: Transaction,
  brandId: string,
  table: string,
  counts: DayCounts,
): Promise<void> {
  await postgres`update lost_rows set regained_rows = regained_rows + come.rows, regained_ids = regained_ids + come.ids
    from ${countsTable(counts)} where brand_id = ${brandId} and table_name = ${table} and lost_rows.day = come.day`.execute(
    transaction,
  )
  await transaction
    .deleteFrom('lost_rows')
    .where('brand_id', '=', brandId)
    .where('table_name', '=', table)
    .whereRef('regained_rows', '=', 'rows')
    .whereRef('regained_ids', '=', 'ids')
    .execute()
  await clearDamageIfComplete(transaction, brandId, table)
}

async function clearDamageIfComplete(transaction: Transaction, brandId: string, table: string): Promise<void> {
  const left = transaction.selectFrom('lost_rows').select('day').where('brand_id', '=', brandId)
  if ((await left.where('table_name', '=', table).limit(1).executeTakeFirst()) !== undefined) return
  await updateRow(transaction, 'brands', brandId, clearDamage(table))
}

async function addCounts(
  transaction: Transaction,
  name: 'stored_rows' | 'lost_rows',
  brandId: string,
  table: string,
  counts: DayCounts,
): Promise<void> {
  if (counts.size === 0) return
  const noticed = name === 'lost_rows' ? postgres`, now()` : postgres``
  const columns = postgres.raw(name === 'lost_rows' ? ', noticed_at' : '')
  const into = postgres.table(name)
  await postgres`insert into ${into} as known (brand_id, table_name, day, rows, ids${columns})
    select ${brandId}, ${table}, day, rows, ids${noticed} from ${countsTable(counts)}
    on conflict (brand_id, table_name, day) do update
      set rows = known.rows + excluded.rows, ids = known.ids + excluded.ids`.execute(transaction)
}

/** The counts as rows `come` of a statement. */
function countsTable(counts: DayCounts) {
  const days = [...counts].map(([day, { rows, ids }]) => ({ day, rows, ids: String(ids) }))
  return postgres`json_to_recordset(${JSON.stringify(days)}::json) as come (day date, rows bigint, ids numeric)`
}
