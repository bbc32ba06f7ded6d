import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../server/log.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'
import { claude, line, person, type Taken } from '../testing/crawler/logs.ts'
import { installWithBrand } from '../testing/installations.ts'
import type { Installation, MadeBrand, RunningServer, Started } from '../testing/processes.ts'
import { makeSibling } from './testing/brands.ts'
import { seededRandom } from './testing/campaign.ts'

/** The process that is killed in the middle of an import. */
const victims = ['server', 'command alone', 'client of a server'] as const
type Victim = (typeof victims)[number]

const rounds = 30
const lines = 60_000
/** One line in five is a bot’s, every tenth of them repeats the previous one, and one line in a hundred is broken. */
const visits = lines / 5
const rejected = lines / 100
const counted = { lines, visits, ignored: lines - visits - rejected, rejected }

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
  writeFileSync(file, Array.from({ length: lines }, (_, number) => lineOf(number)).join(''))
})
afterAll(() => sightline.remove())

function lineOf(number: number): string {
  if (number % 100 === 7) return `no line of a log ${number}\n`
  const isBot = number % 5 === 0
  // Every tenth bot line repeats the previous one.
  const visit = isBot && number % 50 === 5 ? number - 5 : number
  const at = new Date(Date.UTC(2026, 0, 1) + visit * 500).toISOString()
  const bot = visit % 2 === 0 ? claude : undefined
  return line({ at, target: `/${visit % 700}?n=${visit}`, agent: isBot ? bot : person })
}

const startServer = () => sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })

const importWords = ({ brandId }: MadeBrand) => [
  'import-crawler-logs',
  ...['--brand-id', brandId],
  ...['--file', file],
  '--json',
]

test('a log whose import is killed at any moment is complete and free of duplicates after another import', async () => {
  const durations = await measure()
  for (let round = 0; round < rounds; round += 1) {
    const victim = victims[round % victims.length] as Victim
    // Spread evenly over the whole import of each victim, from before its start to after its end.
    const share = (Math.floor(round / victims.length) + random()) / Math.ceil(rounds / victims.length)
    const brand = await makeSibling(sightline, first)
    brands.push(brand)
    await checkRound(victim, Math.round(durations[victim] * share * 1.1), brand)
  }
  expect(await server.stop()).toBe(0)
  await expectWhole()
})

/** Duration of an undisturbed import, over which the kills are spread. */
async function measure(): Promise<Record<Victim, number>> {
  async function durationMs(): Promise<number> {
    const brand = await makeSibling(sightline, first)
    brands.push(brand)
    const startedAt = performance.now()
    const { stdout } = await sightline.run(importWords(brand))
    expect(JSON.parse(stdout)).toMatchObject({ ...counted, duplicates: 0 })
    return performance.now() - startedAt
  }
  const ofServer = await durationMs()
  const brand = await makeSibling(sightline, first)
  brands.push(brand)
  await server.stop()
  const startedAt = performance.now()
  expect((await sightline.run(importWords(brand))).status).toBe(0)
  const alone = performance.now() - startedAt
  server = await startServer()
  return { server: ofServer, 'client of a server': ofServer, 'command alone': alone }
}

async function checkRound(victim: Victim, moment: number, brand: MadeBrand): Promise<void> {
  const what = `${victim} killed after ${moment} ms`
  if (victim === 'command alone') await server.stop()
  const importing = sightline.start(importWords(brand))
  const seen = watchShown(importing, brand)
  await sleep(moment)
  if (victim === 'server') await server.stop('SIGKILL')
  else importing.process.kill('SIGKILL')
  const { status } = await importing.ended
  const shown = await seen.stop()
  if (victim !== 'client of a server') server = await startServer()

  const before = await countShown(brand)
  expect(before, what).toBeGreaterThanOrEqual(status === 0 ? visits : shown)
  const again = await sightline.run(importWords(brand))
  const taken = JSON.parse(again.stdout) as Taken
  expect(taken, what).toMatchObject(counted)
  expect(taken.duplicates, what).toBeGreaterThanOrEqual(before)
  expect(await countShown(brand), what).toBe(visits)
}

/** Reads during the import. Visits shown once were committed, and stay. */
function watchShown(importing: Started, brand: MadeBrand): { stop(): Promise<number> } {
  let most = 0
  let isWatching = true
  async function watch(): Promise<void> {
    while (isWatching && importing.process.exitCode === null) {
      // Requests fail before the directory is open, and after a kill.
      const now = await countShown(brand).catch(() => undefined)
      if (now !== undefined && now < most) throw new Error(`${most} visits were shown, then ${now}`)
      most = now ?? most
      await sleep(10)
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

interface Summary {
  totals: { visits: number; errors: number }
  bots: { visits: number }[]
  days: { visits: number }[]
}

/** The visits of January 2026, from the process that has the directory open. All figures must be from one moment. */
async function countShown({ brandId }: MadeBrand): Promise<number> {
  const texts = { brand_id: brandId, start_date: '2026-01-01', end_date: '2026-01-31' }
  const { totals, bots, days } = await sightline.operate<Summary>('get-crawler-summary', texts)
  const sum = (rows: { visits: number }[]) => rows.reduce((total, row) => total + row.visits, 0)
  expect([sum(bots), sum(days)]).toEqual([totals.visits, totals.visits])
  return totals.visits
}

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
      const { visits_seq, visits_pending } = await row.executeTakeFirstOrThrow()
      expect(visits_pending).toBe(false)
      const [stored] = await clickhouse.query(sql`SELECT count() AS rows, uniqExact(visit_id) AS ids,
        countIf(seq > ${visits_seq}) AS beyond FROM crawler_visits WHERE brand_id = ${brandId}`)
      expect(stored).toEqual({ rows: visits, ids: visits, beyond: 0 })
    }
  } finally {
    await app.close()
  }
}
