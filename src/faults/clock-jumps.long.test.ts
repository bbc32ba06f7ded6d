import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { createRateLimits } from '../kernel/rate-limits.ts'
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { installWithBrand } from '../testing/installations.ts'
import {
  answer,
  countExecutions,
  type Installation,
  type MadeBrand,
  type RunningServer,
  requestRankings,
} from '../testing/processes.ts'
import { answersFile, startTestApp } from '../testing/test-app.ts'
import { expectWhole, makeSibling } from './testing/brands.ts'
import { until } from './testing/campaign.ts'

const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs
const jumps = [
  ['an hour forward', hourMs],
  ['a year backward', -yearMs],
  ['an hour backward', -hourMs],
  ['a year forward', yearMs],
] as const

let sightline: Installation
let server: RunningServer
let brand: MadeBrand

beforeEach(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
})
afterEach(() => sightline.remove())

/** Sets the clock of the running server. */
const shift = (milliseconds: number) => writeFileSync(join(sightline.directory, 'clock'), String(milliseconds))

function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  shift(0)
  return sightline.startServer('serve', {
    preload: fileURLToPath(new URL('./testing/shifted-clock.ts', import.meta.url)),
    environment: { ...environment, CLOCK_FILE: join(sightline.directory, 'clock') },
  })
}

async function get(path: string, key: string): Promise<{ response: Response; body: never }> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } })
  return { response, body: (await response.json()) as never }
}

async function makeKey(input: Record<string, string> = {}): Promise<string> {
  const texts = { workspace_id: brand.workspaceId, name: 'k', ...input }
  return (await sightline.operate<{ secret: string }>('create-key', texts)).secret
}

test('no clock jump makes a client wait for more than a minute', async () => {
  server = await startServer({ READS_PER_MINUTE: '3' })
  for (const [, jump] of jumps) {
    shift(0)
    const key = await makeKey()
    for (let count = 0; count < 3; count += 1) expect((await get('/v1/me', key)).response.status).toBe(200)
    const refused = await get('/v1/me', key)
    expect(refused.response.status).toBe(429)
    shift(jump)
    // The window is over by the new clock, or it began under an earlier clock.
    const after = await get('/v1/me', key)
    expect(after.response.status).toBe(200)
    const left = Number(/t=(\d+)/.exec(after.response.headers.get('ratelimit') as string)?.[1])
    expect(left).toBeLessThanOrEqual(60)
  }
  expect(await server.stop()).toBe(0)
})

test('windows shared by processes restart too', async () => {
  const app = await startTestApp()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const config = readConfig({ DATABASE_URL: 'postgres://shared', READS_PER_MINUTE: '2' })
    const limits = await createRateLimits(config, app.app.services.postgres.pool)
    for (const [name, jump] of jumps) {
      vi.setSystemTime('2026-06-15T12:00:00Z')
      for (const exceeded of [false, false, true])
        expect(await limits.count('read', name)).toMatchObject({ exceeded, resetSeconds: 60 })
      vi.setSystemTime(Date.now() + jump)
      expect(await limits.count('read', name)).toMatchObject({ exceeded: false, resetSeconds: 60 })
    }
  } finally {
    vi.useRealTimers()
    await app.close()
  }
})

test('keys and cursors follow the current clock, and cursors never live longer than an hour', async () => {
  server = await startServer()
  await makeSibling(sightline, brand)
  const expires_at = new Date(Date.now() + hourMs / 2).toISOString()
  const key = await makeKey({ expires_at })
  const page = await get('/v1/brands?limit=1', brand.secret)
  const { next_cursor } = (page.body as { pagination: { next_cursor: string } }).pagination
  const next = () => get(`/v1/brands?limit=1&cursor=${next_cursor}`, brand.secret)
  expect((await next()).response.status).toBe(200)
  for (const [, jump] of jumps) {
    shift(jump)
    expect(await next()).toMatchObject({
      response: { status: 400 },
      body: { error: { code: 'invalid_cursor' } },
    })
    expect((await get('/v1/me', key)).response.status).toBe(jump > 0 ? 401 : 200)
    shift(0)
    expect((await next()).response.status).toBe(200)
    expect((await get('/v1/me', key)).response.status).toBe(200)
  }
  expect(await server.stop()).toBe(0)
})

test('imports, metrics and background jobs continue after every jump, and batches keep their order', async () => {
  server = await startServer({ READS_PER_MINUTE: '1000000' })
  let total = 0
  for (const [name, jump] of jumps) {
    shift(jump)
    const answers = Array.from({ length: 10 }, (_, number) => ({
      ...answer(total + number),
      answer: `Acme, ${name} and ${number}`,
    }))
    const words = ['import-answers', '--brand-id', brand.brandId, '--file', '-', '--json']
    const imported = await sightline.run(words, { input: answersFile(answers) })
    expect(JSON.parse(imported.stdout)).toMatchObject({ imported: 10, duplicates: 0 })
    total += 10
    expect(await countExecutions(server.url, brand)).toBe(total)
    const texts = { brand_id: brand.brandId, name, primary_url: `https://${name.replaceAll(' ', '-')}.com` }
    await sightline.operate('create-competitor', texts)
    await until(
      () => readVisibility(name),
      (visibility) => visibility !== null,
    )
    expect(await readVisibility(name)).toBeCloseTo((100 * 10) / total, 1)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  }
  // Longer than the maintenance interval of pg-boss, whose timers must not depend on the clock.
  await sleep(25_000)
  expect(server.log()).not.toContain('TimeoutOverflowWarning')
  expect(await server.stop()).toBe(0)
  await expectWhole(sightline, [brand], total)
})

/** The competitor’s visibility; null until the history is reread with it. */
async function readVisibility(name: string): Promise<number | null> {
  const response = await requestRankings(server.url, brand)
  const { data } = (await response.json()) as {
    data: { name: string; visibility_pct: number | null }[]
  }
  return data.find((row) => row.name === name)?.visibility_pct ?? null
}

test.each([
  ['a year ahead when they were queued', '1 year', '0'],
  ['set a year ahead since they were queued', '0', '1 year'],
])('jobs run although the clock was %s', async (_, queuedAt, doneAt) => {
  server = await sightline.startServer()
  await sightline.run(['import-answers', '--brand-id', brand.brandId, '--file', '-'], {
    input: answersFile([{ ...answer(1), answer: 'Globex' }]),
  })
  await server.stop()
  await setJobClock(queuedAt)
  const words = ['--brand-id', brand.brandId, '--name', 'Globex', '--primary-url', 'https://globex.com']
  await sightline.data('create-competitor', ...words)
  await setJobClock(doneAt)
  server = await sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })
  expect(
    await until(
      () => readVisibility('Globex'),
      (visibility) => visibility !== null,
    ),
  ).toBe(100)
  expect(await server.stop()).toBe(0)
})

/** Sets the clock of background jobs, which is PostgreSQL’s. No process may have the directory open. */
async function setJobClock(ahead: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(sightline.directory, pino({ level: 'silent' }))
  const client = new pg.Client({ host: postgres.socketDirectory, user: postgres.user, database: 'postgres' })
  await client.connect()
  await client.query(`create or replace function jobs.job_now() returns timestamptz language sql stable
    as $$ select pg_catalog.now() + interval '${ahead}' $$`)
  await client.end()
  await postgres.stop()
}
