import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDemo } from '../demo/index.ts'
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
