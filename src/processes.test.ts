import { createReadStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { operations } from './features.ts'
import { parseCommand } from './interfaces/cli/command-line.ts'
import { runCommand } from './interfaces/control/run-command.ts'
import type { Operation } from './kernel/operation.ts'
import { sql } from './stores/clickhouse-sql.ts'
import { type ClickHouseServer, startClickHouseServer } from './testing/clickhouse-server.ts'
import { longTest } from './testing/forms.ts'
import { createTestDatabase, type TestDatabase } from './testing/postgres-server.ts'
import {
  answer,
  countExecutions,
  type Installation,
  type MadeBrand,
  makeBrand,
  makeInstallation,
  type RunningServer,
  requestRankings,
} from './testing/processes.ts'
import { answersFile } from './testing/test-app.ts'

const password = 'c1ick?house'
const credentials = `sightline:${encodeURIComponent(password)}`

let scratch: string
let database: TestDatabase
let clickhouse: ClickHouseServer
let sightline: Installation
let apis: RunningServer[]
/** One more process on the same stores: this one. Faster than a new process for each command. */
let operator: App
const servers: RunningServer[] = []

/** Another process of the installation; a process with the role `all` would do both. */
async function start(role: 'api' | 'worker', environment: Record<string, string> = {}): Promise<RunningServer> {
  // Tests poll until something appears.
  const usual = { ROLE: role, READS_PER_MINUTE: '1000000' }
  const server = await sightline.startServer('serve', { environment: { ...usual, ...environment } })
  servers.push(server)
  return server
}

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'sightline-processes-'))
  database = await createTestDatabase()
  clickhouse = await startClickHouseServer(credentials)
  const environment = { DATABASE_URL: database.url, CLICKHOUSE_URL: `${clickhouse.url}/of%20its%20own` }
  sightline = makeInstallation(join(scratch, 'data'), environment)
  // Concurrently, and on stores without a schema.
  apis = await Promise.all([start('api'), start('api')])
  const log = pino({ level: 'silent' })
  operator = await buildApp({
    config: readConfig(environment),
    log,
    role: 'command',
    dataDirectory: undefined,
  })
})

afterAll(async () => {
  await operator.close()
  await sightline.remove()
  await clickhouse.close()
  await database.drop()
  rmSync(scratch, { recursive: true, force: true })
})

const [first, second] = [() => apis[0] as RunningServer, () => apis[1] as RunningServer]

async function operate<T>(name: string, ...words: string[]): Promise<T> {
  const operation = operations.find((candidate) => candidate.name === name) as Operation
  const { command, file } = parseCommand(operation, words)
  const stream = file === undefined ? Readable.from([]) : createReadStream(file)
  const outcome = await runCommand(operator.services, operation, command, stream, () => {})
  if ('failure' in outcome) {
    const { code, message } = outcome.failure.error
    throw Object.assign(new Error(`${name}: ${message}`), { code })
  }
  return outcome.envelope.data as T
}

const newBrand = () => makeBrand({ ...sightline, data: operate })

const me = (url: string, { secret }: MadeBrand) =>
  fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })

function answersOnDisk(name: string, count: number): string {
  const file = join(scratch, name)
  writeFileSync(file, answersFile(Array.from({ length: count }, (_, number) => answer(number))))
  return file
}

const importWords = ({ brandId }: MadeBrand, file: string): [string, ...string[]] => [
  'import-answers',
  '--brand-id',
  brandId,
  '--file',
  file,
]

interface Counts {
  imported: number
  duplicates: number
}

test('processes that start concurrently on empty stores create the schema once, and no data directory', async () => {
  const seen = await operator.services.clickhouse.query(
    sql`SELECT name, count() AS times FROM schema_migrations GROUP BY name HAVING times != 1`,
  )
  expect(seen).toEqual([])
  expect(existsSync(sightline.directory)).toBe(false)
})

