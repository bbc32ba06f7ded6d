import { sql as postgres } from 'kysely'
import { z } from 'zod'
import { detachBrokenParts } from '../../kernel/broken-parts.ts'
import { batchKinds, checkStored, storedRows } from '../../kernel/check-stored.ts'
import type { Services } from '../../kernel/context.ts'
import { unreadableParts } from '../../kernel/damage.ts'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'

const problem = z.object({
  store: z.enum(['clickhouse', 'postgres']),
  brand_id: z.uuid().nullable().describe('Null if the problem is not limited to one brand.'),
  table: z.string().nullable(),
  what: z.string(),
  answers: z.int().describe('Number of lost answers.'),
  action: z.string().describe('What Sightline does, or what to do.'),
})
type Problem = z.infer<typeof problem>

export const checkData = defineOperation({
  name: 'check-data',
  summary: 'Check stored data for missing rows; exits with 1 if any are missing',
  description:
    'Reads all PostgreSQL tables and the files of the embedded ClickHouse, and compares row counts per brand with the ' +
    'recorded ones. Derived data is recomputed automatically. Lost data is listed until you import it again, restore it or run ' +
    'accept-data-loss; until then, the affected data of the brand is hidden.',
  ...forOperator,
  fields: {},
  data: z.object({
    ok: z.boolean(),
    problems: z.array(problem),
    tables: z.array(z.object({ table: z.string(), brands: z.int(), rows_expected: z.int(), rows_found: z.int() })),
    detached_parts: z
      .array(z.object({ table: z.string(), part: z.string(), reason: z.string(), bytes: z.int() }))
      .describe('Table parts that ClickHouse detached.'),
  }),
  isBad: ({ ok }) => !ok,
  async run({ ctx: { services } }) {
    const unreadable = await unreadablePostgres(services)
    // The other checks need these tables.
    if (unreadable.length > 0) return { data: { ok: false, problems: unreadable, tables: [], detached_parts: [] } }
    const problems = [
      ...(await unreadableTables(services)),
      ...(await lostRows(services)),
      ...(await remadeTables(services)),
      ...(await brokenParts(services)),
    ]
    const tables = await countedTables(services)
    const detached_parts = await services.clickhouse.detachedParts()
    return { data: { ok: problems.length === 0, problems, tables, detached_parts } }
  },
})

/** SQLSTATEs of PostgreSQL for damaged or missing pages and files. */
const damagedCodes = ['XX000', 'XX001', 'XX002', '58P01']

/** Reads all rows of PostgreSQL, which verifies page checksums. */
async function unreadablePostgres({ db, features }: Services): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const table of features.flatMap(({ tables }) => tables?.postgres ?? []))
    try {
      await db.transaction().execute(async (transaction) => {
        await postgres`set local statement_timeout = 0`.execute(transaction)
        await postgres`select sum(length(t::text)) from ${postgres.table(table)} t`.execute(transaction)
      })
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (!damagedCodes.includes(code)) throw error
      const what = `the table cannot be read: ${message.slice(0, 300)}`
      const action = 'restore a backup into an empty data directory'
      problems.push({ store: 'postgres', brand_id: null, table, what, answers: 0, action })
    }
  return problems
}

/** Checks ClickHouse tables. An unreadable table is a problem, an unavailable store an error. */
async function unreadableTables(services: Services): Promise<Problem[]> {
  try {
    await detachBrokenParts(services, services.closing, true)
    await checkStored(services, services.closing)
    return []
  } catch (error) {
    if (services.closing.aborted || toUnavailableError(error) !== undefined) throw error
    const what = `a table cannot be read: ${(error as Error).message.slice(0, 300)}`
    const action = 'restore a backup into an empty data directory'
    return [{ store: 'clickhouse', brand_id: null, table: null, what, answers: 0, action }]
  }
}

interface Lost {
  brand_id: string
  table_name: string
  rows: number
  regained: number
  first: string
  last: string
}

async function lostByTable({ db }: Services): Promise<Lost[]> {
  return db
    .selectFrom('lost_rows')
    .select([
      'brand_id',
      'table_name',
      postgres<number>`sum(rows)::bigint`.as('rows'),
      postgres<number>`sum(regained_rows)::bigint`.as('regained'),
      postgres<string>`min(day)`.as('first'),
      postgres<string>`max(day)`.as('last'),
    ])
    .groupBy(['brand_id', 'table_name'])
    .orderBy('brand_id')
    .orderBy('table_name')
    .execute()
}

async function lostRows(services: Services): Promise<Problem[]> {
  return (await lostByTable(services)).map(({ brand_id, table_name: table, rows, regained, first, last }) => {
    const days = first === last ? `of ${first}` : `of ${first} to ${last}`
    const since = regained > 0 ? `; ${regained} rows of these days were stored since` : ''
    return {
      store: 'clickhouse',
      brand_id,
      table,
      what: `${rows} rows ${days} are lost${since}`,
      answers: table === 'answers' ? rows : 0,
      action: `import the data of these days again, restore a backup, or accept the loss: sightline accept-data-loss --brand-id ${brand_id}`,
    }
  })
}

/** Tables with missing rows that can be derived from others. */
async function remadeTables(services: Services): Promise<Problem[]> {
  const counted = batchKinds(services).map((kind) => kind.counted.table)
  const brands = services.db.selectFrom('brands').select(['id', 'damaged_tables']).orderBy('id')
  const damaged = await brands.where(postgres<boolean>`damaged_tables <> '{}'`).execute()
  return damaged.flatMap(({ id, damaged_tables }) =>
    damaged_tables
      .filter((table) => !counted.includes(table))
      .map((table) => ({
        store: 'clickhouse' as const,
        brand_id: id,
        table,
        what: 'rows are missing or do not match their source rows',
        answers: 0,
        action: 'Sightline recomputes them while the server runs',
      })),
  )
}

async function brokenParts(services: Services): Promise<Problem[]> {
  return (await unreadableParts(services)).map(({ table, part, bytes }) => ({
    store: 'clickhouse',
    brand_id: null,
    table,
    what: `the part ${part} of ${bytes} bytes cannot be read`,
    answers: 0,
    action: 'restore a backup, or accept the loss: delete the directory with this name',
  }))
}

async function countedTables(services: Services) {
  const lost = await lostByTable(services)
  return Promise.all(
    batchKinds(services).map(async ({ counted: { table } }) => {
      const stored = await storedRows(services, table)
      const rows_found = stored.values().reduce((sum, rows) => sum + rows, 0)
      const missing = lost.reduce((sum, { table_name, rows }) => sum + (table_name === table ? rows : 0), 0)
      return { table, brands: stored.size, rows_expected: rows_found + missing, rows_found }
    }),
  )
}
