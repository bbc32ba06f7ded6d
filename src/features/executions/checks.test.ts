import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { wilson } from '../../lib/statistics/ratio-interval.ts'
import { makeWriter } from '../../testing/fixture.ts'
import { longTest } from '../../testing/forms.ts'
import { jobsAreDone } from '../../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { addCompetitor, beforeHistoryIsRead, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { rankingsOf } from '../../testing/visibility/rankings.ts'
import { answers as answersFeature, retainAnswers } from '../answers/index.ts'

const now = '2026-03-02T12:00:00Z'
let test: TestApp
let brand: MadeBrand
let writer: string
let bolmex: string
/** Ids of the answers in the order of `texts`. */
let ids: string[]

const texts = [
  'Zuvari is excellent. Bolmex is terrible.',
  'Bolmex is excellent.',
  'Zuvari, then Bolmex.',
  'Zuvari is a good choice.',
]

beforeAll(async () => {
  test = await startTestApp({ ANSWER_RETENTION_DAYS: '90' })
  await test.storedDataIsChecked()
})
beforeEach(async () => {
  test.setNow(now)
  brand = await makeBrand(test, 'Zuvari')
  bolmex = await addCompetitor(test, brand.brandId, 'Bolmex')
  writer = await makeWriter(test, brand.workspaceId)
  ids = await importTexts(texts)
})
afterAll(() => test.close())

async function importTexts(answers: readonly string[]): Promise<string[]> {
  const line = (answer: string, minute: number) => ({
    prompt: 'Which?',
    engine: 'claude',
    executed_at: `2026-03-01T10:${10 + minute}:00Z`,
    answer,
  })
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(answers.map(line)))
  const { body } = await test.get(pathOf('executions?limit=100'), brand.key)
  return (body.data as { id: string }[]).map(({ id }) => id).reverse()
}

const pathOf = (rest: string) => `/v1/brands/${brand.brandId}/${rest}`

