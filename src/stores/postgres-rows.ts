import { type Insertable, type InsertObject, type RawBuilder, sql, type UpdateObject } from 'kysely'
import { notFound } from '../lib/errors.ts'
import type { PostgresLike, Row, Tables } from './postgres.ts'

/** Whether a value is in a list. The list is one parameter, as a statement can have only 65,535. */
export const inList = (
  column: string,
  values: readonly string[] | readonly number[],
  type: 'uuid' | 'text' | 'date' | 'bytea' | 'bigint',
) => sql<boolean>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`

/**
 * Inserts any number of rows with the same columns, in one statement with one parameter.
 * @param onConflict `skip`: omits rows that violate a unique constraint
 */
export async function insertRows<Table extends keyof Tables & string>(
  db: PostgresLike,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  onConflict: 'fail' | 'skip' = 'fail',
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const name = sql.table(table)
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const outcome: RawBuilder<unknown> = onConflict === 'fail' ? sql`` : sql`on conflict do nothing`
  await sql`insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${jsonRows(rows)}::json) ${outcome}`.execute(db)
}

const jsonValue = (value: unknown) => (value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value)

const jsonRows = (rows: readonly object[]) =>
  JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [column, jsonValue(value)]))),
  )

/** Kysely cannot resolve a table whose name is a type parameter, so these queries are typed as those of one table. */
const anyTable = (table: keyof Tables) => table as 'tags'

const rowsWith = <Name extends keyof Tables>(db: PostgresLike, table: Name, columns: Partial<Row<Name>>) =>
  db
    .selectFrom(anyTable(table))
    .selectAll()
    .where(({ and }) => and(columns as Partial<Row<'tags'>>))

/** The row whose columns have these values. */
export const findRow = async <Name extends keyof Tables>(db: PostgresLike, table: Name, columns: Partial<Row<Name>>) =>
  (await rowsWith(db, table, columns).executeTakeFirst()) as Row<Name> | undefined

/** @throws ApiError not_found */
export const requireRow = async <Name extends keyof Tables>(
  db: PostgresLike,
  table: Name,
  columns: Partial<Row<Name>>,
  noun: string,
) => (await rowsWith(db, table, columns).executeTakeFirstOrThrow(() => notFound(noun))) as Row<Name>

export const insertRow = async <Name extends keyof Tables>(
  db: PostgresLike,
  table: Name,
  values: InsertObject<Tables, Name>,
) => {
  await db
    .insertInto(anyTable(table))
    .values(values as never)
    .execute()
}

type TableWithId = { [Name in keyof Tables]: Tables[Name] extends { id: unknown } ? Name : never }[keyof Tables]

const updateOf = (db: PostgresLike, table: TableWithId, id: string, columns: object) =>
  db.updateTable(anyTable(table)).set(columns).where('id', '=', id)

export const updateRow = async <Name extends TableWithId>(
  db: PostgresLike,
  table: Name,
  id: string,
  columns: UpdateObject<Tables, Name>,
) => {
  await updateOf(db, table, id, columns).execute()
}

/** Updates a row and returns it. */
export const updatedRow = async <Name extends TableWithId>(
  db: PostgresLike,
  table: Name,
  id: string,
  columns: UpdateObject<Tables, Name>,
) => (await updateOf(db, table, id, columns).returningAll().executeTakeFirstOrThrow()) as Row<Name>
