import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest'
import { installWithBrand } from '../testing/installations.ts'
import {
  countExecutions,
  type Installation,
  type MadeBrand,
  makeBrand,
  makeInstallation,
  type Ran,
  type RunningServer,
} from '../testing/processes.ts'
import { expectWhole, type ImportCounts, importWords, writeAnswers } from './testing/brands.ts'
import { until } from './testing/campaign.ts'

const diskMiB = 300
/** Answers of 5 kB that cannot be compressed: more than fits. */
const total = 60_000

let mount: string
let isMounted: boolean
let sightline: Installation
let server: RunningServer
let brand: MadeBrand

beforeEach(async () => {
  mount = mkdtempSync(join(tmpdir(), 'sightline-disk-'))
  isMounted = run('mount', '-t', 'tmpfs', '-o', `size=${diskMiB}m,mode=755`, 'tmpfs', mount)
  if (!isMounted) return
  ;({ installation: sightline, brand } = await installWithBrand({}, join(mount, 'data')))
  server = await startServer()
})
afterEach(async () => {
  if (isMounted) {
    await sightline.remove()
    run('umount', mount)
  }
  rmSync(mount, { recursive: true, force: true })
})

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const startServer = () => sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })

/** Skips the test if no disk can be mounted; with CI=true, that is a failure. */
function needsMount({ skip }: TestContext): void {
  if (isMounted) return
  if (process.env.CI === 'true') throw new Error('no tmpfs can be mounted here: run this as root')
  skip('no tmpfs can be mounted here')
}

const enlarge = () => run('mount', '-o', 'remount,size=1200m', mount)
const filler = () => join(mount, 'filler')

function fillDisk(): void {
  const file = openSync(filler(), 'a')
  try {
    for (const bytes of [1 << 20, 1 << 12]) {
      while (statfsSync(mount).bavail * statfsSync(mount).bsize >= bytes) writeSync(file, Buffer.alloc(bytes))
    }
  } finally {
    closeSync(file)
  }
}

async function ask(path: string): Promise<{ status: number; retryAfter: string | null; text: string }> {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${brand.secret}` },
    signal: AbortSignal.timeout(120_000),
  })
  const text = await response.text()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
}

const isReady = async () => (await ask('/readyz')).status === 200
const rankings = () => `/v1/brands/${brand.brandId}/competitors/rankings?start_date=2026-01-01&end_date=2026-01-31`

/** Either the right metrics or a 503 with Retry-After. */
async function expectRightOrUnavailable(executions: number): Promise<void> {
  const { status, retryAfter, text } = await ask(rankings())
  if (status === 200) expect(JSON.parse(text).meta.executions).toBe(executions)
  else expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
  expect((await ask('/healthz')).status).toBe(200)
}

function expectUnavailable({ status, stderr }: Ran): void {
  expect(status).toBe(1)
  expect(JSON.parse(stderr.trim().split('\n').at(-1) as string).error.code).toBe('service_unavailable')
}

const incompressible = () => ({ answer: `Acme. ${randomBytes(3750).toString('base64')}` })

test('a disk filled by an import stores no more and says so, and the same import completes once there is room', async (context) => {
  needsMount(context)
  const outside = makeInstallation()
  const file = writeAnswers(outside, total, incompressible)
  expectUnavailable(await sightline.run(importWords(brand, file)))
  const stored = await countExecutions(server.url, brand)
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(total)
  expect(await ask('/readyz')).toMatchObject({ status: 503, retryAfter: '2' })
  expectUnavailable(await sightline.run(importWords(brand, file)))
  await expectRightOrUnavailable(stored)

  fillDisk()
  expectUnavailable(await sightline.run(importWords(brand, file)))
  await expectRightOrUnavailable(stored)

  enlarge()
  rmSync(filler())
  await until(isReady)
  const again = JSON.parse((await sightline.run(importWords(brand, file))).stdout) as ImportCounts
  expect(again).toMatchObject({ imported: total - stored, duplicates: stored, rejected: 0 })
  expect(await countExecutions(server.url, brand)).toBe(total)
  expect(await server.stop()).toBe(0)
  await expectWhole(sightline, [brand], total)
  await outside.remove()
})

test('a disk that fills up at any moment of an import', async (context) => {
  needsMount(context)
  const outside = makeInstallation()
  const answers = 20_000
  const file = writeAnswers(outside, answers, () => ({
    answer: `Acme. ${randomBytes(600).toString('base64')}`,
  }))
  for (let round = 0; round < 6; round += 1) {
    brand = await makeBrand(sightline)
    const importing = sightline.run(importWords(brand, file))
    await until(() => countExecutions(server.url, brand))
    await new Promise((resolve) => setTimeout(resolve, round * 150))
    fillDisk()
    const ended = await importing
    if (ended.status !== 0) expectUnavailable(ended)
    expect((await ask('/readyz')).status).toBe(503)
    const stored = await countExecutions(server.url, brand)
    await expectRightOrUnavailable(stored)
    rmSync(filler())
    enlarge()
    await until(isReady)
    const again = JSON.parse((await sightline.run(importWords(brand, file))).stdout) as ImportCounts
    expect(again).toMatchObject({ imported: answers - stored, duplicates: stored })
  }
  expect(await server.stop()).toBe(0)
  await expectWhole(sightline, [brand], answers)
  await outside.remove()
})

test('a PostgreSQL without room for its log ends, and restarts once there is room', async (context) => {
  needsMount(context)
  const file = writeAnswers(sightline, 500)
  expect((await sightline.run(importWords(brand, file))).status).toBe(0)
  fillDisk()
  await writeLogUntilItEnds()
  await until(async () => (await ask('/v1/me')).status === 503)
  for (let asked = 0; asked < 100; asked += 1) {
    await expectRightOrUnavailable(500)
    expect(await ask('/readyz')).toMatchObject({ status: 503, retryAfter: '2' })
  }
  expectUnavailable(await sightline.run(['create-workspace', '--name', 'no room']))

  rmSync(filler())
  await until(isReady)
  expect(await countExecutions(server.url, brand)).toBe(500)
  const listed = await sightline.data('list-workspaces')
  expect(listed).toMatchObject([{ id: brand.workspaceId }])
  expect(await server.stop()).toBe(0)
  await expectWhole(sightline, [brand], 500)
})

/** Fills segments of the log, which is stored apart from all tables, until there is no room for another one. */
async function writeLogUntilItEnds(): Promise<void> {
  const client = new pg.Client({
    host: join(sightline.directory, 'postgres'),
    user: 'sightline',
    database: 'postgres',
  })
  client.on('error', () => {})
  await client.connect()
  const writing = async () => {
    for (;;) await client.query(`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`)
  }
  await expect(writing()).rejects.toThrow()
  await client.end().catch(() => {})
}

test('a server starts on a full disk or says why not, and starts once there is room', async (context) => {
  needsMount(context)
  expect(await server.stop()).toBe(0)
  mkdirSync(sightline.directory, { recursive: true })
  fillDisk()
  const started = await sightline.startServer().catch((error: Error) => error)
  if (started instanceof Error) expect(started.message).toMatch(/out of disk space|nearly full|No space left/)
  else await started.stop()
  rmSync(filler())
  server = await startServer()
  await until(isReady)
  expect(await sightline.data('list-workspaces')).toMatchObject([{ id: brand.workspaceId }])
})
