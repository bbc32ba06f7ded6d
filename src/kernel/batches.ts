import { type Sql, sql } from '../stores/clickhouse-sql.ts'
import type { PostgresLike, Transaction } from '../stores/postgres.ts'
import { requireRow, updateRow } from '../stores/postgres-rows.ts'
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

export interface BatchNumbers {
  /** The last visible batch. */
  committed: number
  /** The batch that is being written or was left behind by an interrupted writer. */
  pending: number | null
}

/** A kind of data stored in batches: ClickHouse rows tagged with a number that PostgreSQL commits. */
export interface BatchKind<Table extends string> {
  /** The lock that writing and erasing require. */
  lock: BrandLock
  /** Tables with the columns brand_id and seq, in write order. */
  tables: readonly Table[]
  /** The table whose rows cannot be rebuilt. Its rows are counted to detect losses. */
  counted: CountedTable
  /** Tables with projections do not support lightweight DELETE; a mutation rewrites their parts instead. */
  hasProjections?: boolean
  /** Reads the batch numbers from the brand's row. */
  numbersOf(brand: Brand): BatchNumbers
  columnsOf(numbers: BatchNumbers): Partial<Brand>
}

export interface BatchContent<Table extends string, Begun> {
  /** Writes its PostgreSQL rows with the pending number. Readers see them immediately. */
  begin?: (transaction: Transaction, brand: Brand) => Promise<Begun>
  /** Rows in JSONEachRow format. */
  rows: (begun: Begun) => Promise<Record<Table, readonly string[]>> | Record<Table, readonly string[]>
  /** The counted table's rows. */
  counted: (begun: Begun) => Iterable<StoredRow>
  /** Columns of the brand to update when the batch becomes visible. */
  along?: Partial<Brand>
}

export interface OpenBatch<Table extends string> {
  /** The brand, read under the lock. Nothing invisible of this kind is stored. */
  brand: Brand
  seq: number
  /** Writes the batch. Call it once, or not at all if there is nothing to store. */
  write<Begun>(content: BatchContent<Table, Begun>): Promise<void>
}

/**
 * Stores a batch of rows so that readers see all of it or none, although the stores share no transaction.
 *
 * Under the brand's lock, PostgreSQL records the next number as pending, ClickHouse receives the rows with that
 * number, and PostgreSQL commits it. Readers only read committed numbers (`committedUntil`). This survives:
 *
 * - **A writer that is killed or fails at any step.** Its number stays pending. The next writer waits for running
 *   inserts, removes all rows with the number, and commits it as an empty batch.
 * - **A lost lock**, such as after a PostgreSQL restart. Recording and committing use the lock's own connection, so
 *   they fail. The lock is checked before the first row and after each table: no one can remove anything between a
 *   passed check and the commit. If a check fails, the writer removes its own rows by number.
 * - **Late rows.** Each number is used once, so late inserts or deletes never affect another batch.
 * - **A lost commit acknowledgement.** The writer reports a failure and removes nothing. The batch is either visible
 *   and complete, or pending and removed by the next writer.
 * - **Deletion of the brand.** It takes the same lock; later writers get not_found.
 *
 * It does not survive two faults together: a writer that loses its lock during an insert and is then killed or cut off
 * from ClickHouse before removing its rows. Locks that do not hold, such as behind a transaction pooler, are detected:
 * each step requires the numbers that the previous step wrote.
 * @throws ApiError not_found if the brand was deleted
 */
export function withBatch<Table extends string, Result>(
  services: Services,
  kind: BatchKind<Table>,
  brandId: string,
  work: (batch: OpenBatch<Table>) => Promise<Result>,
): Promise<Result> {
  return withLock(services, brandId, kind.lock, async (held) => {
    const found = await requireRow(held.connection, 'brands', { id: brandId }, 'brand')
    const brand = await counted(services, kind, held, await removeAbandoned(services, kind, held, found))
    const seq = kind.numbersOf(brand).committed + 1
    return work({ brand, seq, write: (content) => writeBatch(services, kind, held, brand, content) })
  })
}

/** The condition on committed batches that every read of batched rows must include. */
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

/** Counts existing rows if that has not happened yet, such as after an upgrade or an erasure. */
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

/** @throws the original error; if the lock was lost, after the rows have been removed */
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
    if (!isHeld) await removeOwnRows(services, kind, brandId, seq)
    throw error
  }
}

/** Removes rows of a batch that will never be committed. Readers may have seen them briefly. */
async function removeOwnRows<Table extends string>(
  services: Services,
  kind: BatchKind<Table>,
  brandId: string,
  seq: number,
): Promise<void> {
  try {
    await removeRows(services, kind, brandId, seq)
    await updateRow(services.db, 'brands', brandId, incrementDataVersion)
  } catch (error) {
    const batch = { brand_id: brandId, tables: kind.tables, batch: seq }
    services.log.warn({ err: error, ...batch }, 'could not remove a batch after losing its lock')
  }
}

/** Removes the rows of an interrupted writer and commits its number as an empty batch. */
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
    // If the disk is too full to rewrite parts, the engine would wait forever.
    await clickhouse.command(
      sql`${remove} WHERE brand_id = ${brandId} AND seq = ${seq} SETTINGS mutations_sync = 2, max_execution_time = 120`,
    )
  }
}

/**
 * Moves a brand's batch numbers to their next state.
 * @throws Error if the state is not the expected one: another writer changed it under the same lock
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
      () => new Error(`batches of brand ${brandId}: another writer changed ${kind.lock} under the same lock`),
    )
}