test('all processes share one request limit', async () => {
  const brand = await newBrand()
  const environment = { READS_PER_MINUTE: '20' }
  const limited = await Promise.all([start('api', environment), start('api', environment)])
  const requests = Array.from({ length: 30 }, (_, number) => me((limited[number % 2] as RunningServer).url, brand))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('a key revoked by a command is refused by every process within a second', async () => {
  const brand = await newBrand()
  const statuses = () => Promise.all(apis.map(async ({ url }) => (await me(url, brand)).status))
  expect(await statuses()).toEqual([200, 200])
  const [key] = await operate<{ id: string }[]>('list-keys', '--workspace-id', brand.workspaceId)
  await operate('revoke-key', '--key-id', key?.id as string)
  await expect.poll(statuses).toEqual([401, 401])
})

test('only the worker rereads the history, and then every process shows the new competitor', async () => {
  const brand = await newBrand()
  await operate(...importWords(brand, answersOnDisk('few', 30)))
  expect(await Promise.all(apis.map(({ url }) => countExecutions(url, brand)))).toEqual([30, 30])
  const words = ['--brand-id', brand.brandId, '--name', 'Widget', '--primary-url', 'https://widget.example']
  await operate('create-competitor', ...words)
  const shown = async ({ url }: RunningServer) => {
    const { data } = (await (await requestRankings(url, brand)).json()) as {
      data: { name: string; visibility_pct: number | null }[]
    }
    return data.find(({ name }) => name === 'Widget')?.visibility_pct
  }
  // A process that ran jobs would have run this one long before the last of these requests.
  for (let request = 0; request < 50; request += 1) expect(await Promise.all(apis.map(shown))).toEqual([null, null])

  const worker = await start('worker')
  while ((await shown(first())) === null) await sleep(50)
  expect(await Promise.all(apis.map(shown))).toEqual([100, 100])
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect({ path, status: (await fetch(worker.url + path)).status }).toEqual({ path, status: 200 })
  expect((await me(worker.url, brand)).status).toBe(404)
  for (const path of ['/docs', '/openapi.json']) expect((await fetch(worker.url + path)).status).toBe(404)
})

longTest('concurrent imports of one file by two processes store nothing twice', async () => {
  const brand = await newBrand()
  const words = importWords(brand, answersOnDisk('twice', 4000))
  const counts = await Promise.all([sightline.data<Counts>(...words), operate<Counts>(...words)])
  expect(counts.map(({ imported, duplicates }) => imported + duplicates)).toEqual([4000, 4000])
  expect(counts.reduce((sum, { imported }) => sum + imported, 0)).toBe(4000)
  expect(await countExecutions(first().url, brand)).toBe(4000)
})

longTest('a killed import does not make a parallel import of the same file store anything twice', async () => {
  const brand = await newBrand()
  const words = importWords(brand, answersOnDisk('killed', 8000))
  const killed = sightline.start(words)
  const other = operate<Counts>(...words)
  while ((await countExecutions(first().url, brand)) === 0) await sleep(5)
  killed.process.kill('SIGKILL')
  await killed.ended
  const { imported, duplicates } = await other
  expect(imported + duplicates).toBe(8000)
  expect(await countExecutions(second().url, brand)).toBe(8000)
})

longTest('requests get a 503 while ClickHouse is killed or suspended, and work again without a restart', async () => {
  const brand = await newBrand()
  await operate(...importWords(brand, answersOnDisk('outage', 10)))
  // A cached result would be served without ClickHouse.
  const uncached = { RESULT_CACHE_MEGABYTES: '0' }
  const { url } = await start('api', uncached)
  const statuses = async () => [(await requestRankings(url, brand)).status, (await fetch(`${url}/readyz`)).status]
  expect(await statuses()).toEqual([200, 200])
  clickhouse.process.kill('SIGKILL')
  expect(await statuses()).toEqual([503, 503])
  const refused = operate(...importWords(brand, answersOnDisk('refused', 10)))
  await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' })
  await clickhouse.restart()
  expect(await statuses()).toEqual([200, 200])
  expect(await countExecutions(second().url, brand)).toBe(10)

  const impatient = await start('api', { QUERY_TIMEOUT_SECONDS: '1', ...uncached })
  clickhouse.process.kill('SIGSTOP')
  expect((await requestRankings(impatient.url, brand)).status).toBe(503)
  clickhouse.process.kill('SIGCONT')
  // A second may be too short for a query on a busy machine.
  await expect.poll(async () => (await requestRankings(impatient.url, brand)).status).toBe(200)
})

test('if an API process is killed, the other continues', async () => {
  const brand = await newBrand()
  await (apis.pop() as RunningServer).stop('SIGKILL')
  await operate(...importWords(brand, answersOnDisk('later', 10)))
  expect(await Promise.all(apis.map(({ url }) => countExecutions(url, brand)))).toEqual([10])
})

longTest('a role needs both servers, and no process writes a password', async () => {
  for (const environment of [
    { ROLE: 'api', CLICKHOUSE_URL: '' },
    { ROLE: 'worker', DATABASE_URL: '' },
  ]) {
    const ran = await sightline.run(['serve', '--port', '0'], { environment })
    expect({ status: ran.status, code: JSON.parse(ran.stderr).error.code }).toEqual({
      status: 1,
      code: 'invalid_request',
    })
  }
  const wrong = clickhouse.url.replace('http', 'htp')
  const failed = await sightline.run(['list-workspaces'], { environment: { CLICKHOUSE_URL: wrong } })
  expect(JSON.parse(failed.stderr).error.message).toContain('CLICKHOUSE_URL')
  for (const written of [failed.stderr, ...servers.map((server) => server.log())]) {
    expect(written).not.toContain(password)
    expect(written).not.toContain(encodeURIComponent(password))
  }
  expect(existsSync(sightline.directory)).toBe(false)
})
