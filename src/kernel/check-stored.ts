import { setTimeout as sleep } from 'node:timers/promises'
import { sql as postgres } from 'kysely'
import { sql } from '../stores/clickhouse-sql.ts'
import type { Transaction } from '../stores/postgres.ts'
import { type BatchKind, committedUntil } from './batches.ts'
import { withLock } from './brand-lock.ts'
import type { Brand, Services } from './context.ts'
import {
  type CountedTable,
  countRowsInClickHouse,
  type DayCounts,
  deleteLostRows,
  readRecordedCounts,
  recordLostRows,
  replaceStored,
  totalRows,
} from './stored-rows.ts'

/** A server's replica can lag: recheck missing rows after this time before they count as lost. */
const confirmAfterMs = 60_000

/** Counting all rows of a table takes longer than the request limit. */
const timeoutSeconds = 300

/**
 * Compares the rows in ClickHouse with the recorded counts: the engine skips parts that it cannot read.
 * Missing rows that cannot be rebuilt are recorded as lost; derived rows are rebuilt.
 */
export async function checkStored(services: Services, signal: AbortSignal, confirmMs = confirmAfterMs): Promise<void> {
  for (const kind of batchKinds(services)) await checkKind(services, kind, signal, confirmMs)
  for (const { checkDerived } of services.features) await checkDerived?.(services, signal)
}

export const batchKinds = ({ features }: Pick<Services, 'features'>): BatchKind<string>[] =>
  features.flatMap(({ batches }) => batches ?? [])

/** Selects differing brands with one query; each is then compared under the writers' lock. */
async function checkKind(
  services: Services,
  kind: BatchKind<string>,
  signal: AbortSignal,
  confirmMs: number,
): Promise<void> {
  const { table } = kind.counted
  const stored = await storedRows(services, table)
  const brands = await brandsNotBeingErased(services)
  const found = await rowsByBrand(services, kind.counted)
  const differing = brands.filter((brand) => {
    const { committed, pending } = kind.numbersOf(brand)
    const isCounted = committed === 0 || brand.counted_tables.includes(table)
    return !isCounted || pending !== null || (found.get(brand.id) ?? 0) !== (stored.get(brand.id) ?? 0)
  })
  const isServer = services.config.CLICKHOUSE_URL !== undefined
  const compare = (brandId: string, isTentative: boolean) =>
    withLock(services, brandId, kind.lock, () => compareLocked(services, kind, brandId, isTentative))
  const unconfirmed: Brand[] = []
  for (const brand of differing) {
    signal.throwIfAborted()
    if (await compare(brand.id, isServer)) unconfirmed.push(brand)
  }
  if (unconfirmed.length > 0) await sleep(confirmMs, undefined, { signal })
  for (const brand of unconfirmed) await compare(brand.id, false)
}

/**
 * Compares a brand's rows in a table with the recorded counts and saves the result. The caller holds the
 * write lock.
 * @param isTentative do not record missing rows
 * @returns whether rows are missing but were not recorded
 */
export async function compareLocked(
  services: Services,
  kind: BatchKind<string>,
  brandId: string,
  isTentative = false,
): Promise<boolean> {
  const { table } = kind.counted
  const brands = services.db.selectFrom('brands').selectAll().where('id', '=', brandId)
  const brand = await brands.executeTakeFirst()
  if (brand === undefined || brand.data_unstable) return false
  const committed = committedUntil(kind.numbersOf(brand).committed)
  const found = await countRowsInClickHouse(services, kind.counted, brandId, committed)
  const isCounted = brand.counted_tables.includes(table)
  const stored = isCounted ? await readRecordedCounts(services.db, 'stored_rows', brandId, table) : found
  const difference = totalRows(found) - totalRows(stored)
  if (difference === 0 && isCounted) return false
  if (difference < 0 && isTentative) return true
  const missing = difference < 0 ? excessOf(stored, found) : new Map()
  const recovered = difference > 0 ? await recoveredDays(services, brandId, table, excessOf(found, stored)) : []
  await services.db.transaction().execute(async (transaction) => {
    await replaceStored(transaction, brandId, table, found)
    if (difference < 0 && kind.counted.isRebuildable?.(services.config) !== true)
      await recordLostRows(transaction, brandId, table, missing)
    if (recovered.length > 0) await deleteLostRows(transaction, brandId, table, recovered)
  })
  if (difference < 0) logLost(services, brandId, table, missing)
  return false
}

