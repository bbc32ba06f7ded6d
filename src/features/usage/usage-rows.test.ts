import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { usageOf } from '../../testing/usage/ask-usage.ts'
import { countRows, requestsOf, storeRequests } from '../../testing/usage/store-requests.ts'
import { rollUpUsage } from './roll-up-usage.ts'
import { firstOf } from './usage-days.ts'

const today = new Date('2026-06-15T12:00:00Z')

let running: TestApp
let folder: string

async function start(): Promise<void> {
  running = await startTestApp()
  running.setNow(today)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-usage-'))
  await start()
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a backup contains each day once, as requests or as a rollup, and restores the same usage', async () => {
  const ids: string[] = []
  for (const perDay of [30, 15_000]) {
    const { id } = await running.operate('create-workspace', { name: 'Ours' })
    ids.push(id)
    const days = [0, 1, 60, 70].map((ago) => firstOf(ago + 1, today))
    await storeRequests(running, requestsOf(id, days, Math.random, perDay))
  }
  await rollUpUsage.run(running.app.services, {}, new AbortController().signal)
  const figures = () => Promise.all(ids.map((id) => usageOf(running, id, 100)))
  const before = await figures()
  const to = join(folder, 'backup')
  await running.operate('backup', { to })
  await running.close()

  await start()
  await running.operate('restore', { from: to })
  expect(await figures()).toEqual(before)
  expect(await countRows(running, 'usage_requests', ids[1] as string)).toBe(30_000)
})
