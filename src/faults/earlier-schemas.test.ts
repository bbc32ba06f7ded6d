import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { pathFields } from '../kernel/operation.ts'
import { type ClickHouseStore, openClickHouse } from '../stores/clickhouse.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import { knownMigrations } from '../stores/migrate.ts'
import { openPostgres, type PostgresStore } from '../stores/postgres.ts'
import { type Endpoint, type Ids, steadyEndpoints, urlOf } from '../testing/endpoints.ts'
import { fixtureNow, makeKey } from '../testing/fixture.ts'
import { inForm } from '../testing/forms.ts'
import { createTestDatabase } from '../testing/postgres-server.ts'
import { jobsAreDone } from '../testing/stored-rows.ts'
import type { ClosedStores } from '../testing/templates.ts'
import { startFrom, type TestApp } from '../testing/test-app.ts'

/** The schema of the kept rows: a later one may require columns that they lack. */
const keptSchema = '0045-model-suggestions'
/** Rows written by the release of that schema. An earlier schema gets the tables and columns that it had. */
const kept = fileURLToPath(new URL(`../testing/backups/at-${keptSchema}`, import.meta.url))
const { rows: tables } = JSON.parse(readFileSync(join(kept, 'manifest.json'), 'utf8')) as {
  rows: Record<string, number>
}
const ids: Ids = JSON.parse(readFileSync(join(kept, 'ids.json'), 'utf8'))

/** The PostgreSQL migration that each ClickHouse migration came with, while they were numbered separately. */
const releasedWith: Record<string, string> = {
  '0002-usage': '0004-usage',
  '0003-usage-counts': '0006-restorable',
  '0004-crawler': '0008-crawler',
  '0005-cited-pages': '0008-crawler',
  '0007-knowledge': '0010-knowledge',
  '0008-page-scans': '0011-page-scans',
  '0009-page-scans-by-id': '0011-page-scans',
  '0010-vector-codes': '0013-suggested-aliases',
  '0011-judgement-errors': '0018-match-in-context',
  '0012-collected-answers': '0021-collection',
}

const stages = knownMigrations('postgres')
  .map(({ name }) => name)
  .filter((name) => name < keptSchema)
/** The schema whose migrations do the most. */
const shortForm = ['0018-match-in-context']

/** The reads that each schema introduced; they show less of rows from earlier schemas. */
const added: Record<string, readonly string[]> = {
  '0004-writing-styles': ['list-writing-styles', 'get-writing-style'],
  '0005-profile-products-alignment': [
    ...['get-profile', 'list-products', 'list-prompt-suggestions'],
    ...['list-alignment-categories', 'list-alignment-suggestions'],
  ],
  '0008-crawler': [
    'list-crawler-visits',
    'get-crawler-summary',
    'get-crawler-trend',
    'list-website-pages',
    'list-ai-traffic-pages',
  ],
  '0009-technical': ['list-audits', 'get-audit', 'get-audit-changes', 'list-issues', 'get-issue'],
  '0010-knowledge': ['list-knowledge-documents', 'search-knowledge', 'get-knowledge-document'],
  '0011-page-scans': ['list-earned-mentions', 'list-opportunities', 'list-topic-scoreboard'],
  // Engines and trends also show how many planned answers have arrived.
  '0021-collection': [
    ...['get-collection-coverage', 'get-spending', 'list-collection-runs', 'list-sample-sizes'],
    ...['list-engine-visibility', 'list-visibility-trend'],
  ],
  '0035-audit-schedules-and-bot-ranges': ['get-audit-schedule'],
  '0037-notes': ['list-notes'],
  '0043-visibility-alerts': ['list-visibility-alerts'],
}
const since = (name: string) => Object.keys(added).find((stage) => added[stage]?.includes(name)) ?? ''

/** The migrations that the release of a schema had. */
const migrationsAt = (stage: string) => ({
  postgres: knownMigrations('postgres').filter(({ name }) => name <= stage),
  clickhouse: knownMigrations('clickhouse').filter(
    ({ name }) => (releasedWith[name] ?? name).slice(0, 4) <= stage.slice(0, 4),
  ),
})

/** Stores as the release of a schema left them. */
async function storesAt(stage: string): Promise<ClosedStores> {
  const directory = mkdtempSync(join(process.env.TEST_RUN_DIRECTORY as string, 'sightline-test-'))
  const database = await createTestDatabase()
  const known = migrationsAt(stage)
  const silent = { onLost: () => {}, onSilence: () => {} }
  const postgres = await openPostgres({ url: database.url }, silent, known.postgres)
  await postgres.migrate()
  const clickhouse = await openClickHouse({ directory: join(directory, 'clickhouse') }, { known: known.clickhouse })
  for (const table of Object.keys(tables)) {
    const lines = gunzipSync(readFileSync(join(kept, `${table}.jsonl.gz`)))
      .toString()
      .split('\n')
      .filter((line) => line !== '')
    if (lines.length === 0) continue
    await fillPostgres(postgres, table, lines)
    await fillClickHouse(clickhouse, table, lines)
  }
  await clickhouse.close()
  await postgres.close()
  return { databaseName: database.name, directory }
}

