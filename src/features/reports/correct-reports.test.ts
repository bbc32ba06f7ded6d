import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { longTest } from '../../testing/forms.ts'
import { jobsAreDone } from '../../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { retainAnswers } from '../answers/index.ts'
import { correctReports } from './correct-reports.ts'
import { reportMail } from './mail-words.ts'
import type { ReportResponse } from './report.ts'
import type { ReportContent, SectionName } from './report-content.ts'

let test: TestApp
let workspaceId: string
let key: string
let brandId: string

const now = '2026-11-23T12:00:00.000Z'
const period = { start_date: '2026-11-16', end_date: '2026-11-22' }

beforeAll(async () => {
  test = await startTestApp({ ANSWER_RETENTION_DAYS: '90', CHROMIUM_PATH: 'none' })
  workspaceId = (await test.operate('create-workspace', { name: 'Ours' })).id
  key = (await test.operate<{ secret: string }>('create-key', { workspace_id: workspaceId, name: 'k' })).secret
})
afterAll(() => test.close())
beforeEach(async () => {
  test.setNow(now)
  brandId = await makeBrand()
  await jobsAreDone(test.app.services)
})

/** A brand with answers that mention two brands, in the weeks of November 9 and 16. */
async function makeBrand(): Promise<string> {
  const { id } = await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })
  await test.operate('create-competitor', {
    ...{ brand_id: id, name: 'Globex', primary_url: 'https://globex.example' },
  })
  const rows = Array.from({ length: 56 }, (_, at) => ({
    prompt: `Which shoes? ${at % 4}`,
    engine: ['chatgpt', 'perplexity'][at % 2],
    executed_at: `2026-11-${String(9 + Math.floor(at / 4)).padStart(2, '0')}T08:00:00Z`,
    answer: at % 3 === 0 ? 'Globex.' : 'Acme and Globex, and Acme again.',
    citations: [{ url: 'https://globex.example/a' }],
  }))
  await test.operate('import-answers', { brand_id: id }, answersFile(rows))
  return id
}

const run = (signal = new AbortController().signal) => correctReports.run(test.app.services, {}, signal)
const make = (brand_id = brandId): Promise<ReportResponse> =>
  test.operate<ReportResponse>('create-report', { brand_id, ...period })
const get = async (id: string, accept = 'application/json') =>
  test.get(`/v1/brands/${brandId}/reports/${id}`, key, { accept })
const read = async (id: string): Promise<ReportResponse> => (await get(id)).body.data
const listed = async () =>
  (await test.get(`/v1/brands/${brandId}/reports`, key)).body.data as {
    id: string
    summary: string | null
    corrected_at: string | null
  }[]

/** All columns of the reports, and the data versions of the brands. */
const stored = async () => ({
  reports: await test.app.services.db.selectFrom('reports').selectAll().orderBy('id').execute(),
  brands: await test.app.services.db.selectFrom('brands').select(['id', 'data_version']).orderBy('id').execute(),
})
const uncorrectedReports = async () =>
  (await stored()).reports.filter(({ computation, brand_id }) => computation === 0 && brand_id === brandId)

type Rows = Record<string, unknown>[]

const rowsOf = ({ sections }: ReportContent, name: SectionName) => (sections[name]?.data ?? []) as Rows

/** Stores a report as releases without corrections did: a correct report with changed content. */
async function plant(change: (content: ReportContent) => void, brand_id = brandId): Promise<string> {
  const { id: right } = await make(brand_id)
  const { db } = test.app.services
  const found = await db.selectFrom('reports').selectAll().where('id', '=', right).executeTakeFirstOrThrow()
  change(found.content)
  const id = randomUUID()
  await db.deleteFrom('reports').where('id', '=', right).execute()
  await sql`insert into reports (id, brand_id, rhythm, start_date, end_date, content, created_at, is_told)
    values (${id}, ${brand_id}, 'once', ${found.start_date}, ${found.end_date},
      ${JSON.stringify(found.content)}, ${found.created_at}, true)`.execute(db)
  return id
}

