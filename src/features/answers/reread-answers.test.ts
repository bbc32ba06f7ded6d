import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLock } from '../../kernel/brand-lock.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { longTest } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { visibilities } from '../../testing/visibility/rankings.ts'
import { readWholeHistory } from './read-history.ts'
import { requeueRawReadings, requeueReadings } from './reading-config.ts'

let test: TestApp

beforeAll(async () => {
  // Disable the result cache: every read goes to the stores.
  test = await startTestApp({ RESULT_CACHE_MEGABYTES: '0' })
  await test.storedDataIsChecked()
  test.setNow('2026-03-02T12:00:00Z')
})
afterAll(() => test.close())

const chat = (content: string) => ({
  model: 'gpt-4o',
  choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
})
const asked = { prompt: 'Which?', engine: 'chatgpt', executed_at: '2026-03-01T10:00:00Z' }
const response = (id: string, body: unknown, more: object = {}) => ({
  ...asked,
  id,
  format: 'openai-chat',
  response: body,
  ...more,
})

interface Reread {
  answers: number
  changed: number
  unreadable: number
}

const importAll = ({ brandId }: MadeBrand, lines: object[]) =>
  test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
const reread = ({ brandId }: MadeBrand) => test.operate<Reread>('reread-answers', { brand_id: brandId })

/** Answers as shown, by source id. */
async function shownOf({ brandId, key }: MadeBrand) {
  const rows = await test.app.services.clickhouse.query<{ source_id: string; id: string }>(
    sql`SELECT DISTINCT source_id, toString(answer_id) AS id FROM answers WHERE brand_id = ${brandId}`,
  )
  const shown = new Map<string, { outcome: string; answer: string | null; model: string | null }>()
  for (const { source_id, id } of rows) {
    const { body } = await test.get(`/v1/brands/${brandId}/executions/${id}`, key)
    shown.set(source_id, body.data)
  }
  return Object.fromEntries(shown)
}

const executions = async (brand: MadeBrand) =>
  (
    (await test.get(`/v1/brands/${brand.brandId}/competitors/rankings`, brand.key)).body.meta as {
      executions: number
    }
  ).executions

/** Simulates an earlier reader that read some raw bodies of a brand differently. */
async function readByEarlier({ brandId }: MadeBrand, was: Record<string, string>): Promise<void> {
  const { services } = test.app
  for (const [id, columns] of Object.entries(was))
    await services.clickhouse.command(
      sql`ALTER TABLE answers UPDATE ${sql.raw(columns)} WHERE brand_id = ${brandId} AND source_id = ${id} SETTINGS mutations_sync = 2`,
    )
  await services.db.transaction().execute((transaction) => requeueReadings(services, transaction, brandId))
  await test.historyIsRead()
}

/** A brand with five raw bodies and an answer without one. */
async function makeRead(): Promise<MadeBrand> {
  const brand = await makeBrand(test, 'Zuvari')
  await importAll(brand, [
    response('same', chat('Zuvari')),
    response('text', chat('Zuvari and Zuvari')),
    { ...asked, id: 'plain', answer: 'nobody' },
  ])
  await importAll(brand, [
    response('regained', chat('Zuvari')),
    response('lost', 'cut of'),
    response('line', chat('Zuvari'), { model: 'from the line' }),
  ])
  return brand
}

const earlier = {
  text: "answer = 'Bolmex'",
  regained: "outcome = 'unreadable', answer = '', model = '', reason = 'why'",
  lost: "outcome = 'answered', answer = 'Zuvari', reason = ''",
}

const asOfToday = {
  same: { outcome: 'answered', answer: 'Zuvari', model: 'gpt-4o' },
  text: { outcome: 'answered', answer: 'Zuvari and Zuvari' },
  plain: { outcome: 'answered', answer: 'nobody' },
  regained: { outcome: 'answered', answer: 'Zuvari', model: 'gpt-4o', reason: null },
  lost: { outcome: 'unreadable', answer: null, reason: expect.stringContaining('JSON') },
  line: { outcome: 'answered', answer: 'Zuvari', model: 'from the line' },
}

