import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clickhouseTables } from '../../kernel/observed-tables.ts'
import { version } from '../../lib/version.ts'
import { steadyEndpoints, urlOf } from '../../testing/endpoints.ts'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import { longTest } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { chunkBytes, clickhouseRows } from './backup.ts'

let running: TestApp
let fixture: Fixture
let folder: string

beforeAll(async () => {
  ;({ test: running, fixture } = await startFixtureApp())
  folder = mkdtempSync(join(tmpdir(), 'sightline-backup-'))
})

/** The embedded engine locks its directory: closes the running app before it starts another. */
async function restartEmpty(): Promise<void> {
  await running.close()
  running = await startTestApp()
}

afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every table of both stores has one owner, which backs it up or says why not', async () => {
  const { features, postgres, clickhouse } = running.app.services
  const { rows } = await postgres.execute("select tablename as name from pg_tables where schemaname = 'public'")
  const stored = [...rows.map(({ name }) => String(name)), ...(await clickhouse.tables())]
  const owned = features.flatMap(({ tables, tablesNotBackedUp = {} }) => [
    ...(tables?.postgres ?? []),
    ...(tables?.clickhouse ?? []).map(({ name }) => name),
    ...Object.keys(tablesNotBackedUp),
  ])
  expect(owned).toHaveLength(new Set(owned).size)
  // PostgreSQL holds rate limits only if several processes share them.
  expect(new Set([...stored, 'rate_limits'])).toEqual(new Set(owned))
})

test('each ClickHouse table is sorted by the owner id first and, per brand, also by its backup key', async () => {
  const sorted = await running.app.services.clickhouse.query<{ name: string; sorting_key: string }>({
    text: 'SELECT name, sorting_key FROM system.tables WHERE database = currentDatabase()',
  })
  const orders = new Map(sorted.map(({ name, sorting_key }) => [name, sorting_key.split(', ')]))
  for (const table of clickhouseTables(running.app.services)) {
    const order = orders.get(table.name) ?? []
    expect([table.name, order[0]]).toEqual([table.name, `${table.of}_id`])
    if (table.of === 'brand') expect(order).toEqual(expect.arrayContaining([table.key[0]]))
  }
})

/** Exports are not backed up: users create them again. */
const backedUpEndpoints = steadyEndpoints.filter(({ name }) => !/exports?$/.test(name))

test('a backup made during an import is consistent, and every endpoint responds the same after the restore', async () => {
  const answers = () =>
    Promise.all(
      backedUpEndpoints.map(async (endpoint) => {
        const { status, body } = await running.get(urlOf(endpoint, fixture.ids), fixture.key)
        return {
          name: endpoint.name,
          status,
          data: body.data as unknown,
          meta: body.meta as { executions: number },
        }
      }),
    )
  const executions = (shown: Awaited<ReturnType<typeof answers>>) =>
    shown.find(({ name }) => name === 'list-competitor-rankings')?.meta.executions
  const [brandId = ''] = fixture.ids.brand_id ?? []
  const competitor = { brand_id: brandId, name: 'Aurea', primary_url: 'https://aurea.example' }
  await running.operate('create-competitor', competitor)
  await running.historyIsRead()
  const before = await answers()
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]))
  const more = answersFile(
    Array.from({ length: 300 }, (_, number) => ({
      // An existing prompt: a new one would get another id each time.
      prompt: 'Which shoes?',
      engine: 'chatgpt',
      executed_at: fixtureNow,
      answer: `Acme ${number}`,
    })),
  )
  const to = join(folder, 'whole')
  await Promise.all([running.operate('import-answers', { brand_id: brandId }, more), running.operate('backup', { to })])
  const after = await answers()

  await restartEmpty()
  running.setNow(fixtureNow)
  await running.operate('restore', { from: to })
  const restored = await answers()
  // The backup contains the concurrent batch completely or not at all.
  expect(restored).toEqual(executions(restored) === executions(before) ? before : after)
  await running.operate('import-answers', { brand_id: brandId }, more)
  expect(await answers()).toEqual(after)
  expect(await running.tryOperate('restore', { from: to })).toMatchObject({
    failure: { error: { code: 'conflict' } },
  })
})