function send(answer: number | string, entityId: string, body: object) {
  const id = typeof answer === 'string' ? answer : ids[answer]
  return test.send('PATCH', pathOf(`executions/${id}/checks/${entityId}`), writer, {
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

interface Checked {
  checks: { entity_id: string; mention: string | null; sentiment: string | null }[]
  checks_pending: boolean
}

async function check(answer: number, entityId: string, body: object): Promise<Checked> {
  const { status, body: response } = await send(answer, entityId, body)
  expect(response).not.toHaveProperty('error')
  expect(status).toBe(200)
  return response.data
}

const readingsFollow = () => jobsAreDone(test.app.services)

/** Each name with its visibility, share of voice, sentiment and position. */
async function figures(): Promise<Record<string, (number | null)[]>> {
  const rows = await rankingsOf(test, brand)
  return Object.fromEntries(
    rows.map(({ name, visibility_pct, market_share_pct, sentiment_score, avg_rank }) => [
      name,
      [visibility_pct, market_share_pct, sentiment_score, avg_rank],
    ]),
  )
}

interface Details extends Checked {
  mentions: { name: string; rank: number; sentiment_score: number | null; sentences: object[] }[]
  brand_mentioned: boolean
}

const details = async (answer: number): Promise<Details> =>
  (await test.get(pathOf(`executions/${ids[answer]}`), brand.key)).body.data

async function rename(aliases: readonly string[]): Promise<void> {
  await test.operate('update-brand', { brand_id: brand.brandId, aliases })
  await test.historyIsRead()
}

it('stops counting a wrong mention in all figures', async () => {
  const before = await figures()
  expect(before.Bolmex?.slice(0, 2)).toEqual([75, 50])
  await check(0, bolmex, { mention: 'wrong' })
  await readingsFollow()
  const after = await figures()
  expect(after.Bolmex).toEqual([50, 40, expect.any(Number), 1.5])
  expect(after.Zuvari?.slice(0, 2)).toEqual([75, 60])
  expect(after.Zuvari?.slice(2)).toEqual(before.Zuvari?.slice(2))
  expect(await details(0)).toMatchObject({
    mentions: [{ name: 'Zuvari', rank: 1 }],
    checks: [{ entity_id: bolmex, name: 'Bolmex', mention: 'wrong', sentiment: null }],
    checks_pending: false,
  })
})

it('replaces a wrong sentiment and keeps the score of a right one', async () => {
  const [read] = (await details(0)).mentions
  await check(0, brand.brandId, { mention: 'right', sentiment: 'positive' })
  await readingsFollow()
  expect((await details(0)).mentions[0]).toEqual(read)
  await check(0, brand.brandId, { sentiment: 'negative' })
  await readingsFollow()
  expect((await details(0)).mentions[0]).toMatchObject({ rank: 1, sentiment_score: 25, sentences: [] })
  await check(0, brand.brandId, { sentiment: 'neutral' })
  await readingsFollow()
  expect((await details(0)).mentions[0]).toMatchObject({ rank: 1, sentiment_score: null })
})

it('restores the reading of a withdrawn check', async () => {
  const before = [await details(0), await figures()]
  await check(0, bolmex, { mention: 'wrong' })
  await check(0, brand.brandId, { sentiment: 'negative' })
  await readingsFollow()
  expect([await details(0), await figures()]).not.toEqual(before)
  await check(0, bolmex, { mention: null })
  await check(0, brand.brandId, { sentiment: null })
  await readingsFollow()
  expect([await details(0), await figures()]).toEqual(before)
  const { db } = test.app.services
  const stored = db.selectFrom('answer_checks').select('entity').where('brand_id', '=', brand.brandId)
  expect(await stored.execute()).toEqual([])
})

longTest('keeps corrections when names change, answers are imported and the server restarts', async () => {
  await check(0, bolmex, { mention: 'wrong' })
  await check(3, brand.brandId, { sentiment: 'negative' })
  await readingsFollow()
  const corrected = await figures()
  await rename(['Zuvarini'])
  expect(await figures()).toEqual(corrected)
  await test.operate('reread-answers', { brand_id: brand.brandId })
  expect(await figures()).toEqual(corrected)
  await test.restart()
  test.setNow(now)
  expect(await figures()).toEqual(corrected)
  await importTexts([...texts, 'Neither.', 'Bolmex.'])
  expect((await figures()).Bolmex?.[0]).toBe(50)
})

it('applies a check that people make while the history is reread', async () => {
  await beforeHistoryIsRead(test, brand.brandId, async () => {
    await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['Zuvarini'] })
    await check(0, bolmex, { mention: 'wrong' })
  })
  await readingsFollow()
  expect((await figures()).Bolmex?.[0]).toBe(50)
})

interface Precision {
  checked: number
  right: number
  precision_pct: number | null
  low: number | null
  high: number | null
}

const precision = async (): Promise<{ mentions: Precision; sentiments: Precision }> =>
  (await test.get(pathOf('reading-precision'), brand.key)).body.data

it('counts checked mentions and sentiments that were right, with Wilson’s interval', async () => {
  const none = { checked: 0, right: 0, precision_pct: null, low: null, high: null }
  expect(await precision()).toEqual({ mentions: none, sentiments: none })
  const verdicts = [
    [0, bolmex, { mention: 'right', sentiment: 'negative' }],
    [0, brand.brandId, { mention: 'right', sentiment: 'negative' }],
    [1, bolmex, { mention: 'wrong' }],
    [2, bolmex, { mention: 'right', sentiment: 'neutral' }],
    [3, brand.brandId, { sentiment: 'neutral' }],
  ] as const
  for (const [answer, entity, body] of verdicts) await check(answer, entity, body)
  const of = (right: number, checked: number) => {
    const { low, high } = wilson(right / checked, checked, 1.959964)
    const rounded = (value: number) => Math.round(value * 10_000) / 100
    return { checked, right, precision_pct: rounded(right / checked), low: rounded(low), high: rounded(high) }
  }
  const expected = { mentions: of(3, 4), sentiments: of(2, 4) }
  expect(await precision()).toEqual(expected)
  await readingsFollow()
  expect(await precision()).toEqual(expected)
  await rename(['Zuvarini'])
  expect(await precision()).toEqual(expected)
})

it('counts only mentions that the current readings contain', async () => {
  await test.operate('update-competitor', {
    brand_id: brand.brandId,
    competitor_id: bolmex,
    aliases: ['Zuvari'],
  })
  await test.historyIsRead()
  await check(3, bolmex, { mention: 'wrong' })
  await readingsFollow()
  expect(await precision()).toMatchObject({ mentions: { checked: 1, right: 0 } })
  await test.operate('update-competitor', { brand_id: brand.brandId, competitor_id: bolmex, aliases: [] })
  await test.historyIsRead()
  expect(await precision()).toMatchObject({ mentions: { checked: 0, right: 0 } })
  expect((await details(3)).checks).toMatchObject([{ entity_id: bolmex, mention: 'wrong' }])
})

it('records each check in the activity log', async () => {
  await check(0, bolmex, { mention: 'wrong' })
  test.setNow('2026-03-02T12:00:01Z')
  await check(0, bolmex, { mention: 'right', sentiment: 'negative' })
  const log = await test.operate<{ operation: string; before: object; after: object }[]>('list-changes', {
    workspace_id: brand.workspaceId,
  })
  const entries = log.filter(({ operation }) => operation === 'check-mention')
  const of = (mention: string, sentiment: string | null) => ({
    execution_id: ids[0],
    checks: [expect.objectContaining({ entity_id: bolmex, mention, sentiment })],
  })
  expect(entries).toMatchObject([
    { before: of('wrong', null), after: of('right', 'negative') },
    { before: { execution_id: ids[0], checks: [] }, after: of('wrong', null) },
  ])
})

it.each([
  [1, { mention: 'right' }, 400, 'entity_id'],
  [0, { mention: 'maybe' }, 400, 'mention'],
  [0, { sentiment: 'good' }, 400, 'sentiment'],
  [0, { mention: 'wrong', sentiment: 'positive' }, 400, 'sentiment'],
  ['7b0c3a52-51f0-4c0f-9a51-000000000001', { mention: 'right' }, 404, 'execution'],
])('rejects a check of the brand in answer %s with %j', async (answer, body, status, named) => {
  const response = await send(answer, brand.brandId, body)
  expect(response).toMatchObject({ status, body: { error: { message: expect.stringContaining(named) } } })
})

it('clears the sentiment of a mention that turns out to be wrong', async () => {
  await check(0, bolmex, { mention: 'right', sentiment: 'positive' })
  expect((await check(0, bolmex, { mention: 'wrong' })).checks).toMatchObject([{ mention: 'wrong', sentiment: null }])
})

it('rejects a backup that read answers before and after a correction', async () => {
  const { services } = test.app
  const { checkBackup } = answersFeature
  const brands = () => services.db.selectFrom('brands').selectAll().where('id', '=', brand.brandId).execute()
  const before = await brands()
  await check(0, bolmex, { mention: 'wrong' })
  await readingsFollow()
  const rows = { answers: texts.length, readings: texts.length }
  await expect(checkBackup?.(services, before, rows)).rejects.toThrow('corrected during the backup')
  await checkBackup?.(services, await brands(), rows)
})

it('deletes checks with their answers when the retention period ends', async () => {
  await check(0, bolmex, { mention: 'wrong' })
  await readingsFollow()
  test.setNow('2026-08-01T00:00:00Z')
  await retainAnswers.run(test.app.services, {}, new AbortController().signal)
  expect((await precision()).mentions.checked).toBe(0)
})
