import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installWithBrand } from '../testing/installations.ts'
import {
  countExecutions,
  type Installation,
  type MadeBrand,
  makeBrand,
  postgresProcesses,
  postmasterPid,
  type Ran,
  type RunningServer,
  requestRankings,
  signal,
} from '../testing/processes.ts'
import { expectWhole, type ImportCounts, importWords, writeAnswers } from './testing/brands.ts'
import { until } from './testing/campaign.ts'

const total = 30_000

let sightline: Installation
let server: RunningServer
let brand: MadeBrand
let file: string

beforeEach(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
  server = await sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })
  file = writeAnswers(sightline, total)
})
afterEach(() => sightline.remove())

/** Longer than any request may take: a request without a response by then hangs. */
const requestTimeoutMs = 120_000

async function ask(path: string): Promise<{ status: number; retryAfter: string | null }> {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${brand.secret}` },
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  await response.text()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

const isReady = async () => (await ask('/readyz')).status === 200

/** An import that has stored its first batch. */
async function importInFull(): Promise<{ ended: Promise<Ran> }> {
  const ended = sightline.run(importWords(brand, file))
  await until(() => countExecutions(server.url, brand))
  return { ended }
}

function expectEndOrClearFailure({ status, stderr }: Ran): void {
  if (status === 0) return
  expect(status).toBe(1)
  const { error } = JSON.parse(stderr.trim().split('\n').at(-1) as string)
  expect(error.code).toBe('service_unavailable')
}

/** The import continued or failed clearly; repeating it completes it, and both stores have each answer once. */
async function expectNothingLost(first: Ran, shown: number): Promise<void> {
  expectEndOrClearFailure(first)
  const before = await countExecutions(server.url, brand)
  expect(before).toBeGreaterThanOrEqual(first.status === 0 ? total : shown)
  const again = await sightline.run(importWords(brand, file))
  const counts = JSON.parse(again.stdout) as ImportCounts
  expect(counts).toMatchObject({ imported: total - before, duplicates: before, rejected: 0 })
  expect(await countExecutions(server.url, brand)).toBe(total)
  expect(await server.stop()).toBe(0)
  await expectWhole(sightline, [brand], total)
}

test('while PostgreSQL is suspended every request gets a 503 in time, and then everything continues', async () => {
  const importing = await importInFull()
  const shown = await countExecutions(server.url, brand)
  const halted = postgresProcesses(sightline.directory)
  for (const pid of halted) signal(pid, 'SIGSTOP')
  const haltedUntil = sleep(25_000)
  const path = `/v1/brands/${brand.brandId}/competitors/rankings`
  const waves = []
  for (let wave = 0; wave < 24; wave += 1) {
    waves.push(...Array.from({ length: 20 }, () => ask(path)))
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    await sleep(1000)
  }
  const ready = await ask('/readyz')
  // Requests sent before the suspension was detected wait longest.
  for (const answered of await Promise.all(waves)) expect(answered).toEqual({ status: 503, retryAfter: '2' })
  expect(ready).toEqual({ status: 503, retryAfter: '2' })
  await haltedUntil
  for (const pid of halted) signal(pid, 'SIGCONT')
  await until(isReady)
  expect(server.log()).toContain('PostgreSQL responds again')
  await expectNothingLost(await importing.ended, shown)
})

test.each([
  ['its postmaster', () => [postmasterPid(sightline.directory) as number]],
  ['every process of it', () => postgresProcesses(sightline.directory)],
] as const)('PostgreSQL restarts after %s is killed during an import', async (_, victims) => {
  for (let round = 0; round < 5; round += 1) {
    const importing = await importInFull()
    // The next process gets the lock when PostgreSQL ends, while the first may still be writing to ClickHouse.
    const another = sightline.run(importWords(brand, file))
    const shown = await countExecutions(server.url, brand)
    for (const pid of victims()) signal(pid, 'SIGKILL')
    const answered = await ask('/v1/me')
    if (answered.status !== 200) expect(answered).toEqual({ status: 503, retryAfter: '2' })
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    await until(isReady)
    const first = await importing.ended
    expectEndOrClearFailure(await another)
    await expectNothingLost(first, shown)
    server = await sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })
    brand = await makeBrand(sightline)
  }
})

test('a server whose PostgreSQL is suspended can be stopped, and loses nothing', async () => {
  expect((await requestRankings(server.url, brand)).status).toBe(200)
  for (const pid of postgresProcesses(sightline.directory)) signal(pid, 'SIGSTOP')
  await server.stop()
  expect(postgresProcesses(sightline.directory)).toEqual([])
  expect(await sightline.data('list-workspaces')).toMatchObject([{ id: brand.workspaceId }])
})
