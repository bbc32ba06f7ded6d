import type { Transaction } from 'kysely'
import { notFound } from '../lib/errors.ts'
import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../stores/postgres.ts'
import type { Tables } from '../stores/postgres-schema.ts'
import { type BrandLock, type HeldLock, withLock } from './brand-lock.ts'
import type { Brand, Services } from './context.ts'
import { incrementDataVersion } from './data-version.ts'
import {
  type CountedTable,
  countRows,
  countRowsInClickHouse,
  recordStoredRows,
  replaceStored,
  type StoredRow,
} from './stored-rows.ts'

/** Where a brand's batches of one kind stand. */
export interface BatchNumbers {
  /** Batches up to this one are visible. */
  committed: number
  /** The one that is being written, or was when its writer died. */
  pending: number | null
}

/** What is stored in batches: rows of ClickHouse under a number that PostgreSQL commits. */
export interface BatchKind<Table extends string> {
  /** Held by whoever writes or erases. */
  lock: BrandLock
  /** Tables with the columns brand_id and seq, in the order in which they are written. */
  tables: readonly Table[]
  /** The one of them whose rows nothing else can make again. They are counted, so that none is lost unnoticed. */
  counted: CountedTable
  /** Such tables allow no lightweight DELETE: parts are rewritten instead. */
  hasProjections?: boolean
  /** How the brand's row says where its batches stand. */
  numbersOf(brand: Brand): BatchNumbers
  columnsOf(numbers: BatchNumbers): Partial<Brand>
}

/** What one batch consists of. */
export interface BatchContent<Table extends string, Begun> {
  /** What else PostgreSQL holds of it, in the transaction that notes its number. Readers may see that at once. */
  begin?: (transaction: Transaction<Tables>, brand: Brand) => Promise<Begun>
  /** Its rows in JSONEachRow form. */
  rows: (begun: Begun) => Promise<Record<Table, readonly string[]>> | Record<Table, readonly string[]>
  /** The rows of the counted table once more. */
  counted: (begun: Begun) => Iterable<StoredRow>
  /** Columns of the brand that change in the moment in which the batch becomes visible. */
  along?: Partial<Brand>
}

export interface OpenBatch<Table extends string> {
  /** As it stands under the lock. Nothing that is not visible is stored of this kind. */
  brand: Brand
  /** The number of the batch. */
  seq: number
  /** To be called once; not at all where there is nothing to store. */
  write<Begun>(content: BatchContent<Table, Begun>): Promise<void>
}

/**
 * Stores a batch of rows so that readers see all of it or nothing, though the two stores share no transaction.
 *
 * Under the brand's lock, PostgreSQL notes the next number as pending, ClickHouse gets the rows under that number, and
 * PostgreSQL commits the number. Readers ask for committed numbers only (`committedUntil`). What this withstands:
 *
 * - **A writer that is killed or fails, at any step.** Its number stays pending. Whoever writes next waits for inserts
 *   that a server still works on, removes all rows of the number, and commits it as an empty batch.
 * - **A lock that is lost**, as when PostgreSQL restarts or ends a connection. Noting and committing are done on the
 *   lock's own connection, so they fail. The lock is checked before the first row and after each table: between a check
 *   that passes and the commit nobody else can have removed anything. Where a check fails, rows may have arrived after
 *   somebody else removed the batch; the writer takes them back by their number.
 * - **A number is used once.** So whatever arrives, is removed or is taken back late never belongs to another batch.
 * - **A commit whose acknowledgement is lost.** The writer reports failure and takes nothing back. Either the batch is
 *   visible and whole, or still pending and the next writer removes it.
 * - **A deletion of the brand.** It takes the same lock; who comes after it is told that there is no such brand.
 *
 * Not withstood: two faults at once, where a writer loses its lock during an insert and is killed, or cut off from
 * ClickHouse, before it has taken the rows back. Locks that do not hold, as behind a pooler of transactions, are noticed
 * at least: each step demands the numbers that the one before has left.
 * @throws ApiError not_found where the brand has been deleted
 */
export function withBatch<Table extends string, Result>(
  services: Services,
  kind: BatchKind<Table>,
  brandId: string,
  work: (batch: OpenBatch<Table>) => Promise<Result>,
): Promise<Result> {
  return withLock(services, brandId, kind.lock, async (held) => {
    const brands = held.connection.selectFrom('brands').selectAll().where('id', '=', brandId)
    const found = await brands.executeTakeFirstOrThrow(() => notFound('brand'))
    const brand = await counted(services, kind, held, await removeAbandoned(services, kind, held, found))
    const seq = kind.numbersOf(brand).committed + 1
    return work({ brand, seq, write: (content) => writeBatch(services, kind, held, brand, content) })
  })
}

/** Rows of batches up to a committed one: every read of what is stored in batches has this condition. */
export const committedUntil = (seq: number): Sql => sql`seq <= ${seq}`