/** 5 answers, 4 of which mention Zuvari. */
async function expectToday(brand: MadeBrand): Promise<void> {
  expect(await shownOf(brand)).toMatchObject(asOfToday)
  expect([await executions(brand), await visibilities(test, brand)]).toEqual([5, ['Zuvari 80']])
  expect(await test.operate('check-data')).toMatchObject({ ok: true })
  const { services } = test.app
  const counted = services.db.selectFrom('stored_rows').select('rows').where('brand_id', '=', brand.brandId)
  expect(await counted.where('table_name', '=', 'answers').execute()).toEqual([{ rows: 6 }])
}

it('rereads raw bodies with the current reader and leaves other answers unchanged', async () => {
  const brand = await makeRead()
  expect(await reread(brand)).toEqual({ answers: 5, changed: 0, unreadable: 1 })
  await expectToday(brand)
  await readByEarlier(brand, earlier)
  expect(await shownOf(brand)).toMatchObject({
    text: { answer: 'Bolmex' },
    regained: { outcome: 'unreadable', reason: 'why' },
    lost: { outcome: 'answered' },
  })
  expect([await executions(brand), await visibilities(test, brand)]).toEqual([5, ['Zuvari 60']])
  expect(await reread(brand)).toEqual({ answers: 5, changed: 3, unreadable: 1 })
  await expectToday(brand)
  expect(await reread(brand)).toEqual({ answers: 5, changed: 0, unreadable: 1 })
  expect(await importAll(brand, [response('text', chat('other'))])).toMatchObject({ duplicates: 1 })
  await addCompetitor(test, brand.brandId, 'Bolmex')
  await test.historyIsRead()
  expect(await visibilities(test, brand)).toEqual(['Zuvari 80', 'Bolmex 0'])
})

it('rereading does nothing for a brand without raw bodies', async () => {
  const brand = await makeBrand(test, 'Zuvari')
  expect(await reread(brand)).toEqual({ answers: 0, changed: 0, unreadable: 0 })
  await importAll(brand, [{ ...asked, answer: 'Zuvari' }])
  expect(await reread(brand)).toEqual({ answers: 0, changed: 0, unreadable: 0 })
  expect(await visibilities(test, brand)).toEqual(['Zuvari 100'])
})

/** What the API shows for a brand. */
const seen = async (brand: MadeBrand) => [
  await shownOf(brand),
  await executions(brand),
  await visibilities(test, brand),
]