/** Returns what `more` has in excess of `less`, for days on which it has more rows. */
function excessOf(more: DayCounts, less: DayCounts): DayCounts {
  const difference: DayCounts = new Map()
  for (const [day, { rows, ids }] of more) {
    const other = less.get(day) ?? { rows: 0, ids: 0n }
    if (rows > other.rows) difference.set(day, { rows: rows - other.rows, ids: ids - other.ids })
  }
  return difference
}

/** Returns days whose lost rows are all back, such as after an operator restored a part. */
async function recoveredDays({ db }: Services, brandId: string, table: string, more: DayCounts): Promise<string[]> {
  const lost = await readRecordedCounts(db, 'lost_rows', brandId, table)
  return [...lost].flatMap(([day, { rows, ids }]) => {
    const come = more.get(day)
    return come?.rows === rows && come.ids === ids ? [day] : []
  })
}

function logLost({ log }: Services, brandId: string, table: string, lost: DayCounts): void {
  const days = [...lost.keys()].sort()
  const what = { brand_id: brandId, table, rows: totalRows(lost), from: days[0], to: days.at(-1) }
  log.error(what, 'stored rows are missing; run sightline check-data')
}

export const brandsNotBeingErased = ({ db }: Services): Promise<Brand[]> =>
  db.selectFrom('brands').selectAll().where('data_unstable', '=', false).execute()

/** Returns the recorded row count of each brand for a table. */
export async function storedRows({ db }: Services, table: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stored_rows')
    .select(['brand_id', postgres<number>`sum(rows)::bigint`.as('rows')])
    .where('table_name', '=', table)
    .groupBy('brand_id')
    .execute()
  return new Map(rows.map(({ brand_id, rows }) => [brand_id, rows]))
}

/** Returns the actual row count of each brand for a table, including uncommitted rows. */
async function rowsByBrand(
  { clickhouse }: Services,
  { table, rowFilter: among = sql`true` }: CountedTable,
): Promise<Map<string, number>> {
  const rows = await clickhouse.query<{ brand_id: string; found: string }>(
    sql`SELECT toString(brand_id) AS brand_id, count() AS found FROM ${sql.raw(table)}
      WHERE ${among} GROUP BY brand_id`,
    timeoutSeconds,
  )
  return new Map(rows.map(({ brand_id, found }) => [brand_id, Number(found)]))
}

/**
 * Erases rows of a counted table and recounts the rest. If interrupted, rows are counted when next checked.
 * The caller holds the write lock.
 * @param since lost rows of earlier days are no longer reported as missing
 */
export async function eraseAndRecount(
  services: Services,
  kind: BatchKind<string>,
  brandId: string,
  erase: () => Promise<void>,
  since?: Date,
): Promise<void> {
  const { table } = kind.counted
  await compareLocked(services, kind, brandId)
  const uncounted = postgres<string[]>`array_remove(counted_tables, ${table})`
  const brands = services.db.updateTable('brands').where('id', '=', brandId)
  await brands.set({ counted_tables: uncounted }).execute()
  await erase()
  await compareLocked(services, kind, brandId)
  if (since === undefined) return
  const lost = await readRecordedCounts(services.db, 'lost_rows', brandId, table)
  const before = [...lost.keys()].filter((day) => day < since.toISOString().slice(0, 10))
  if (before.length > 0)
    await services.db.transaction().execute((transaction) => deleteLostRows(transaction, brandId, table, before))
}

/** Recounts restored rows: a backup can be made during an erasure. The restore verified that all exist. */
export async function recountStoredRows(transaction: Transaction): Promise<void> {
  await transaction.updateTable('brands').set({ counted_tables: [] }).execute()
}