/** Writes wrong metrics like those of earlier releases, and sections that differ from today's. */
function corrupt(content: ReportContent): void {
  for (const row of rowsOf(content, 'engines')) {
    row.visibility_pct = 193.2
    row.previous_visibility_pct = 169
  }
  for (const row of rowsOf(content, 'changes')) {
    row.change = 5.2
    row.verdict = 'up'
  }
  content.sections.opportunities = { data: [{ title: 'As it was then', expected_reach: 7 }] }
  content.sections.issues = { data: [{ name: 'An issue of then', severity: 'high', affected_pages: 3 }] }
}

const numbersOf = (rows: unknown) => JSON.parse(JSON.stringify(rows))

/** The metrics of a section without their intervals. */
const valuesOf = (section: unknown) =>
  (section as { data: Record<string, { value: number }>[] }).data.map((row) =>
    ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'].map((name) => row[name]?.value),
  )

describe('a stored report with wrong metrics', () => {
  it('is recomputed and marked as corrected; sections about its creation day are kept', async () => {
    const right = await make()
    const id = await plant(corrupt)
    test.setNow('2026-11-25T09:00:00Z')
    await run()
    const report = await read(id)
    for (const name of ['figures', 'changes', 'engines', 'sources'] as const)
      expect(report.sections[name]).toEqual(numbersOf(right.sections[name]))
    expect(report).toMatchObject({ corrected_at: '2026-11-25T09:00:00.000Z', withdrawn: [] })
    expect(report).toMatchObject({ created_at: now, summary: right.summary, headline: right.headline })
    expect(report.sections.opportunities).toEqual({ data: [{ title: 'As it was then', expected_reach: 7 }] })
    expect(report.sections.issues).toMatchObject({ data: [{ name: 'An issue of then' }] })
    expect(await listed()).toContainEqual(
      expect.objectContaining({ id, corrected_at: '2026-11-25T09:00:00.000Z', summary: right.summary }),
    )
    const page = (await get(id, 'text/html')).text
    expect(page).toContain('Corrected on 25 November 2026')
    expect(page).not.toContain('193.2')
  })

  it('hides its changes until it is recomputed', async () => {
    const id = await plant(corrupt)
    const report = await read(id)
    expect([report.sections.changes, report.sections.engines, report.summary]).toEqual([null, null, null])
    expect(report.withdrawn).toEqual([
      { section: 'changes', reason: 'being_recomputed' },
      { section: 'engines', reason: 'being_recomputed' },
    ])
    expect((await get(id, 'text/html')).text).toContain('Being recomputed')
    const mail = reportMail(report, { url: 'https://ours.example/r', brand: 'Acme' })
    expect(mail.text).toContain('Being recomputed because an older release computed it wrongly: What changed')
    expect((await listed()).find((one) => one.id === id)?.summary).toBeNull()
  })

  it('is not mailed again and notifies no webhook', async () => {
    await plant(corrupt)
    const { db } = test.app.services
    const notifications = () =>
      Promise.all([db.selectFrom('report_mails').selectAll().execute(), db.selectFrom('events').select('id').execute()])
    const before = await notifications()
    await run()
    expect(await notifications()).toEqual(before)
  })

  it('is not changed by a second run', async () => {
    await plant(corrupt)
    await run()
    const before = await stored()
    test.setNow('2026-11-26T09:00:00Z')
    await run()
    expect(await stored()).toEqual(before)
  })
})

it('a report with correct metrics stays unchanged and is not marked', async () => {
  const id = await plant((content) => {
    for (const row of rowsOf(content, 'changes')) row.summary = 'The words of an earlier release.'
    // A field that earlier releases did not store.
    for (const row of rowsOf(content, 'changes')) delete row.figures
  })
  await run()
  expect(await read(id)).toMatchObject({
    corrected_at: null,
    withdrawn: [],
    summary: 'The words of an earlier release.',
  })
  expect(await uncorrectedReports()).toEqual([])
})

longTest('continues an interrupted run', async () => {
  const ids = [await plant(corrupt), await plant(corrupt), await plant(corrupt)]
  const { clickhouse } = test.app.services
  const { query } = clickhouse
  const ending = new AbortController()
  clickhouse.query = async (statement, seconds) => {
    if ((await uncorrectedReports()).length < ids.length) ending.abort(new Error('killed'))
    return query(statement, seconds)
  }
  await expect(run(ending.signal)).rejects.toThrow('killed')
  clickhouse.query = query
  const remaining = (await uncorrectedReports()).length
  expect(remaining).toBeGreaterThan(0)
  expect(remaining).toBeLessThan(ids.length)
  await Promise.all([run(), run()])
  for (const id of ids) expect((await read(id)).corrected_at).toBe(now)
})

