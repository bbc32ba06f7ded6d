import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../server/log.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'
import { installWithBrand } from '../testing/installations.ts'
import type { Installation, MadeBrand, RunningServer } from '../testing/processes.ts'
import { type LogWriter, logWriters, writeLog } from '../testing/traffic/log-lines.ts'
import { goals } from '../testing/traffic/scenes.ts'
import { partsOf, planTruthLog, truthPeriod } from '../testing/traffic/truth-log.ts'
import { makeSibling } from './testing/brands.ts'
import { seededRandom } from './testing/campaign.ts'

/** How the log reaches the server that is killed. */
const ways = ['file', 'drain'] as const
type Way = (typeof ways)[number]

const rounds = 20
const truth = planTruthLog(200_000)
const combined = logWriters.combined as LogWriter

const random = seededRandom()
const brands: MadeBrand[] = []
let sightline: Installation
let server: RunningServer
let first: MadeBrand
let file: string

beforeAll(async () => {
  ;({ installation: sightline, brand: first } = await installWithBrand({ BOT_HOST_NAMES: 'ignore' }))
  server = await startServer()
  file = join(sightline.directory, 'access.log')
  writeFileSync(file, writeLog(combined, truth.hits))
})
afterAll(() => sightline.remove())

const startServer = () => sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })

async function makeBrand(): Promise<MadeBrand> {
  const brand = await makeSibling(sightline, first)
  for (const [path, value] of Object.entries(goals)) {
    const worth: Record<string, string> = value === null ? {} : { value: `${value}` }
    await sightline.operate('create-goal', { brand_id: brand.brandId, name: path, path, ...worth })
  }
  brands.push(brand)
  return brand
}

/** Sends the whole log. @returns whether the server lived to confirm all of it */
async function send(way: Way, brand: MadeBrand, secret: string): Promise<boolean> {
  if (way === 'file') {
    const words = ['import-crawler-logs', '--brand-id', brand.brandId, '--file', file, '--json']
    return (await sightline.run(words)).status === 0
  }
  for (const part of partsOf(truth.hits, truth.hits.length / 20)) {
    const response = await fetch(`${server.url}/ingest/crawler-logs?format=combined`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: writeLog(combined, part),
    }).catch(() => undefined)
    if (response?.ok !== true) return false
  }
  return true
}

/** The last duration of a whole import, over which kills are spread. */
const durations = {} as Record<Way, number>

async function sendAll(way: Way, brand: MadeBrand, secret: string): Promise<void> {
  const startedAt = performance.now()
  expect(await send(way, brand, secret)).toBe(true)
  durations[way] = performance.now() - startedAt
}

interface Row {
  engine: string
  visits: number
}

async function readSummary({ brandId, secret }: MadeBrand): Promise<Row[]> {
  const url = `${server.url}/v1/brands/${brandId}/traffic/summary?${new URLSearchParams(truthPeriod)}`
  const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { data: Row[] }).data
}

const countShown = async (brand: MadeBrand) => (await readSummary(brand)).reduce((sum, { visits }) => sum + visits, 0)

/** Watches during an import. Visits shown once were committed, and stay. */
function watchShown(brand: MadeBrand) {
  let most = 0
  let isWatching = true
  async function watch(): Promise<void> {
    while (isWatching) {
      // Requests fail after a kill.
      const now = await countShown(brand).catch(() => undefined)
      if (now !== undefined && now < most) throw new Error(`${most} visits were shown, then ${now}`)
      most = now ?? most
      await sleep(20)
    }
  }
  const watched = watch()
  watched.catch(() => {})
  return {
    async stop() {
      isWatching = false
      await watched
      return most
    },
  }
}

async function expectTruth(brand: MadeBrand, what: string): Promise<void> {
  const shown = (await readSummary(brand)).map(({ engine, ...row }) => [engine, row])
  const expected = Object.entries(truth.engines).map(([engine, { days: _, ...row }]) => [
    engine,
    { ...row, previous_visits: 0 },
  ])
  expect(Object.fromEntries(shown), what).toEqual(Object.fromEntries(expected))
}

test('visits of a log whose server is killed at any moment are all there, once, after it is sent again', async () => {
  for (const way of ways) {
    const brand = await makeBrand()
    const secret = await makeToken(brand)
    await sendAll(way, brand, secret)
    await expectTruth(brand, `${way}, undisturbed`)
  }
  console.log(JSON.stringify({ lines: truth.hits.length, durations }))
  let interrupted = 0
  for (let round = 0; round < rounds; round += 1) {
    const way = ways[round % ways.length] as Way
    const brand = await makeBrand()
    const secret = await makeToken(brand)
    // Spread evenly over the whole import, of which the start of the command takes a part.
    const share = (Math.floor(round / ways.length) + random()) / Math.ceil(rounds / ways.length)
    const moment = Math.round(durations[way] * share)
    const what = `${way}, killed after ${moment} ms`
    const sending = send(way, brand, secret)
    const seen = watchShown(brand)
    await sleep(moment)
    await server.stop('SIGKILL')
    if (!(await sending)) interrupted += 1
    const shown = await seen.stop()
    server = await startServer()
    expect(await countShown(brand), what).toBeGreaterThanOrEqual(shown)
    await sendAll(way, brand, secret)
    await expectTruth(brand, what)
  }
  console.log(JSON.stringify({ rounds, interrupted }))
  expect(interrupted).toBeGreaterThan(0)
  expect(await server.stop()).toBe(0)
  await expectWhole()
})

const makeToken = async ({ brandId }: MadeBrand) =>
  (await sightline.operate<{ secret: string }>('create-ingest-token', { brand_id: brandId, name: 'd' })).secret

/** Checks both stores of a directory that no process has open. */
async function expectWhole(): Promise<void> {
  const { directory } = sightline
  const dataDirectory = tryOpenDataDirectory(directory, 'command')
  if (dataDirectory === undefined) throw new Error('another process has the directory open')
  const config = readConfig({ DATA_DIR: directory })
  const app = await buildApp({ config, log: createLog('error', 'stderr'), role: 'command', dataDirectory })
  try {
    const { db, clickhouse } = app.services
    for (const { brandId } of brands) {
      const row = db.selectFrom('brands').selectAll().where('id', '=', brandId)
      const { traffic_seq, traffic_pending } = await row.executeTakeFirstOrThrow()
      expect(traffic_pending).toBe(false)
      const [stored] = await clickhouse.query<{ rows: number; ids: number }>(sql`SELECT count() AS rows,
        uniqExact(hit_id) AS ids, countIf(seq > ${traffic_seq}) AS beyond
        FROM ai_traffic WHERE brand_id = ${brandId}`)
      expect(stored).toEqual({ rows: stored?.ids, ids: stored?.ids, beyond: 0 })
    }
  } finally {
    await app.close()
  }
}
