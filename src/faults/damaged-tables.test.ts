import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkStoredData } from '../features/stored-data/index.ts'
import { inForm, longTest, portion } from '../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../testing/visibility/make-brand.ts'
import { type Damage, damage, damages, type HiddenDamage, hiddenDamages, keepParts } from './testing/damage-table.ts'

/** The damaged files belong to the embedded engine. */
const isEmbedded = process.env.TEST_CLICKHOUSE !== 'http'
const longEmbedded = isEmbedded ? longTest : it.skip

/** Answers in each of two imports; a batch has at most 2,000. */
const half = inForm(200, 2000)

let test: TestApp
let brand: MadeBrand

let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-damaged-'))
  test = await startTestApp()
  test.setNow('2026-03-31T12:00:00Z')
  await keepParts(test)
  brand = await makeBrand(test, 'Zuvari')
})
afterEach(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

const line = (number: number, day: string) => ({
  prompt: `Which of ${number % 10}?`,
  engine: 'chatgpt',
  executed_at: `2026-03-${day}T10:00:00Z`,
  answer: `Answer ${number}: Zuvari.`,
  citations: [{ url: `https://a.example/${number % 5}` }],
})
const file = (from: number, day: string, count = half) =>
  answersFile(Array.from({ length: count }, (_, index) => line(from + index, day)))
const [first, second] = [file(0, '10'), file(half, '20')]

const importAnswers = (content: string) =>
  test.operate<{ imported: number; duplicates: number }>('import-answers', { brand_id: brand.brandId }, content)
const rankings = async () => {
  const { status, body, headers } = await test.get(`/v1/brands/${brand.brandId}/competitors/rankings`, brand.key)
  const executions = status === 200 ? (body.meta as { executions: number }).executions : undefined
  return { status, executions, code: body.error?.code, retryAfter: headers['retry-after'] }
}
const shown = { status: 200, executions: 2 * half, code: undefined, retryAfter: undefined }
const refused = { status: 503, executions: undefined, code: 'service_unavailable' }
const readyz = async () => (await test.get('/readyz')).text

interface Checked {
  ok: boolean
  problems: { brand_id: string | null; table: string; what: string; answers: number; action: string }[]
  tables: { table: string; rows_expected: number; rows_found: number }[]
  detached_parts: { table: string; reason: string }[]
}
const check = () => test.operate<Checked>('check-data')
/** Checks the stored data, as the server does soon after its start and every day. */
const runDataCheck = () => checkStoredData.run(test.app.services, {}, new AbortController().signal)
const ofTable = async (name: string) => (await check()).tables.find(({ table }) => table === name)

async function importBoth(): Promise<void> {
  for (const content of [first, second]) await importAnswers(content)
  expect(await rankings()).toEqual(shown)
}

/** In the short form, each damage is applied to one of the tables: the first to answers, the next to readings. */
const testsOf = (how: string, hows: object) =>
  Object.keys(hows).indexOf(how) % 2 === 0
    ? { ofAnswers: it, ofReadings: longTest }
    : { ofAnswers: longTest, ofReadings: it }

describe.runIf(isEmbedded).each(portion(Object.keys(damages) as Damage[], 0, 3))('%s', (how) => {
  const { ofAnswers, ofReadings } = testsOf(how, damages)

  ofReadings('of readings: metrics are refused until all answers are reread, which starts immediately', async () => {
    await importBoth()
    await damage(test, ['readings'], how)
    // Already reread or not: never partial counts.
    expect([shown, { ...refused, retryAfter: '10' }]).toContainEqual(await rankings())
    await test.historyIsRead()
    expect(await rankings()).toEqual(shown)
    expect(await importAnswers(`${first}\n${second}`)).toMatchObject({ imported: 0, duplicates: 2 * half })
    expect(await check()).toMatchObject({ ok: true, problems: [] })
  })

  ofAnswers('of answers: metrics are refused until the same file is imported again, without duplicates', async () => {
    await importBoth()
    await damage(test, ['answers'], how)
    expect(await rankings()).toEqual({ ...refused, retryAfter: '600' })
    expect(await readyz()).toBe('{"status":"degraded"}')
    const lost = how === 'a table that is not there' ? 2 * half : half
    const { ok, problems, detached_parts } = await check()
    expect(ok).toBe(false)
    expect(problems[0]).toMatchObject({ brand_id: brand.brandId, table: 'answers', answers: lost })
    expect(problems[0]?.what).toContain('2026-03-20')
    if (!how.endsWith('not there')) expect(detached_parts).toMatchObject([{ table: 'answers' }])

    expect(await importAnswers(second)).toMatchObject({ imported: half })
    expect(await importAnswers(first)).toMatchObject({ imported: lost - half })
    await test.historyIsRead()
    expect(await rankings()).toEqual(shown)
    expect(await ofTable('answers')).toMatchObject({ rows_expected: 2 * half, rows_found: 2 * half })
    expect(await check()).toMatchObject({ ok: true, problems: [] })
    expect(await readyz()).toBe('{"status":"ready"}')
    await test.restart()
    expect(await rankings()).toEqual(shown)
  })
})

describe.runIf(isEmbedded).each(portion(Object.keys(hiddenDamages) as HiddenDamage[], 0, 3))('%s', (how) => {
  const { ofAnswers, ofReadings } = testsOf(how, hiddenDamages)

  ofReadings('of readings is found when the files are checked, and all answers are reread automatically', async () => {
    await importBoth()
    await damage(test, ['readings'], how)
    await runDataCheck()
    await test.historyIsRead()
    expect(await rankings()).toEqual(shown)
    expect((await test.get(`/v1/brands/${brand.brandId}/executions`, brand.key)).status).toBe(200)
    expect(await check()).toMatchObject({ ok: true, problems: [] })
  })

  ofAnswers('of answers is found when the files are checked, and repaired by importing the same file', async () => {
    await importBoth()
    await damage(test, ['answers'], how)
    const { problems, detached_parts } = await check()
    expect(problems[0]).toMatchObject({ brand_id: brand.brandId, table: 'answers', answers: half })
    expect(detached_parts).toMatchObject([{ table: 'answers', reason: 'broken' }])
    expect(await rankings()).toEqual({ ...refused, retryAfter: '600' })
    expect(await readyz()).toBe('{"status":"degraded"}')
    expect(await importAnswers(second)).toMatchObject({ imported: half })
    await test.historyIsRead()
    expect(await rankings()).toEqual(shown)
    expect(await check()).toMatchObject({ ok: true, problems: [] })
    await test.restart()
    expect(await rankings()).toEqual(shown)
  })
})

it.runIf(isEmbedded)('a table without its definition is reported', async () => {
  await importBoth()
  const path = join(test.directory, 'clickhouse/metadata/default/answers.sql')
  await test.app.close()
  rmSync(path)
  await test.restart()
  expect(await readyz()).toBe('{"status":"degraded"}')
  expect((await check()).problems[0]?.action).toBe('restore a backup into an empty data directory')
})

it.runIf(isEmbedded)('a damaged part of an uncounted table is listed until it is removed', async () => {
  await test.get(`/v1/brands/${brand.brandId}/competitors`, brand.key)
  await test.app.services.states.usage.flush(10_000)
  await damage(test, ['usage_requests'], 'a changed byte')
  expect((await check()).problems).toMatchObject([{ brand_id: null, table: 'usage_requests' }])
  expect(await readyz()).toBe('{"status":"degraded"}')
})

it.runIf(isEmbedded)(
  'lost answers and their readings return with their file, whatever else is imported before',
  async () => {
    await importBoth()
    await damage(test, ['answers', 'readings'], 'a truncated column')
    expect(await rankings()).toMatchObject(refused)
    await importAnswers(file(3 * half, '25', 10))
    expect(await rankings()).toMatchObject(refused)
    await importAnswers(second)
    await test.historyIsRead()
    expect(await rankings()).toEqual({ ...shown, executions: 2 * half + 10 })
    expect((await check()).ok).toBe(true)
  },
)

it.runIf(isEmbedded)('metrics shrink once the loss is accepted, and answers imported later count once', async () => {
  await importBoth()
  await damage(test, ['answers'], 'a truncated column')
  expect(await rankings()).toMatchObject(refused)
  const accepted = await test.operate('accept-data-loss', { brand_id: brand.brandId })
  expect(accepted).toEqual({ accepted: [{ table: 'answers', rows: half }] })
  await test.historyIsRead()
  expect(await rankings()).toEqual({ ...shown, executions: half })
  expect(await test.operate('accept-data-loss', { brand_id: brand.brandId })).toEqual({ accepted: [] })
  await importAnswers(second)
  expect(await rankings()).toEqual(shown)
  expect(await check()).toMatchObject({ ok: true, problems: [] })
})

it.runIf(isEmbedded)('other brands, and endpoints without the lost rows, work as usual', async () => {
  await importBoth()
  const other = await makeBrand(test, 'Bolmex')
  await test.operate('import-answers', { brand_id: other.brandId }, first)
  await importAnswers(file(4 * half, '21', 5))
  await damage(test, ['answers'], 'a truncated column')
  expect(await rankings()).toMatchObject(refused)
  const statuses = async (of: MadeBrand, paths: string[]) =>
    Promise.all(paths.map(async (path) => (await test.get(`/v1/brands/${of.brandId}/${path}`, of.key)).status))
  const made = ['executions', 'prompts', 'visibility/trend', 'citations', 'citations/earned-mentions', 'engines']
  expect(new Set(await statuses(brand, made))).toEqual(new Set([503]))
  expect(new Set(await statuses(other, made))).toEqual(new Set([200]))
  expect(await statuses(brand, ['topics', 'crawler/logs', 'competitors'])).toEqual([200, 200, 200])
})

longEmbedded('an old copy of the tables is detected, and so are rows that are put back by hand', async () => {
  const clickhouse = join(test.directory, 'clickhouse')
  const copy = async (from: string, to: string) => {
    await test.app.close()
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    await test.restart()
    await keepParts(test)
  }
  const [old, kept] = [join(test.directory, 'old'), join(test.directory, 'kept')]
  await importAnswers(first)
  await copy(clickhouse, old)
  await importAnswers(second)
  await copy(clickhouse, kept)
  expect(await rankings()).toEqual(shown)
  await copy(old, clickhouse)
  expect(await rankings()).toMatchObject(refused)
  expect((await check()).problems[0]).toMatchObject({ table: 'answers', answers: half })
  await copy(kept, clickhouse)
  await test.historyIsRead()
  expect(await rankings()).toEqual(shown)
  expect((await check()).ok).toBe(true)
})

longEmbedded(
  'a restored backup of damaged data reports the damage, and one of intact data is counted again',
  async () => {
    await importBoth()
    const [whole, damaged] = ['whole', 'damaged'].map((name) => join(folder, name)) as [string, string]
    await test.operate('backup', { to: whole })
    await damage(test, ['answers'], 'a truncated column')
    await test.historyIsRead()
    await test.operate('backup', { to: damaged })
    for (const [from, expected] of [
      [whole, shown],
      [damaged, refused],
    ] as const) {
      await test.close()
      test = await startTestApp()
      test.setNow('2026-03-31T12:00:00Z')
      await keepParts(test)
      await test.operate('restore', { from })
      expect(await rankings()).toMatchObject(expected)
      expect((await check()).ok).toBe(expected === shown)
      await damage(test, ['answers'], 'a part that is not there')
      expect(await rankings()).toMatchObject(refused)
    }
  },
)
