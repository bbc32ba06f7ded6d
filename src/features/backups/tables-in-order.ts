import { sql } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'

interface Reference {
  table: string
  refers_to: string
}

/** The tables of PostgreSQL, each after those that it references. Ignores deferrable constraints. */
export async function tablesInOrder(db: PostgresLike): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by name`.execute(db)
  const references = await sql<Reference>`
    select source.relname as table, target.relname as refers_to from pg_constraint
      join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and not condeferrable and source.relnamespace = current_schema()::regnamespace`.execute(
    db,
  )
  const ordered: string[] = []
  let left = tables.rows.map(({ name }) => name)
  while (left.length > 0) {
    const isFree = (table: string) =>
      !references.rows.some((one) => one.table === table && left.includes(one.refers_to))
    const free = left.filter(isFree)
    if (free.length === 0) throw new Error(`tables with circular references: ${left.join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}
