import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claude, line, person, type Taken } from '../../testing/crawler/logs.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let running: TestApp
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-backup-'))
  running = await start()
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<TestApp> {
  const app = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
  app.setNow('2026-06-15T12:00:00Z')
  return app
}

const log = Array.from({ length: 300 }, (_, number) =>
  line({
    at: new Date(Date.UTC(2026, 5, 1) + number * 3_600_000).toISOString(),
    agent: number % 3 === 0 ? claude : undefined,
    target: `/${number % 40}?n=${number}`,
    status: number % 7 === 0 ? 500 : 200,
  }),
)

test('a backup during ingestion contains whole batches, and a restore returns the same data', async () => {
  const workspace_id = (await running.operate('create-workspace', { name: 'W' })).id
  const key = await makeKey(running, workspace_id)
  const brand = { workspace_id, name: 'A', domain: 'a.com' }
  const brand_id = (await running.operate('create-brand', brand)).id
  const tokens: string[] = []
  for (const name of ['kept', 'revoked']) {
    const made = await running.operate<{ id: string; secret: string }>('create-ingest-token', {
      brand_id,
      name,
    })
    tokens.push(made.secret)
    if (name === 'revoked') await running.operate('revoke-ingest-token', { brand_id, token_id: made.id })
  }
  const push = async (token: string | undefined, lines: readonly string[]) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain', 'batch-id': 'one' }
    return running.send('POST', '/ingest/crawler-logs', undefined, { headers, body: lines.join('') })
  }
  const read = async () => {
    const paths = ['crawler/logs?limit=100', 'crawler/summary', 'website/pages?limit=100']
    return Promise.all(paths.map(async (path) => (await running.get(`/v1/brands/${brand_id}/${path}`, key)).body.data))
  }
  const importLog = (lines: readonly string[]) =>
    running.operate<Taken>('import-crawler-logs', { brand_id }, lines.join(''))
  await importLog(log.slice(0, 200))
  expect((await push(tokens[0], log.slice(0, 5))).status).toBe(200)
  const before = await read()
  const to = join(folder, 'backup')
  await Promise.all([importLog([...log, line({ agent: person, target: '/last' })]), running.operate('backup', { to })])
  const after = await read()
  expect(after).not.toEqual(before)
  const listed = await running.operate('list-ingest-tokens', { brand_id })

  await running.close()
  running = await start()
  await running.operate('restore', { from: to })
  expect([JSON.stringify(before), JSON.stringify(after)]).toContain(JSON.stringify(await read()))
  expect(await running.operate('list-ingest-tokens', { brand_id })).toEqual(listed)
  expect((await push(tokens[1], log)).status).toBe(401)
  expect((await push(tokens[0], log.slice(0, 5))).body.data).toMatchObject({ visits: 5, duplicates: 5 })
  expect(await importLog(log)).toMatchObject({ visits: 300 })
  expect(await read()).toEqual(after)
})
