import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { PostgresLike } from './postgres.ts'
import type { Tables } from './postgres-schema.ts'

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
