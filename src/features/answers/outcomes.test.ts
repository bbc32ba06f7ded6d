import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { retainAnswers } from './retain-answers.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp({ RAW_RETENTION_DAYS: '30', ANSWER_RETENTION_DAYS: '90' })
})
beforeEach(async () => {
  test.setNow('2026-03-31T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
})
afterAll(() => test.close())

const asked = { prompt: 'Which?', engine: 'google-ai-overviews', executed_at: '2026-03-30T10:00:00Z' }
const importAll = (...lines: object[]) =>
  test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
const get = async (path: string) => (await test.get(`/v1/brands/${brand.brandId}/${path}`, brand.key)).body

const unanswered = [
  { ...asked, id: 'none', outcome: 'none_shown', country: 'DE' },
  { ...asked, id: 'failed', outcome: 'failed', executed_at: '2026-03-29T10:00:00Z' },
  { ...asked, id: 'unreadable', format: 'serpapi', response: 'cut of' },
]

it('lists executions without an answer only on request, and counts them in no figure', async () => {
  await importAll({ ...asked, id: 'a', answer: 'Zuvari' }, ...unanswered)
  expect(await get('executions')).toMatchObject({
    data: [{ outcome: 'answered', brand_mentioned: true }],
    meta: { executions: 1 },
  })
  const nothing = { brand_mentioned: false, brand_rank: null, mentioned_competitors: [], citation_count: 0 }
  expect(await get('executions?outcome=none_shown')).toMatchObject({
    data: [{ ...nothing, outcome: 'none_shown', country: 'DE', prompt: 'Which?' }],
    meta: { executions: 0, total: 1 },
  })
  const outcomes = ['none_shown', 'failed', 'unreadable', 'answered'].map((name) => `outcome=${name}`)
  const { data, meta } = await get(`executions?${outcomes.join('&')}`)
  expect((data as { outcome: string }[]).map(({ outcome }) => outcome).at(-1)).toBe('failed')
  expect([data, meta]).toMatchObject([{ length: 4 }, { executions: 1, total: 4 }])
  expect(await get('competitors/rankings')).toMatchObject({
    data: [{ visibility_pct: 100 }],
    meta: { executions: 1 },
  })
  expect((await get('executions?outcome=none')).error).toMatchObject({
    message: expect.stringContaining('outcome'),
  })
  expect(await test.operate('check-data')).toMatchObject({ ok: true })
})

it('returns an execution without an answer by id, with the reason if there is one', async () => {
  await importAll(...unanswered)
  const rows = (await get('executions?outcome=none_shown&outcome=unreadable')).data as {
    id: string
    outcome: string
  }[]
  for (const { id, outcome } of rows)
    expect((await get(`executions/${id}`)).data).toMatchObject({
      ...{ id, outcome, answer: null, mentions: [], citations: [], consulted: [] },
      reason: outcome === 'unreadable' ? 'the body is not complete JSON' : null,
    })
})

it('returns how often an engine showed an answer', async () => {
  await importAll(
    ...['a', 'b'].map((id) => ({ ...asked, id, answer: 'Zuvari' })),
    { ...asked, id: 'other', engine: 'chatgpt', answer: 'nobody' },
    { ...asked, id: 'only', engine: 'google-ai-mode', outcome: 'none_shown' },
    { ...asked, id: 'before', outcome: 'none_shown', executed_at: '2026-01-10T10:00:00Z' },
    ...unanswered,
  )
  expect((await get('visibility/engines')).data).toMatchObject([
    { engine: 'google-ai-overviews', executions: 2, asked: 3, shown_pct: 66.67 },
    { engine: 'chatgpt', executions: 1, asked: 1, shown_pct: 100 },
  ])
  expect((await get('visibility/engines?country=US')).data).toMatchObject([
    { engine: 'google-ai-overviews', asked: 2 },
    { engine: 'chatgpt', asked: 1 },
  ])
})

it('lists consulted pages separately and does not count them', async () => {
  const citations = [
    { url: 'https://cited.example/a', start: 0, end: 6, position: 2 },
    { url: 'https://consulted.example/b', title: 'B', kind: 'consulted', position: 3 },
    { url: 'http://www.linked.example/', kind: 'consulted' },
  ]
  await importAll({ ...asked, answer: 'Zuvari [it is](https://linked.example)', citations })
  const [row] = (await get('executions')).data as { id: string; citation_count: number }[]
  expect(row?.citation_count).toBe(2)
  expect((await get(`executions/${row?.id}`)).data).toMatchObject({
    citations: [
      { url: 'https://cited.example/a', position: 2, start: 0, end: 6, kind: 'cited' },
      { url: 'https://linked.example/', position: 3, start: null, end: null, kind: 'cited' },
    ],
    consulted: [{ url: 'https://consulted.example/b', title: 'B', position: 3, kind: 'consulted' }],
  })
  expect((await get('citations/domains')).data).toMatchObject([
    { domain: 'cited.example' },
    { domain: 'linked.example' },
  ])
})

it('deletes raw bodies after the configured retention, before their answers', async () => {
  const stored = async () =>
    (
      await test.app.services.clickhouse.query<{ day: string }>(
        sql`SELECT toString(toDate(executed_at)) AS day FROM raw_responses WHERE brand_id = ${brand.brandId} ORDER BY day`,
      )
    ).map(({ day }) => day)
  const answers = async () => (await get('executions?outcome=unreadable&start_date=2026-01-01')).meta
  const on = (day: string) => ({ ...unanswered[2], id: day, executed_at: `${day}T12:00:00Z` })
  await importAll(on('2026-02-20'), on('2026-03-10'), on('2026-03-30'))
  expect(await stored()).toEqual(['2026-03-10', '2026-03-30'])
  const retain = () => retainAnswers.run(test.app.services, {}, new AbortController().signal)
  test.setNow('2026-04-09T11:59:59Z')
  await retain()
  expect(await stored()).toEqual(['2026-03-10', '2026-03-30'])
  test.setNow('2026-04-09T12:00:01Z')
  await retain()
  expect(await stored()).toEqual(['2026-03-30'])
  expect(await answers()).toMatchObject({ total: 3 })
  expect(await test.operate('reread-answers', { brand_id: brand.brandId })).toEqual({
    ...{ answers: 1, changed: 0, unreadable: 1 },
  })
  test.setNow('2026-07-10T12:00:00Z')
  await retain()
  expect(await stored()).toEqual([])
  expect(await answers()).toMatchObject({ total: 0 })
})
