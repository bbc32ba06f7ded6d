import { crc32 } from 'node:zlib'
import { sql as postgres, type Transaction } from 'kysely'
import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../stores/postgres.ts'
import { inList } from '../stores/postgres-rows.ts'
import type { Tables } from '../stores/postgres-schema.ts'
import type { Config } from './config.ts'
import type { Brand, Services } from './context.ts'

/** A table of ClickHouse whose rows are counted, as nothing else can make them again. */
export interface CountedTable {
  table: string
  /** The column that tells rows apart. */
  id: string
  /** The column whose UTC day a row is counted on. */
  time: string
  /** Which of its rows are counted; all where not given. */
  rowFilter?: Sql
  /** Whether rows that are lost come again by themselves. */
  isRebuildable?(config: Config): boolean
}

/** A row of ClickHouse as far as it is counted. */
export interface StoredRow {
  id: string
  /** The UTC day that it is of, as YYYY-MM-DD. */
  day: string
}

/** How many rows there are, and which: a sum over their ids. */
export interface Count {
  rows: number
  ids: bigint
}

/** By day. */
export type DayCounts = Map<string, Count>

/** Counting all rows of a large brand takes longer than a request may. */
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

/** What ClickHouse holds of a brand's committed rows. */
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

/** What was noted of a brand's rows in `stored_rows` or `lost_rows`. */
export async function readRecordedCounts(
  db: PostgresLike,
  name: 'stored_rows' | 'lost_rows',
  brandId: string,
  table: string,
): Promise<DayCounts> {
  const rows = await db
    .selectFrom(name)
    .select([postgres<string>`day::text`.as('day'), 'rows', 'ids'])
    .where('brand_id', '=', brandId)
    .where('table_name', '=', table)
    .execute()
  return new Map(rows.map(({ day, rows, ids }) => [day, { rows, ids: BigInt(ids) }]))
}

/** Notes rows that are committed with the same transaction. The caller holds the lock of their kind. */
export async function recordStoredRows(
  transaction: Transaction<Tables>,
  brand: Brand,
  table: string,
  counts: DayCounts,
): Promise<void> {
  await addCounts(transaction, 'stored_rows', brand.id, table, counts)
  if (brand.damaged_tables.includes(table)) await recordRecoveredRows(transaction, brand.id, table, counts)
}

/** Sets what is noted to be stored to what was found. */
export async function replaceStored(
  transaction: Transaction<Tables>,
  brandId: string,
  table: string,
  found: DayCounts,
): Promise<void> {
  const noted = transaction.deleteFrom('stored_rows').where('brand_id', '=', brandId)
  await noted.where('table_name', '=', table).execute()
  await addCounts(transaction, 'stored_rows', brandId, table, found)
  const counted = postgres<string[]>`array_append(array_remove(counted_tables, ${table}), ${table})`
  await transaction.updateTable('brands').set({ counted_tables: counted }).where('id', '=', brandId).execute()
}

/** Notes rows that are missing, whose table counts as damaged from now on. */
export async function recordLostRows(
  transaction: Transaction<Tables>,
  brandId: string,
  table: string,
  lost: DayCounts,
): Promise<void> {
  await addCounts(transaction, 'lost_rows', brandId, table, lost)
  await markDamaged(transaction, brandId, table)
}

/** Reads that show what comes from the table are refused from now on. */
export async function markDamaged(
  transaction: Transaction<Tables>,
  brandId: string,
  table: string,
): Promise<void> {
  const damaged = postgres<string[]>`array_append(array_remove(damaged_tables, ${table}), ${table})`
  const version = postgres<number>`data_version + 1`
  await transaction
    .updateTable('brands')
    .set({ damaged_tables: damaged, data_version: version })
    .where('id', '=', brandId)
    .execute()
}

/** What an update of a brand's row sets when nothing is missing in the table any more. */
export const clearDamage = (table: string) => ({
  damaged_tables: postgres<string[]>`array_remove(damaged_tables, ${table})`,
  data_version: postgres<number>`data_version + 1`,
})

/**
 * Forgets what was lost: some days of it, or all. Once nothing of it is left, the table is whole.
 * @param days undefined for all
 */
export async function deleteLostRows(
  transaction: Transaction<Tables>,
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

/** Rows that come while some are lost may be those: they are where as many of the same ids have come for a day. */
async function recordRecoveredRows(
  transaction: Transaction<Tables>,
  brandId: string,
  table: string,
  counts: DayCounts,
): Promise<void> {
  await postgres`update lost_rows set regained_rows = regained_rows + come.rows, regained_ids = regained_ids + come.ids
    from ${listed(counts)} where brand_id = ${brandId} and table_name = ${table} and lost_rows.day = come.day`.execute(
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

async function clearDamageIfComplete(
  transaction: Transaction<Tables>,
  brandId: string,
  table: string,
): Promise<void> {
  const left = transaction.selectFrom('lost_rows').select('day').where('brand_id', '=', brandId)
  if ((await left.where('table_name', '=', table).limit(1).executeTakeFirst()) !== undefined) return
  await transaction.updateTable('brands').set(clearDamage(table)).where('id', '=', brandId).execute()
}

async function addCounts(
  transaction: Transaction<Tables>,
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
    select ${brandId}, ${table}, day, rows, ids${noticed} from ${listed(counts)}
    on conflict (brand_id, table_name, day) do update
      set rows = known.rows + excluded.rows, ids = known.ids + excluded.ids`.execute(transaction)
}

/** Counts as rows `come` of a statement. */
function listed(counts: DayCounts) {
  const days = [...counts].map(([day, { rows, ids }]) => ({ day, rows, ids: String(ids) }))
  return postgres`json_to_recordset(${JSON.stringify(days)}::json) as come (day date, rows bigint, ids numeric)`
}