test('refuses to overwrite a backup, and to restore one that is damaged, incomplete or newer', async () => {
  const to = join(folder, 'damaged')
  await running.operate('backup', { to })
  expect(await running.tryOperate('backup', { to })).toMatchObject({
    failure: { error: { code: 'conflict' } },
  })
  expect(existsSync(`${to}.partial`)).toBe(false)

  await restartEmpty()
  const refused = async () => {
    const outcome = await running.tryOperate('restore', { from: to })
    return 'failure' in outcome ? outcome.failure.error : undefined
  }
  const file = join(to, 'prompts.jsonl.gz')
  const whole = readFileSync(file)
  const lines = gunzipSync(whole).toString().trim().split('\n')
  writeFileSync(file, gzipSync(lines.slice(1).join('\n')))
  expect(await refused()).toMatchObject({ code: 'conflict', message: expect.stringContaining('prompts') })
  writeFileSync(file, whole.subarray(0, whole.length / 2))
  expect(await refused()).toBeDefined()
  writeFileSync(file, whole)
  const manifest = readFileSync(join(to, 'manifest.json'), 'utf8')
  writeFileSync(
    join(to, 'manifest.json'),
    manifest.replace('0001-main', '9999-later').replace(`"version": "${version}"`, '"version": "99.1.2"'),
  )
  expect(await refused()).toEqual({
    code: 'conflict',
    message: `from: the backup was created by Sightline 99.1.2, which is newer than ${version}; restore it with that release`,
    request_id: expect.any(String),
  })
  writeFileSync(join(to, 'manifest.json'), manifest.replace('"rows": {', '"rows": { "quotes": 0,'))
  expect(await refused()).toMatchObject({ code: 'conflict', message: expect.stringContaining('quotes') })
  rmSync(join(to, 'manifest.json'))
  expect(await refused()).toMatchObject({ code: 'invalid_request' })
  // The failed attempts left nothing behind, so the intact backup restores.
  writeFileSync(join(to, 'manifest.json'), manifest)
  expect(await refused()).toBeUndefined()
  expect(await running.operate<unknown[]>('list-workspaces')).toHaveLength(2)
})

/** The error code and message of a failed operation; empty if it succeeds. */
async function refusal(name: string, input: Record<string, string>): Promise<string[]> {
  const outcome = await running.tryOperate(name, input)
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}

longTest('backs up and restores large answers in chunks without loss or duplicates', async () => {
  await restartEmpty()
  const { db } = running.app.services
  const workspace = await running.operate('create-workspace', { name: 'W' })
  const { id } = await running.operate('create-brand', { workspace_id: workspace.id, name: 'Acme' })
  const sizes = [...Array.from({ length: 15 }, () => 700_000), ...Array.from({ length: 2500 }, () => 10)]
  const answers = sizes.map((size, number) => ({
    id: String(number),
    prompt: 'Which?',
    engine: 'chatgpt',
    // Many share a timestamp: the position among them shows what has been written.
    executed_at: `2026-03-01T10:00:0${number % 2}Z`,
    answer: `Acme ${'x'.repeat(size)}`,
  }))
  await running.operate('import-answers', { brand_id: id }, answersFile(answers))
  await running.operate('import-answers', { brand_id: id }, answersFile([{ ...answers[0], id: 'last' }]))

  const brand = await db.selectFrom('brands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (const table of clickhouseTables(running.app.services)) {
    if (table.of !== 'brand' || !['answers', 'readings'].includes(table.name)) continue
    const ids: string[] = []
    for await (const rows of clickhouseRows(running.app.services, table, brand)) {
      expect(rows.join().length).toBeLessThan(chunkBytes * 1.5)
      ids.push(...rows.map((row) => (JSON.parse(row) as { answer_id: string }).answer_id))
    }
    expect(ids).toHaveLength(answers.length + 1)
    expect(new Set(ids).size).toBe(ids.length)
  }
  const statistics = async () =>
    running.app.services.clickhouse.query({
      text: 'SELECT count() AS rows, sum(length(answer)) AS bytes, sum(cityHash64(answer_id, source_id)) AS ids FROM answers',
    })
  const before = await statistics()
  const to = join(folder, 'large')
  await running.operate('backup', { to })

  await restartEmpty()
  const store = running.app.services.clickhouse
  const inserted: number[] = []
  running.app.services.clickhouse = {
    ...store,
    insert(table, lines) {
      inserted.push(lines.length)
      return store.insert(table, lines)
    },
  }
  await running.operate('restore', { from: to })
  expect(Math.max(...inserted)).toBeLessThan(chunkBytes * 1.5)
  expect(await statistics()).toEqual(before)
})

test('a restore resolves an interrupted erasure and advances the data version, so old cached results are not reused', async () => {
  const { db } = running.app.services
  const state = () => running.app.services.db.selectFrom('brands').select(['data_version', 'data_unstable']).execute()
  await db.updateTable('brands').set({ data_unstable: true }).execute()
  const [before] = await state()
  const to = join(folder, 'unstable')
  await running.operate('backup', { to })
  await restartEmpty()
  await running.operate('restore', { from: to })
  const [after] = await state()
  expect(after?.data_unstable).toBe(false)
  expect(after?.data_version).toBeGreaterThan((before?.data_version ?? 0) + 1000)
})

