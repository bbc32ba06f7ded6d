import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClickHouse } from '../stores/clickhouse.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { knownMigrations, type Migration } from '../stores/migrate.ts'
import { openPostgres, type PostgresStore } from '../stores/postgres.ts'
import { inForm, longTest } from '../testing/forms.ts'
import { installWithBrand } from '../testing/installations.ts'
import type { Installation } from '../testing/processes.ts'

const made: Record<'postgres' | 'clickhouse', Migration> = {
  postgres: {
    name: '9998-made-up',
    sql: "alter table workspaces add column mood text not null default 'calm'",
  },
  clickhouse: {
    name: '9999-made-up',
    sql: "ALTER TABLE answers ADD COLUMN IF NOT EXISTS mood String DEFAULT 'calm';\n-- Twice.\nALTER TABLE readings ADD COLUMN IF NOT EXISTS mood String;\n",
  },
}

let sightline: Installation

beforeEach(async () => {
  ;({ installation: sightline } = await installWithBrand())
})
afterEach(() => sightline.remove())

type Stores = { postgres: PostgresStore; clickhouse: Awaited<ReturnType<typeof openClickHouse>> }

/** Opens the stores as a release with these additional migrations would. */
async function asRelease<T>(further: Partial<typeof made>, work: (stores: Stores) => Promise<T>): Promise<T> {
  const known = (store: keyof typeof made) => [...knownMigrations(store), ...[further[store] ?? []].flat()]
  await using opened = new AsyncDisposableStack()
  const server = await startEmbeddedPostgres(sightline.directory, pino({ level: 'silent' }))
  opened.defer(() => server.stop())
  const events = { onLost: () => {}, onSilence: () => {} }
  const postgres = await openPostgres(server, events, known('postgres'))
  opened.defer(() => postgres.close())
  const directory = join(sightline.directory, 'clickhouse')
  const clickhouse = await openClickHouse({ directory }, { known: known('clickhouse') })
  opened.defer(() => clickhouse.close())
  await postgres.migrate()
  return await work({ postgres, clickhouse })
}

const migrationsOf = (further: Partial<typeof made>) =>
  asRelease(further, async ({ postgres, clickhouse }) => {
    const applied = await postgres.execute('select name from schema_migrations order by name')
    return {
      postgres: applied.rows.map(({ name }) => name),
      clickhouse: (await clickhouse.query<{ name: string }>(sql`SELECT name FROM schema_migrations ORDER BY name`)).map(
        ({ name }) => name,
      ),
    }
  })

const known = (store: keyof typeof made) => knownMigrations(store).map(({ name }) => name)

test('data of an older schema opens: missing migrations are applied once, and existing data stays', async () => {
  for (const _ of ['upgrading', 'again']) {
    await asRelease(made, async ({ postgres, clickhouse }) => {
      const { rows } = await postgres.execute('select name, mood from workspaces')
      expect(rows).toEqual([{ name: 'W', mood: 'calm' }])
      expect(await clickhouse.query(sql`SELECT mood FROM answers`)).toEqual([])
    })
  }
  expect(await migrationsOf(made)).toEqual({
    postgres: [...known('postgres'), made.postgres.name],
    clickhouse: [...known('clickhouse'), made.clickhouse.name],
  })
})

test.each(['postgres', 'clickhouse'] as const)(
  'data written by a newer release in %s is rejected and unchanged',
  async (store) => {
    const newer = { [store]: made[store] }
    const before = await migrationsOf(newer)
    const serve = ['serve', '--port', '0']
    const write = ['create-workspace', '--name', 'x']
    const short = store === 'postgres' ? [serve] : [write]
    for (const words of inForm(short, [serve, ['list-workspaces'], write])) {
      const { status, stdout, stderr } = await sightline.run(words)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(JSON.parse(stderr).error).toMatchObject({
        code: 'conflict',
        message: `a newer release of Sightline wrote this data (${store} migration ${made[store].name}); start that release`,
      })
    }
    expect(await migrationsOf(newer)).toEqual(before)
  },
)

test('a store written by a newer release keeps the other store from being migrated', async () => {
  await asRelease({ clickhouse: made.clickhouse }, async () => {})
  await expect(asRelease({ postgres: made.postgres }, async () => {})).rejects.toThrow('newer release')
  const after = await migrationsOf({ clickhouse: made.clickhouse })
  expect(after.postgres).toEqual(known('postgres'))
})

longTest('a cluster of another PostgreSQL version is rejected by its version', async () => {
  const file = join(sightline.directory, 'postgres/PG_VERSION')
  const version = readFileSync(file, 'utf8')
  const refusals = [
    ['99', 'a newer release of Sightline wrote this data (PostgreSQL 99)'],
    ['9', 'this data needs PostgreSQL 9'],
  ] as const
  for (const [other, message] of refusals) {
    writeFileSync(file, `${other}\n`)
    const { status, stderr } = await sightline.run(['list-workspaces'])
    expect(status).toBe(1)
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'conflict' })
    expect(stderr).toContain(message)
  }
  writeFileSync(file, version)
  expect(await sightline.data('list-workspaces')).toMatchObject([{ name: 'W' }])
})