async function writeBatch<Table extends string, Begun>(
  services: Services,
  kind: BatchKind<Table>,
  held: HeldLock,
  brand: Brand,
  { begin, rows, counted, along }: BatchContent<Table, Begun>,
): Promise<void> {
  const { committed } = kind.numbersOf(brand)
  const seq = committed + 1
  const pending = { committed, pending: seq }
  const begun = await held.connection.transaction().execute(async (transaction) => {
    const seen = begin === undefined ? {} : incrementDataVersion
    const noted = await renumber(transaction, kind, brand.id, { committed, pending: null }, pending, seen)
    return (await begin?.(transaction, noted)) as Begun
  })
  await insertRows(services, kind, held, brand.id, seq, await rows(begun))
  const visible = { ...along, ...incrementDataVersion }
  await held.connection.transaction().execute(async (transaction) => {
    await renumber(transaction, kind, brand.id, pending, { committed: seq, pending: null }, visible)
    await recordStoredRows(transaction, brand, kind.counted.table, countRows(counted(begun)))
  })
}

/** Counts what there is already, where that has not been done: of an earlier release, or since something was erased. */
async function counted(
  services: Services,
  kind: BatchKind<string>,
  { connection }: HeldLock,
  brand: Brand,
): Promise<Brand> {
  const { table } = kind.counted
  if (brand.counted_tables.includes(table)) return brand
  const committed = committedUntil(kind.numbersOf(brand).committed)
  const found = await countRowsInClickHouse(services, kind.counted, brand.id, committed)
  await connection.transaction().execute((transaction) => replaceStored(transaction, brand.id, table, found))
  return { ...brand, counted_tables: [...brand.counted_tables, table] }
}

/** @throws what failed; where the lock was lost, once the rows have been taken back */
async function insertRows<Table extends string>(
  services: Services,
  kind: BatchKind<Table>,
  { check }: HeldLock,
  brandId: string,
  seq: number,
  rows: Record<Table, readonly string[]>,
): Promise<void> {
  try {
    await check()
    for (const table of kind.tables) {
      if (rows[table].length > 0) await services.clickhouse.insert(table, rows[table].join('\n'))
      await check()
    }
  } catch (error) {
    const isHeld = await check().then(
      () => true,
      () => false,
    )
    if (!isHeld) await takeBack(services, kind, brandId, seq)
    throw error
  }
}

/** Removes rows of a batch that was not committed, and never will be. They may have been visible for a moment. */
async function takeBack<Table extends string>(
  services: Services,
  kind: BatchKind<Table>,
  brandId: string,
  seq: number,
): Promise<void> {
  try {
    await removeRows(services, kind, brandId, seq)
    await services.db.updateTable('brands').set(incrementDataVersion).where('id', '=', brandId).execute()
  } catch (error) {
    const batch = { brand_id: brandId, tables: kind.tables, batch: seq }
    services.log.warn({ err: error, ...batch }, 'a batch that lost its lock was not removed')
  }
}

/** Removes what a writer left that was killed or failed, and commits its number as an empty batch. */
async function removeAbandoned<Table extends string>(
  services: Services,
  kind: BatchKind<Table>,
  { connection }: HeldLock,
  brand: Brand,
): Promise<Brand> {
  const numbers = kind.numbersOf(brand)
  if (numbers.pending === null) return brand
  await removeRows(services, kind, brand.id, numbers.pending)
  return renumber(connection, kind, brand.id, numbers, { committed: numbers.pending, pending: null })
}

async function removeRows<Table extends string>(
  { clickhouse }: Services,
  { tables, hasProjections = false }: BatchKind<Table>,
  brandId: string,
  seq: number,
): Promise<void> {
  for (const table of tables) {
    await clickhouse.settle(table)
    const remove = sql.raw(hasProjections ? `ALTER TABLE ${table} DELETE` : `DELETE FROM ${table}`)
    // Where the disk has no room to rewrite its parts, the engine would wait for some without end.
    await clickhouse.command(
      sql`${remove} WHERE brand_id = ${brandId} AND seq = ${seq} SETTINGS mutations_sync = 2, max_execution_time = 120`,
    )
  }
}

/**
 * Takes a brand's numbers from one state to the next.
 * @throws Error where they are in another state: whoever changed them holds the same lock
 */
function renumber<Table extends string>(
  by: PostgresLike,
  kind: BatchKind<Table>,
  brandId: string,
  from: BatchNumbers,
  to: BatchNumbers,
  along: object = {},
): Promise<Brand> {
  return by
    .updateTable('brands')
    .set({ ...kind.columnsOf(to), ...along })
    .where('id', '=', brandId)
    .where((row) => row.and(kind.columnsOf(from)))
    .returningAll()
    .executeTakeFirstOrThrow(
      () => new Error(`batches of brand ${brandId}: ${kind.lock} is locked and written by somebody else`),
    )
}