it('skips a brand whose data is damaged, being erased or being reread, and corrects the others', async () => {
  const { db } = test.app.services
  const others = await makeBrand()
  const [id, other] = [await plant(corrupt), await plant(corrupt, others)]
  const set = (values: { damaged_tables?: string[]; data_unstable?: boolean }) =>
    db.updateTable('brands').set(values).where('id', '=', brandId).execute()
  const isCorrected = async (of: string) => (await stored()).reports.find((one) => one.id === of)?.corrected_at !== null
  await set({ damaged_tables: ['answers'] })
  await run()
  expect([await isCorrected(id), await isCorrected(other)]).toEqual([false, true])
  await set({ damaged_tables: [], data_unstable: true })
  await run()
  expect(await isCorrected(id)).toBe(false)
  await set({ data_unstable: false })
  await sql`insert into reading_configs
    select (jsonb_populate_record(config, jsonb_build_object('version', version + 1000))).*
    from reading_configs config where brand_id = ${brandId}`.execute(db)
  await run()
  expect(await isCorrected(id)).toBe(false)
  await sql`delete from reading_configs config using brands
    where brands.id = ${brandId} and brand_id = ${brandId} and version > reading_version`.execute(db)
  await run()
  expect(await isCorrected(id)).toBe(true)
})

longTest('corrects the other reports of a brand if one fails', async () => {
  const ids = [await plant(corrupt), await plant(corrupt)]
  const { clickhouse } = test.app.services
  const { query } = clickhouse
  let failed = false
  clickhouse.query = async (statement, seconds) => {
    if (failed) return query(statement, seconds)
    failed = true
    throw new Error('planted')
  }
  await run()
  clickhouse.query = query
  expect(await uncorrectedReports()).toHaveLength(1)
  await run()
  for (const id of ids) expect((await read(id)).corrected_at).toBe(now)
})

describe('after answers were erased', () => {
  const erase = () => retainAnswers.run(test.app.services, {}, new AbortController().signal)

  it('of the period, withdraws the changes with the reason and shows metrics without intervals', async () => {
    const id = await plant(corrupt)
    test.setNow('2027-02-18T12:00:00Z')
    await erase()
    await run()
    const { sections, withdrawn, corrected_at, summary } = await read(id)
    expect(withdrawn).toEqual([
      { section: 'changes', reason: 'answers_deleted' },
      { section: 'engines', reason: 'answers_deleted' },
    ])
    expect([sections.changes, sections.engines, summary]).toEqual([null, null, null])
    expect(corrected_at).toBe('2027-02-18T12:00:00.000Z')
    const [own] = (sections.figures as { data: Rows }).data
    expect(own?.visibility_pct).toMatchObject({ value: expect.any(Number), these_prompts: null })
    expect(sections.sources).toMatchObject({ data: [{ domain: 'globex.example' }] })
    const page = (await get(id, 'text/html')).text
    expect(page).toContain('no longer stored')
    expect(page).not.toContain('193.2')
  })

  it('of the period, also withdraws a section with an impossible share', async () => {
    const id = await plant((content) => {
      corrupt(content)
      for (const row of rowsOf(content, 'sources')) row.share_of_answers_pct = 155.86
    })
    test.setNow('2027-02-18T12:00:00Z')
    await erase()
    await run()
    const { sections, withdrawn } = await read(id)
    expect(withdrawn.map(({ section }) => section)).toEqual(['changes', 'engines', 'sources'])
    expect(sections.sources).toBeNull()
  })

  longTest('of the comparison period, recomputes the metrics and withdraws the changes', async () => {
    const right = await make()
    const id = await plant((content) => {
      corrupt(content)
      for (const row of rowsOf(content, 'sources')) row.share_of_answers_pct = 155.86
    })
    test.setNow('2027-02-12T12:00:00Z')
    await erase()
    await run()
    const { sections, withdrawn } = await read(id)
    expect(withdrawn.map(({ section }) => section)).toEqual(['changes', 'engines'])
    // The comparison period was part of the history: without it, intervals are wider.
    expect(valuesOf(sections.figures)).toEqual(valuesOf(right.sections.figures))
    expect(sections.sources).toEqual(numbersOf(right.sections.sources))
  })
})