describe('rows of an interrupted run', () => {
  /** Writes the rows of a new version, then fails. */
  async function cutOff({ brandId }: MadeBrand): Promise<void> {
    const { services } = test.app
    const broken = new Error('cut off')
    const failing = {
      ...services,
      clickhouse: {
        ...services.clickhouse,
        insert: async (table: string, rows: string) => {
          await services.clickhouse.insert(table, rows)
          if (table === 'readings') throw broken
        },
      },
    }
    await withLock(services, brandId, 'writing', async () => {
      await services.db.transaction().execute(async (transaction) => {
        await requeueRawReadings(
          { ...services, jobs: { ...services.jobs, enqueue: async () => {} } },
          transaction,
          brandId,
        )
      })
      await expect(readWholeHistory(failing, brandId, new AbortController().signal)).rejects.toBe(broken)
    })
  }

  const revisions = async ({ brandId }: MadeBrand) =>
    (
      await test.app.services.clickhouse.query<{ revision: number }>(
        sql`SELECT DISTINCT revision FROM answers WHERE brand_id = ${brandId} ORDER BY revision`,
      )
    ).length

  it('are invisible, and the next run starts over', async () => {
    const brand = await makeRead()
    await readByEarlier(brand, earlier)
    const before = await seen(brand)
    await cutOff(brand)
    expect(await revisions(brand)).toBe(2)
    expect(await seen(brand)).toEqual(before)
    expect(await test.operate('check-data')).toMatchObject({ ok: true })
    expect(await reread(brand)).toEqual({ answers: 5, changed: 3, unreadable: 1 })
    await expectToday(brand)
  })

  longTest('are written only once if the run is repeated', async () => {
    const brand = await makeRead()
    await readByEarlier(brand, earlier)
    await cutOff(brand)
    await readWholeHistory(test.app.services, brand.brandId, new AbortController().signal)
    await expectToday(brand)
    const [row] = await test.app.services.clickhouse.query<{ rows: string }>(
      sql`SELECT count() AS rows FROM answers WHERE brand_id = ${brand.brandId} AND revision > 0`,
    )
    expect(Number(row?.rows)).toBe(3)
  })

  longTest('are completed by the next version, even if that has another cause', async () => {
    const brand = await makeRead()
    await readByEarlier(brand, earlier)
    await cutOff(brand)
    await addCompetitor(test, brand.brandId, 'Bolmex')
    await test.historyIsRead()
    expect(await visibilities(test, brand)).toEqual(['Zuvari 80', 'Bolmex 0'])
    expect(await shownOf(brand)).toMatchObject(asOfToday)
    expect(await revisions(brand)).toBe(2)
  })

  it('are deleted if their answers no longer exist', async () => {
    const brand = await makeRead()
    await readByEarlier(brand, earlier)
    await cutOff(brand)
    const row = {
      brand_id: brand.brandId,
      seq: 1,
      answer_id: crypto.randomUUID(),
      executed_at: '2026-03-01 10:00:00',
    }
    const { services } = test.app
    const version = await services.db
      .selectFrom('reading_configs')
      .select('version')
      .where('brand_id', '=', brand.brandId)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
    // Sets progress past the batch, as if retention had then erased the answer.
    await services.db
      .updateTable('reading_configs')
      .set({ read_seq: 1 })
      .where('brand_id', '=', brand.brandId)
      .execute()
    await services.clickhouse.insert(
      'answers',
      JSON.stringify({ ...row, revision: version.version, outcome: 'failed' }),
    )
    const read = () => readWholeHistory(services, brand.brandId, new AbortController().signal)
    await expect(read()).rejects.toThrow('rereading all')
    await read()
    await expectToday(brand)
  })
})

it('rereading includes answers imported while it waits', async () => {
  const brand = await makeRead()
  await readByEarlier(brand, earlier)
  const { services } = test.app
  let reading: Promise<Reread> | undefined
  await withLock(services, brand.brandId, 'history', async () => {
    reading = reread(brand)
    await importAll(brand, [response('new', chat('Zuvari'))])
  })
  expect(await reading).toMatchObject({ changed: 3 })
  expect(await shownOf(brand)).toMatchObject({ ...asOfToday, new: { answer: 'Zuvari' } })
  expect(await executions(brand)).toBe(6)
})

it('deleting a brand deletes its reread answers', async () => {
  const brand = await makeRead()
  await readByEarlier(brand, earlier)
  await reread(brand)
  await test.operate('delete-brand', { brand_id: brand.brandId })
  for (const table of ['answers', 'readings', 'raw_responses'])
    expect(
      await test.app.services.clickhouse.query(
        sql`SELECT 1 FROM ${sql.raw(table)} WHERE brand_id = ${brand.brandId} LIMIT 1`,
      ),
    ).toEqual([])
})

longTest('backups contain reread answers as shown, including raw bodies', async () => {
  const brand = await makeRead()
  await readByEarlier(brand, earlier)
  await reread(brand)
  const before = await seen(brand)
  const folder = mkdtempSync(join(tmpdir(), 'sightline-reread-'))
  const to = join(folder, 'backup')
  await test.operate('backup', { to })
  await test.close()
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
  await test.operate('restore', { from: to })
  rmSync(folder, { recursive: true })
  expect(await seen(brand)).toEqual(before)
  await expectToday(brand)
  expect(await reread(brand)).toEqual({ answers: 5, changed: 0, unreadable: 1 })
})