const inBoth = (columns: readonly string[], row: string) =>
  columns.filter((column) => column in (JSON.parse(row) as object))

async function fillPostgres(postgres: PostgresStore, table: string, lines: readonly string[]): Promise<void> {
  const { rows } = await postgres.execute(
    'select column_name from information_schema.columns where table_schema = current_schema() and table_name = $1',
    [table],
  )
  const columns = inBoth(
    rows.map(({ column_name }) => String(column_name)),
    lines[0] as string,
  )
  if (columns.length === 0) return
  const names = raw.join(columns.map((column) => raw.id(column)))
  await postgres.db.transaction().execute(async (transaction) => {
    // Tables come in any order: references are complete only at the end.
    await raw`set local session_replication_role = replica`.execute(transaction)
    await raw`insert into ${raw.table(table)} (${names}) select ${names}
      from json_populate_recordset(null::${raw.table(table)}, ${`[${lines.join(',')}]`}::json)`.execute(transaction)
  })
}

async function fillClickHouse(clickhouse: ClickHouseStore, table: string, lines: readonly string[]): Promise<void> {
  const found = await clickhouse.query<{ name: string }>(
    sql`SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ${table}`,
  )
  const columns = inBoth(
    found.map(({ name }) => name),
    lines[0] as string,
  )
  if (columns.length === 0) return
  const rows = lines.map((line) => {
    const row = JSON.parse(line) as Record<string, unknown>
    return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])))
  })
  await clickhouse.insert(table, rows.join('\n'))
}

interface Result {
  status: number
  data: unknown
}

/** What the current program shows of a brand on stores of a schema, and the row counts of its tables. */
async function readAt(stage: string): Promise<{ shown: Map<string, Result>; rows: Map<string, number> }> {
  const make = async () => ({ stores: await storesAt(stage), known: null })
  const { test: app } = await startFrom({ name: `at ${stage}`, make }, {}, { now: fixtureNow })
  try {
    await app.historyIsRead()
    // A search that began before the history was read repeats only after ten minutes.
    await app.operate('refresh-competitor-suggestions', { brand_id: ids.brand_id?.[0] as string })
    await jobsAreDone(app.app.services)
    return { shown: await readAll(app), rows: await countAll(app) }
  } finally {
    await app.close()
  }
}

async function readAll(app: TestApp): Promise<Map<string, Result>> {
  const brand = await app.app.services.db
    .selectFrom('brands')
    .select('workspace_id')
    .where('id', '=', ids.brand_id?.[0] as string)
    .executeTakeFirstOrThrow()
  const key = await makeKey(app, brand.workspace_id)
  const shown = new Map<string, Result>()
  // The kept rows contain nothing that later schemas introduced.
  const isKept = ({ http }: Endpoint) => pathFields(http.path).every((name) => ids[name] !== undefined)
  for (const endpoint of steadyEndpoints.filter((one) => one.on === 'brand' && isKept(one))) {
    const { status, body } = await app.get(urlOf(endpoint, ids), key)
    shown.set(endpoint.name, { status, data: body.data })
  }
  return shown
}

async function countAll({ app: { services } }: TestApp): Promise<Map<string, number>> {
  const rows = new Map<string, number>()
  for (const table of services.features.flatMap((feature) => feature.tables?.postgres ?? [])) {
    const counted = await services.postgres.execute(`select count(*) as n from ${table}`)
    rows.set(table, Number(counted.rows[0]?.n))
  }
  return rows
}

/** The PostgreSQL tables of a schema. */
const tablesAt = (stage: string) =>
  migrationsAt(stage).postgres.flatMap((migration) =>
    [...migration.sql.matchAll(/^create table (\w+)/gm)].map(([, table]) => table as string),
  )

describe('stores of an earlier schema open and show their data:', () => {
  let expected: Map<string, Result>

  beforeAll(async () => {
    expected = (await readAt(keptSchema)).shown
    for (const [name, { status }] of expected) expect([name, status]).toEqual([name, 200])
    expect(expected.get('list-competitor-rankings')?.data).toMatchObject([
      { name: 'Acme', visibility_pct: 100 },
      { name: 'Globex', visibility_pct: 100 },
      { name: 'Initech', visibility_pct: 100 },
      { name: 'Umbrella', visibility_pct: 0 },
    ])
    expect(expected.get('list-competitors')?.data).toMatchObject([
      { name: 'Globex', color: 1 },
      { name: 'Umbrella', color: 3 },
      { name: 'Initech', color: 2 },
    ])
  })

  test.for(inForm(shortForm, stages))('%s', async (stage) => {
    const { shown, rows } = await readAt(stage)
    for (const [name, answer] of shown)
      if (stage >= since(name)) expect([name, answer]).toEqual([name, expected.get(name)])
      else expect([name, answer.status]).toEqual([name, expect.toBeOneOf([200, 404])])
    for (const table of tablesAt(stage)) {
      const had = tables[table] ?? 0
      if (had > 0) expect([table, Math.min(rows.get(table) ?? 0, had)]).toEqual([table, had])
    }
  })
})