test('names a path that cannot be used, and a failed backup leaves no files', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await refusal('backup', { to: file })).toEqual([
    'invalid_request',
    expect.stringMatching(/^to: .*not a directory/),
  ])
  expect(await refusal('backup', { to: join(file, 'below') })).toEqual([
    'invalid_request',
    expect.stringMatching(/^to: .*not a directory/),
  ])
  expect(await refusal('backup', { to: join(folder, 'n'.repeat(300)) })).toEqual([
    'invalid_request',
    expect.stringMatching(/^to: .*name too long/),
  ])
  const to = join(folder, 'broken')
  const { services } = running.app
  const store = services.clickhouse
  services.clickhouse = { ...store, lines: () => Promise.reject(new Error('broken')) }
  expect(await refusal('backup', { to })).toEqual(['internal_error', expect.any(String)])
  services.clickhouse = store
  expect([existsSync(to), existsSync(`${to}.partial`)]).toEqual([false, false])

  await running.operate('backup', { to })
  await restartEmpty()
  rmSync(join(to, 'prompts.jsonl.gz'))
  const missing = ['invalid_request', expect.stringMatching(/^from: .*no such file.*prompts/)]
  expect(await refusal('restore', { from: to })).toEqual(missing)
  mkdirSync(join(to, 'prompts.jsonl.gz'))
  const noFile = ['conflict', expect.stringMatching(/^from: .*prompts.jsonl.gz is damaged: it is not a regular file$/)]
  expect(await refusal('restore', { from: to })).toEqual(noFile)
  rmSync(join(to, 'prompts.jsonl.gz'), { recursive: true })
  execFileSync('mkfifo', [join(to, 'prompts.jsonl.gz')])
  expect(await refusal('restore', { from: to })).toEqual(noFile)
  writeFileSync(join(to, 'manifest.json'), 'null')
  expect(await refusal('restore', { from: to })).toEqual(['invalid_request', expect.stringMatching(/^from must be/)])
  expect(await refusal('restore', { from: file })).toEqual(['invalid_request', expect.stringMatching(/^from must be/)])
})

test('of two concurrent backups to one folder, one completes and the other returns conflict', async () => {
  for (const to of [join(folder, 'both'), join(folder, 'both, in a folder')]) {
    if (to.endsWith('folder')) mkdirSync(to)
    const outcomes = await Promise.all([1, 2].map(() => running.tryOperate('backup', { to })))
    const failures = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome.failure.error] : []))
    expect(failures).toMatchObject([{ code: 'conflict', message: `to: another backup is writing to ${to}` }])
    const { rows } = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'))
    const files = ['manifest.json', ...Object.keys(rows).map((table) => `${table}.jsonl.gz`)]
    expect(readdirSync(to).sort()).toEqual(files.sort())
  }
})

test('replaces the leftovers of a killed backup, but not files that are not from a backup', async () => {
  const [left, others] = [join(folder, 'left'), join(folder, 'others')]
  for (const to of [left, others]) mkdirSync(`${to}.partial`)
  writeFileSync(join(`${left}.partial`, 'lock'), '')
  writeFileSync(join(`${left}.partial`, 'gone.jsonl.gz'), 'half of it')
  await running.operate('backup', { to: left })
  expect([existsSync(`${left}.partial`), existsSync(join(left, 'gone.jsonl.gz'))]).toEqual([false, false])
  writeFileSync(join(`${others}.partial`, 'notes.txt'), 'not ours')
  expect(await refusal('backup', { to: others })).toEqual([
    'conflict',
    `to: ${others}.partial already exists and is not a Sightline backup`,
  ])
  expect(readFileSync(join(`${others}.partial`, 'notes.txt'), 'utf8')).toBe('not ours')
})

test('a backup to a symbolic link writes to its target folder and keeps the link', async () => {
  const [behind, link] = [join(folder, 'behind'), join(folder, 'link')]
  mkdirSync(behind)
  symlinkSync(behind, link)
  await running.operate('backup', { to: link })
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(existsSync(join(behind, 'manifest.json'))).toBe(true)
  expect(existsSync(join(behind, '.partial'))).toBe(false)
})

