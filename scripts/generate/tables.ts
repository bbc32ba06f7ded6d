import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../src/stores/embedded-postgres.ts'
import { openPostgres, type Postgres } from '../../src/stores/postgres.ts'
import type { Generated } from './document.ts'

/** As the driver returns them (`openConnections` in `src/stores/postgres.ts`). */
const typeNames: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
  numeric: 'string',
  date: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
}

/** Columns that every insert has to set: their default is for rows of earlier releases. */
const alwaysSet = [
  'api_keys.allowed_addresses',
  'audit_records.actor_kind',
  'brand_profiles.set_by',
  'collected_bodies.model',
  'collected_bodies.source',
  'issue_pages.auto_resolved',
  'opportunities.progress',
  'reading_configs.reader',
]

interface Column {
  table: string
  column: string
  /** Without its length. */
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Its check constraints. */
  checks: string[]
}

/** The columns of all tables that migrations create. */
async function migratedColumns(): Promise<Column[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sightline-schema-'))
  // If root runs this, the server runs as another user.
  chmodSync(directory, 0o711)
  try {
    const server = await startEmbeddedPostgres(directory, pino({ level: 'silent' }), { fsync: 'off' })
    try {
      const store = await openPostgres(server, { onLost() {}, onSilence() {} })
      await store.migrate()
      return await readColumns(store.db).finally(() => store.close())
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function readColumns(db: Postgres): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as table, attname as column, format_type(atttypid, null) as type,
      not attnotnull as "isNullable", atthasdef as "hasDefault",
      array(
        select pg_get_expr(conbin, conrelid) from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum] order by conname
      ) as checks
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
    order by relname, attnum`.execute(db)
  return rows
}

/** The values that a check such as `state in ('open', 'closed')` allows, as a union. */
function checkedValues({ checks }: Column): string | undefined {
  const lists = checks.flatMap((check) => check.match(/^\(\w+ = ANY \(ARRAY\[(.+)\]\)\)$/)?.[1] ?? [])
  return lists[0]?.replaceAll('::text', '').replaceAll(', ', ' | ')
}

/** The columns with a type in `ColumnTypes`. */
const declared = (): Set<string> => {
  const files = globSync('src/**/*.ts', { cwd: new URL('../../', import.meta.url) })
  return new Set(
    files.flatMap((file) => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      const blocks = text.match(/^ {2}interface ColumnTypes \{\n(?: {4}.*\n)*? {2}\}$/gm) ?? []
      return blocks.flatMap((block) => [...block.matchAll(/^ {4}'(\w+\.\w+)':/gm)].map(([, key = '']) => key))
    }),
  )
}

/** @throws Error for a type that it does not know, and for a JSON column without a declared type */
function typeOf(column: Column, isDeclared: boolean): string {
  const key = `${column.table}.${column.column}`
  const isOptional = column.hasDefault && !alwaysSet.includes(key)
  const orNull = (type: string) => (column.isNullable ? `${type} | null` : type)
  if (column.type === 'jsonb') {
    if (!isDeclared) throw new Error(`${key}: declare its type in ColumnTypes (docs/architecture.md)`)
    return orNull(`JSONColumnType<ColumnTypes['${key}']${isOptional ? ', string | undefined' : ''}>`)
  }
  const ofDriver = typeNames[column.type]
  if (ofDriver === undefined) throw new Error(`${key}: add ${column.type} to typeNames`)
  const type = orNull(isDeclared ? `ColumnTypes['${key}']` : (checkedValues(column) ?? ofDriver))
  return isOptional ? `Generated<${type}>` : type
}

export async function tablesFile(): Promise<Generated> {
  const columns = await migratedColumns()
  const open = declared()
  const tables = Map.groupBy(columns, ({ table }) => table)
  const texts = [...tables].map(([table, ofTable]) => {
    const lines = ofTable.map((column) => {
      const isDeclared = open.delete(`${table}.${column.column}`)
      return `    ${column.column}: ${typeOf(column, isDeclared)}`
    })
    return `  ${table}: {\n${lines.join('\n')}\n  }`
  })
  if (open.size > 0) throw new Error(`ColumnTypes: PostgreSQL has no column ${[...open].join(', ')}`)
  return {
    path: 'src/stores/postgres-tables.gen.ts',
    text: `// Generated from migrations/postgres; change it with: npm run generate
import type { Generated, JSONColumnType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export interface Tables {
${texts.join('\n')}
}
`,
  }
}
