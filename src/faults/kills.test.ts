import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inForm, longTest } from '../testing/forms.ts'
import { installWithBrand } from '../testing/installations.ts'
import {
  countExecutions,
  type Installation,
  type MadeBrand,
  type Ran,
  type RunningServer,
  type Started,
} from '../testing/processes.ts'
import { expectWhole, type ImportCounts, importWords, makeSibling, writeAnswers } from './testing/brands.ts'
import { seededRandom } from './testing/campaign.ts'

/** The process that is killed in the middle of an import. */
const victims = ['server', 'command alone', 'client of a server'] as const
type Victim = (typeof victims)[number]

const rounds = 51
const total = inForm(1500, 12_000)

let sightline: Installation
let server: RunningServer
let first: MadeBrand
let file: string
const random = seededRandom()
const brands: MadeBrand[] = []

beforeAll(async () => {
  ;({ installation: sightline, brand: first } = await installWithBrand())
  server = await startServer()
  file = writeAnswers(sightline, total)
})
afterAll(() => sightline.remove())

const startServer = () => sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })

longTest(
  'no acknowledged answer is lost or duplicated, whichever process is killed at any moment of an import',
  async () => {
    const durations = await measure()
    for (let round = 0; round < rounds; round += 1) {
      const victim = victims[round % victims.length] as Victim
      // Spread evenly over the whole import of each victim, from before its start to after its end.
      const share = (Math.floor(round / victims.length) + random()) / Math.ceil(rounds / victims.length)
      const moment = Math.round(durations[victim] * share * 1.1)
      const brand = await makeSibling(sightline, first)
      brands.push(brand)
      await checkRound(victim, moment, brand)
    }
    expect(await server.stop()).toBe(0)
    await expectWhole(sightline, brands, total)
    server = await startServer()
  },
)

/** Duration of an undisturbed import, over which the kills are spread. */
async function measure(): Promise<Record<Victim, number>> {
  async function durationMs(): Promise<number> {
    const brand = brands.at(-1) as MadeBrand
    const startedAt = performance.now()
    expect((await sightline.run(importWords(brand, file))).status).toBe(0)
    return performance.now() - startedAt
  }
  brands.push(await makeSibling(sightline, first))
  const ofServer = await durationMs()
  brands.push(await makeSibling(sightline, first))
  await server.stop()
  const alone = await durationMs()
  server = await startServer()
  return { server: ofServer, 'client of a server': ofServer, 'command alone': alone }
}

async function checkRound(victim: Victim, moment: number, brand: MadeBrand): Promise<void> {
  const what = `${victim} killed after ${moment} ms`
  if (victim === 'command alone') await server.stop()
  const importing = sightline.start(importWords(brand, file))
  const seen = watchAcknowledged(importing, brand)
  await sleep(moment)
  if (victim === 'server') await server.stop('SIGKILL')
  else importing.process.kill('SIGKILL')
  const ended = await importing.ended
  const acknowledged = await seen.stop(ended)
  if (victim === 'server') expectClearEnd(ended)
  if (victim !== 'client of a server') server = await startServer()

  const before = await countExecutions(server.url, brand)
  expect(before, what).toBeGreaterThanOrEqual(acknowledged)
  const counts = await sightline.operate<ImportCounts>('import-answers', { brand_id: brand.brandId }, file)
  expect(counts.imported + counts.duplicates, what).toBe(total)
  // The server that a killed client leaves behind may still be storing one more batch.
  if (victim === 'client of a server') expect(counts.duplicates, what).toBeGreaterThanOrEqual(before)
  else expect(counts.duplicates, what).toBe(before)
  expect(await countExecutions(server.url, brand), what).toBe(total)
}

/** The answers acknowledged so far: by the progress shown, by the end, and by the metrics read. */
function watchAcknowledged(importing: Started, brand: MadeBrand): { stop(ended: Ran): Promise<number> } {
  let acknowledged = 0
  let watching = true
  async function watch(): Promise<void> {
    while (watching) {
      const executions = await readExecutions(brand)
      acknowledged = Math.max(acknowledged, executions)
      await sleep(20)
    }
  }
  const watched = watch()
  importing.process.stderr?.on('data', (text: string) => {
    for (const [, count] of text.matchAll(/^(\d+) answers$/gm)) acknowledged = Math.max(acknowledged, Number(count))
  })
  return {
    async stop({ status }) {
      watching = false
      await watched
      return status === 0 ? total : acknowledged
    },
  }
}

/** The metrics from the process that has the directory open; 0 if there is none. */
async function readExecutions({ brandId }: MadeBrand): Promise<number> {
  const period = { start_date: '2026-01-01', end_date: '2026-01-31' }
  try {
    const rows = await sightline.operate<{ executions: number }[]>('list-engine-visibility', {
      brand_id: brandId,
      ...period,
    })
    return rows.reduce((sum, row) => sum + row.executions, 0)
  } catch {
    return 0
  }
}

function expectClearEnd({ status, stderr }: Ran): void {
  if (status === 0) return
  expect(status).toBe(1)
  expect(JSON.parse(stderr.trim().split('\n').at(-1) as string)).toMatchObject({
    error: { code: 'service_unavailable' },
  })
}

test('every batch reported to a client exists after the server is killed', async () => {
  const brand = await makeSibling(sightline, first)
  let reported = 0
  const importing = sightline.operate('import-answers', { brand_id: brand.brandId }, file, (count) => {
    reported = count
    // In the middle of the next batch, or of reporting this one.
    if (count >= total / 3) server.process.kill('SIGKILL')
  })
  await expect(importing).rejects.toThrow('run it again')
  server = await startServer()
  expect(reported).toBeGreaterThan(0)
  expect(await countExecutions(server.url, brand)).toBeGreaterThanOrEqual(reported)
  const again = await sightline.operate<ImportCounts>('import-answers', { brand_id: brand.brandId }, file)
  expect(again.imported + again.duplicates).toBe(total)
  await server.stop()
  await expectWhole(sightline, [brand], total)
})
