import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemo } from '../../../demo/load-demo.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { chunkBytes, clickhouseRows } from './stored-rows.ts'
import { clickhouseTables, postgresTables } from './tables.ts'

let running: TestApp
let folder: string

beforeAll(async () => {
  running = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'sightline-backup-'))
})

/** The embedded engine holds one directory at a time: the program before is closed first. */
async function startAnew(): Promise<void> {
  await running.close()
  running = await startTestApp()
}

interface Shown {
  data: { id: string }[]
  meta: { executions: number }
}

afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every table of both stores is in a backup', async () => {
  const { rows } = (await running.app.services.postgres.execute(
    "select tablename from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations', 'rate_limits')",
  )) as { rows: { tablename: string }[] }
  expect(rows.map((row) => row.tablename).sort()).toEqual([...postgresTables].sort())
  const tables = await running.app.services.clickhouse.query<{ name: string }>({
    text: "SELECT name FROM system.tables WHERE database = currentDatabase() AND name != 'schema_migrations'",
  })
  expect(tables.map(({ name }) => name).sort()).toEqual([...clickhouseTables].sort())
})

test('a backup made while answers come in is one point of time; restored, every request answers the same', async () => {
  const welcome = (await openDemo(running.app.services))('http://x')
  const requests = [...welcome.matchAll(/Bearer (\S+)' 'http:\/\/x(\S+)'/g)]
  const answers = () =>
    Promise.all(
      requests.map(async ([, key, path]) => {
        const { status, body } = await running.get(path as string, key)
        return { status, body: { ...body, request_id: '' } as Shown }
      }),
    )
  const executions = (shown: Awaited<ReturnType<typeof answers>>) => shown[1]?.body.meta.executions
  const brandId = (await answers())[0]?.body.data[0]?.id as string
  await running.operate('create-competitor', {
    brand_id: brandId,
    name: 'Aurea',
    primary_url: 'https://aurea.example',
  })
  await running.historyIsRead()
  const before = await answers()
  const more = answersFile(
    Array.from({ length: 300 }, (_, number) => ({
      prompt: 'more?',
      engine: 'chatgpt',
      executed_at: new Date().toISOString(),
      answer: `Calvenzo ${number}`,
    })),
  )
  const to = join(folder, 'whole')
  await Promise.all([
    running.operate('import-answers', { brand_id: brandId }, more),
    running.operate('backup', { to }),
  ])
  const after = await answers()

  await startAnew()
  await running.operate('restore', { from: to })
  const restored = await answers()
  // The batch that came meanwhile is in the backup whole or not at all.
  expect(restored).toEqual(executions(restored) === executions(before) ? before : after)
  await running.operate('import-answers', { brand_id: brandId }, more)
  expect(await answers()).toEqual(after)
  expect(await running.tryOperate('restore', { from: to })).toMatchObject({
    failure: { error: { code: 'conflict' } },
  })
})

test('a folder that is not empty, no backup, damaged or cut off is refused with the reason', async () => {
  const to = join(folder, 'damaged')
  await running.operate('backup', { to })
  expect(await running.tryOperate('backup', { to })).toMatchObject({
    failure: { error: { code: 'conflict' } },
  })
  expect(existsSync(`${to}.partial`)).toBe(false)

  await startAnew()
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
  writeFileSync(join(to, 'manifest.json'), manifest.replace('0001-main', '0009-later'))
  expect(await refused()).toMatchObject({ code: 'conflict' })
  rmSync(join(to, 'manifest.json'))
  expect(await refused()).toMatchObject({ code: 'invalid_request' })
  // Nothing of the failed attempts is left, so the whole backup goes in.
  writeFileSync(join(to, 'manifest.json'), manifest)
  expect(await refused()).toBeUndefined()
  expect(await running.operate<unknown[]>('list-workspaces')).toHaveLength(1)
})

/** What an operation is refused with. */
async function refusal(name: string, input: Record<string, string>): Promise<string[]> {
  const outcome = await running.tryOperate(name, input)
  return 'failure' in outcome ? [outcome.failure.error.code, outcome.failure.error.message] : []
}

test('answers of any size go through in pieces: none is lost, none is doubled', async () => {
  await startAnew()
  const { db } = running.app.services
  const workspace = await running.operate('create-workspace', { name: 'W' })
  const { id } = await running.operate('create-brand', { workspace_id: workspace.id, name: 'Acme' })
  const sizes = [...Array.from({ length: 30 }, () => 700_000), ...Array.from({ length: 2500 }, () => 10)]
  const answers = sizes.map((size, number) => ({
    id: String(number),
    prompt: 'Which?',
    engine: 'chatgpt',
    // Many of one moment, of which the position within the moment tells what has been written.
    executed_at: `2026-03-01T10:00:0${number % 2}Z`,
    answer: `Acme ${'x'.repeat(size)}`,
  }))
  await running.operate('import-answers', { brand_id: id }, answersFile(answers))
  await running.operate('import-answers', { brand_id: id }, answersFile([{ ...answers[0], id: 'last' }]))

  const brand = await db.selectFrom('brands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (const table of ['answers', 'readings'] as const) {
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

  await startAnew()
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

test('what was being erased when the backup was made is settled, and no result of before is taken for one of now', async () => {
  const { db } = running.app.services
  const state = () =>
    running.app.services.db.selectFrom('brands').select(['data_version', 'data_unstable']).execute()
  await db.updateTable('brands').set({ data_unstable: true }).execute()
  const [before] = await state()
  const to = join(folder, 'unstable')
  await running.operate('backup', { to })
  await startAnew()
  await running.operate('restore', { from: to })
  const [after] = await state()
  expect(after?.data_unstable).toBe(false)
  expect(after?.data_version).toBeGreaterThan((before?.data_version ?? 0) + 1000)
})

test('a place that cannot be used is named, and nothing is left of what was begun', async () => {
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
  await startAnew()
  rmSync(join(to, 'prompts.jsonl.gz'))
  const missing = ['invalid_request', expect.stringMatching(/^from: .*no such file.*prompts/)]
  expect(await refusal('restore', { from: to })).toEqual(missing)
  mkdirSync(join(to, 'prompts.jsonl.gz'))
  expect(await refusal('restore', { from: to })).toEqual([
    'invalid_request',
    expect.stringMatching(/^from: /),
  ])
  writeFileSync(join(to, 'manifest.json'), 'null')
  expect(await refusal('restore', { from: to })).toEqual([
    'invalid_request',
    expect.stringMatching(/^from must be/),
  ])
  expect(await refusal('restore', { from: file })).toEqual([
    'invalid_request',
    expect.stringMatching(/^from must be/),
  ])
})

test('pages that were read come back as they are listed, those that were replaced too', async () => {
  await startAnew()
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
  // An opportunity that comes here and goes with the next scan, also if nothing looks for any in the background.
  await running.operate('refresh-opportunities', { brand_id })
  await scan('Kentrafo beats Bolmex, and both beat Zuvari.', urls.slice(0, 1))
  await running.operate('refresh-opportunities', { brand_id })
  const lists = ['list-earned-mentions', 'list-page-scans', 'list-opportunities', 'list-topics']
  const shown = () => Promise.all(lists.map((name) => running.operate<unknown[]>(name, { brand_id })))
  const before = await shown()
  expect(before.map((rows) => rows.length)).toEqual([2, 3, 1, 1])
  const to = join(folder, 'pages')
  await running.operate('backup', { to })

  await startAnew()
  await running.operate('restore', { from: to })
  expect(await shown()).toEqual(before)
  await scan('Nobody at all.', urls.slice(1, 2))
  expect(((await shown())[0] as unknown[]).length).toBe(1)
})