longTest('restores scanned pages and everything listed from them, including replaced scans', async () => {
  await restartEmpty()
  const { id: workspace_id } = await running.operate('create-workspace', { name: 'W' })
  const { id: brand_id } = await running.operate('create-brand', { workspace_id, name: 'Zuvari' })
  for (const name of ['Bolmex', 'Kentrafo']) {
    const primary_url = `https://${name.toLowerCase()}.example`
    await running.operate('create-competitor', { brand_id, name, primary_url })
  }
  const urls = ['a', 'b', 'c'].map((path) => `https://reddit.com/${path}`)
  const asked = { prompt: 'Which?', topic: 'Boots', engine: 'claude', executed_at: new Date().toISOString() }
  const answer = { ...asked, answer: 'Bolmex it is.', citations: urls.map((url) => ({ url })) }
  await running.operate('import-answers', { brand_id }, answersFile([answer]))
  const scan = (content: string, some: string[]) =>
    running.operate('import-page-scans', { brand_id }, answersFile(some.map((url) => ({ url, content }))))
  await scan('Bolmex beats Kentrafo.', urls)
  // The next scan removes this opportunity, even without the background refresh.
  await running.operate('refresh-opportunities', { brand_id })
  await scan('Kentrafo beats Bolmex, and both beat Zuvari.', urls.slice(0, 1))
  await running.operate('refresh-opportunities', { brand_id })
  const lists = ['list-earned-mentions', 'list-page-scans', 'list-opportunities', 'list-topics']
  const shown = () => Promise.all(lists.map((name) => running.operate<unknown[]>(name, { brand_id })))
  const before = await shown()
  expect(before.map((rows) => rows.length)).toEqual([2, 3, 1, 1])
  const to = join(folder, 'pages')
  await running.operate('backup', { to })

  await restartEmpty()
  await running.operate('restore', { from: to })
  expect(await shown()).toEqual(before)
  await scan('Nobody at all.', urls.slice(1, 2))
  expect(((await shown())[0] as unknown[]).length).toBe(1)
})

const columnsOf = async () => ({
  postgres: (
    await running.app.services.postgres.execute(
      "select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public' order by table_name, column_name",
    )
  ).rows,
  clickhouse: await running.app.services.clickhouse.query({
    text: 'SELECT table, name, type, default_kind, default_expression FROM system.columns WHERE database = currentDatabase() ORDER BY table, name',
  }),
  migrations: (
    await running.app.services.clickhouse.query<{ name: string }>({
      text: 'SELECT name FROM schema_migrations',
    })
  ).length,
})

test('restores and migrates a backup of an earlier release, even after failed attempts', async () => {
  await restartEmpty()
  const columns = await columnsOf()
  // Created by the last release before audits, documents and page scans; its last migration is 0008-crawler.
  const from = fileURLToPath(new URL('../../testing/backups/at-0008-crawler', import.meta.url))
  const damaged = join(folder, 'damaged-earlier')
  cpSync(from, damaged, { recursive: true })
  for (const table of ['crawler_visits', 'prompts']) {
    writeFileSync(join(damaged, `${table}.jsonl.gz`), gzipSync(''))
    expect(await refusal('restore', { from: damaged })).toEqual(['conflict', expect.stringContaining(table)])
    expect(await columnsOf()).toEqual(columns)
    cpSync(join(from, `${table}.jsonl.gz`), join(damaged, `${table}.jsonl.gz`))
  }

  await running.operate('restore', { from })
  expect(await columnsOf()).toEqual(columns)
  const [workspace] = await running.operate<{ id: string }[]>('list-workspaces')
  const of = { workspace_id: workspace?.id as string }
  const [brand] = await running.operate<{ id: string; name: string }[]>('list-brands', of)
  const days = { brand_id: brand?.id as string, start_date: '2026-05-01', end_date: '2026-05-03' }
  // The results of that release.
  expect(await running.operate('list-competitor-rankings', days)).toMatchObject([
    { name: 'Aurea', visibility_pct: 66.67, market_share_pct: 50, sentiment_score: 64.3, avg_rank: 1 },
    { name: 'Solenne', visibility_pct: 66.67, market_share_pct: 50, sentiment_score: 61.01, avg_rank: 1.5 },
  ])
  expect(await running.operate('list-citations', days)).toMatchObject([
    { citation_id: 'e608562a-de54-8c39-9066-eae802b3c7f3', url: 'https://aurea.example/beds' },
    { citation_id: 'a6c3b016-3078-89df-a43d-a392f913b96d', url: 'https://www.tests.example/Sofas/%7Ebest/' },
  ])
  expect(await running.operate('list-crawler-visits', days)).toMatchObject([
    { bot_name: 'GPTBot', path: '/beds', domain: 'aurea.example' },
  ])
  expect(await running.operate('list-keys', of)).toHaveLength(2)
  // Rows that later migrations created.
  expect(await running.operate('list-credit-entries', of)).toMatchObject([{ kind: 'grant', balance: 40 }])

  const to = join(folder, 'again')
  const { rows } = await running.operate<{ rows: Record<string, number> }>('backup', { to })
  const before = JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8')) as { rows: object }
  expect(rows).toMatchObject(before.rows)
  await running.restart()
  expect(await columnsOf()).toEqual(columns)
  expect(await running.operate('list-brands', of)).toMatchObject([{ name: 'Aurea' }])
})
