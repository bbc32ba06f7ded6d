import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { longTest } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage } from '../../testing/visibility/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand
let bolmex: string

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  bolmex = await addCompetitor(test, brand.brandId, 'Bolmex')
})
afterAll(() => test.close())

const answer = (executed_at: string, text = 'Zuvari', more: object = {}) => ({
  prompt: 'Which?',
  engine: 'claude',
  executed_at,
  answer: text,
  ...more,
})
const importAll = (answers: object[], brandId = brand.brandId) =>
  test.operate('import-answers', { brand_id: brandId }, answersFile(answers))
const pathOf = (rest = '') => `/v1/brands/${brand.brandId}/executions${rest}`

interface Row {
  id: string
  executed_at: string
  prompt_id: string | null
  brand_rank: number | null
  mentioned_competitors: string[]
}

const rowsOf = async (query = ''): Promise<Row[]> => (await askPage(test, brand.key, pathOf(query))).body.data

/** Ten answers with the same time from two batches, between an older and a newer one. */
async function importTies(): Promise<void> {
  const ties = Array.from({ length: 10 }, (_, index) => answer('2026-03-01T10:00:00.123Z', `Zuvari ${index}`))
  await importAll([answer('2026-02-27T10:00:00Z'), ...ties.slice(5)])
  await importAll([...ties.slice(0, 5), answer('2026-03-02T10:00:00+02:00')])
}

longTest('sorts answers with the same time by id, and repeats none on pages of any size', async () => {
  await importTies()
  const rows = await rowsOf()
  const order = rows.map(({ executed_at, id }) => `${executed_at} ${id}`)
  expect(order).toEqual([...order].sort().reverse())
  expect(rows.map((row) => row.executed_at)).toEqual([
    '2026-03-02T08:00:00.000Z',
    ...Array(10).fill('2026-03-01T10:00:00.123Z'),
    '2026-02-27T10:00:00.000Z',
  ])
  for (const limit of [1, 2, 5, 10, 11, 12]) expect((await askAll(test, brand.key, pathOf(), limit)).data).toEqual(rows)
})

it('paging keeps the answers of the first page while others arrive', async () => {
  await importTies()
  const whole = await askAll(test, brand.key, pathOf())
  const rows: unknown[] = []
  for (let cursor = ''; ; ) {
    const { body } = await askPage(test, brand.key, pathOf(`?limit=1${cursor}`))
    rows.push(...(body.data as unknown[]))
    expect(body.meta).toEqual(whole.meta)
    if (body.pagination.next_cursor === null) break
    cursor = `&cursor=${body.pagination.next_cursor}`
    const text = `Zuvari and ${rows.length}`
    await importAll([
      answer('2026-03-02T11:00:00Z', text),
      answer('2026-03-01T10:00:00.123Z', text),
      answer('2026-02-26T10:00:00Z', text, { prompt: text }),
    ])
  }
  expect(rows).toEqual(whole.data)
  expect((await askAll(test, brand.key, pathOf())).data).toHaveLength(12 + 3 * 11)
})

it('keeps the period of a cursor when the day ends, and invalidates the cursor when history is reread', async () => {
  await importTies()
  test.setNow('2026-03-02T23:59:59Z')
  const { body } = await askPage(test, brand.key, pathOf('?limit=5'))
  const next = pathOf(`?limit=5&cursor=${body.pagination.next_cursor}`)
  const before = await askPage(test, brand.key, next)
  test.setNow('2026-03-03T00:00:01Z')
  expect((await askPage(test, brand.key, next)).body).toMatchObject({
    data: before.body.data,
    meta: { period: { start_date: '2026-02-01', end_date: '2026-03-02' } },
  })
  await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['Zuvari Inc'] })
  await test.historyIsRead()
  const after = await test.get(next, brand.key)
  expect([after.status, after.body.error?.code]).toEqual([400, 'invalid_cursor'])
})

it('invalidates a cursor if one of its prompts is deleted', async () => {
  await importTies()
  const other = await test.operate('create-prompt', { brand_id: brand.brandId, text: 'Another?' })
  const [{ prompt_id: id }] = (await rowsOf()) as [Row]
  const query = `?limit=5&prompt_id=${id}&prompt_id=${other.id}`
  const { body } = await askPage(test, brand.key, pathOf(query))
  await test.operate('delete-prompt', { brand_id: brand.brandId, prompt_id: other.id })
  const { status } = await test.get(pathOf(`${query}&cursor=${body.pagination.next_cursor}`), brand.key)
  expect(status).toBe(400)
})

it('detaches answers from a deleted prompt', async () => {
  await importAll([answer('2026-03-01T10:00:00Z')])
  const [{ prompt_id: id }] = (await rowsOf()) as [Row]
  await test.operate('delete-prompt', { brand_id: brand.brandId, prompt_id: id as string })
  const detached = { prompt_id: null, prompt: null, topic_id: null, brand_rank: 1 }
  const [row] = (await rowsOf()) as [Row]
  expect(row).toMatchObject(detached)
  expect((await test.get(pathOf(`/${row.id}`), brand.key)).body.data).toMatchObject(detached)
  const filtered = await test.get(pathOf(`?prompt_id=${id}`), brand.key)
  expect([filtered.status, filtered.body.error.message]).toEqual([400, `prompt_id: the brand has no prompt ${id}`])
})

it('closes the gap in ranks if a competitor is deactivated, and shows a new one once history is reread', async () => {
  await importAll([answer('2026-03-01T10:00:00Z', 'Bolmex, Kentrafo, Zuvari')])
  const shown = async () => (await rowsOf())[0]
  expect(await shown()).toMatchObject({
    brand_rank: 2,
    mentioned_competitors: ['Bolmex'],
    mentioned_competitor_ids: [bolmex],
  })
  await test.operate('update-competitor', {
    brand_id: brand.brandId,
    competitor_id: bolmex,
    is_active: 'false',
  })
  expect(await shown()).toMatchObject({ brand_rank: 1, mentioned_competitors: [] })
  await addCompetitor(test, brand.brandId, 'Kentrafo')
  await test.historyIsRead()
  expect(await shown()).toMatchObject({ brand_rank: 2, mentioned_competitors: ['Kentrafo'] })
})

it('returns 404 for answers of other brands, uncommitted answers and unknown ids', async () => {
  await importAll([answer('2026-03-01T10:00:00Z', 'Zuvari one')])
  await importAll([answer('2026-03-02T10:00:00Z', 'Zuvari two')])
  const [pending, committed] = (await rowsOf()) as [Row, Row]
  const other = await makeBrand(test, 'Zuvari')
  await importAll([answer('2026-03-01T10:00:00Z')], other.brandId)
  const otherRows: Row[] = (await test.get(`/v1/brands/${other.brandId}/executions`, other.key)).body.data
  await test.app.services.db
    .updateTable('brands')
    .set({ ingest_seq: 1, data_version: 100 })
    .where('id', '=', brand.brandId)
    .execute()
  expect((await rowsOf()).map(({ id }) => id)).toEqual([committed.id])
  expect((await test.get(pathOf(`/${committed.id.toUpperCase()}`), brand.key)).status).toBe(200)
  for (const id of [pending.id, otherRows[0]?.id, crypto.randomUUID()]) {
    const { status, body } = await test.get(pathOf(`/${id}`), brand.key)
    expect([status, body.error?.code, body.error?.message]).toEqual([404, 'not_found', 'execution not found'])
  }
  expect((await test.get(pathOf('/x'), brand.key)).body.error.message).toBe('execution_id must be a uuid')
  expect((await test.get(pathOf(`/${committed.id}?execution_id=${pending.id}`), brand.key)).status).toBe(400)
})

interface Mention {
  name: string
  offsets: number[]
  lengths: number[]
  sentiment_score: number
  sentences: { offset: number; length: number; score: number }[]
  stance: string | null
  stance_clause: { offset: number; length: number } | null
}

async function mentionsIn(text: string): Promise<Mention[]> {
  await importAll([answer('2026-03-01T10:00:00Z', text)])
  const [row] = (await rowsOf()) as [Row]
  const { body }: { body: { data: { mentions: Mention[] } } } = await test.get(pathOf(`/${row.id}`), brand.key)
  return body.data.mentions
}

const cut = (text: string, at: number, length: number) => [...text].slice(at, at + length).join('')

it('returns the length of each mention including its Markdown, after any characters', async () => {
  await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['𝒵uv', 'R&', 'Ǘber Z'] })
  await test.historyIsRead()
  const text =
    '👩‍👩‍👧 𝒵uv, Z**uva**ri; [Zuvari](https://zuvari.com) R&amp; 𝕏 zuvari.com 👍🏽 Ǘber-Z | R&amp;amp; `ZUVARI`'
  const [own] = (await mentionsIn(text)) as [Mention]
  expect(own.offsets.map((at, i) => cut(text, at, own.lengths[i] as number))).toEqual([
    ...['𝒵uv', 'Z**uva**ri', 'Zuvari', 'R&amp;', 'zuvari', 'Ǘber-Z', 'R&amp;', 'ZUVARI'],
  ])
})

it('returns the sentences behind a sentiment score, which is their mean', async () => {
  const text =
    '😀 Zuvari is **excellent**. It was founded in 1990. Bolmex is terrible and unreliable! Zuvari is a bit slow.\n\n- Zuvari: great value'
  const mentions = await mentionsIn(text)
  const judged = mentions.map(({ name, sentences }) => [
    name,
    sentences.map(({ offset, length }) => cut(text, offset, length)),
  ])
  expect(judged).toEqual([
    ['Zuvari', ['😀 Zuvari is **excellent**.', 'Zuvari is a bit slow.', 'Zuvari: great value']],
    ['Bolmex', ['Bolmex is terrible and unreliable!']],
  ])
  for (const { sentences, sentiment_score } of mentions) {
    const sum = sentences.reduce((total, sentence) => total + sentence.score, 0)
    expect(Math.abs(sum / sentences.length - sentiment_score)).toBeLessThanOrEqual(0.05)
  }
})

it('returns the stance towards each entity with the clause that shows it', async () => {
  const text = '😀 Zuvari and Bolmex sell shoes. I **recommend** Zuvari for runners; avoid Bolmex.'
  const mentions = await mentionsIn(text)
  const clauseOf = ({ stance_clause: clause }: Mention) => clause && cut(text, clause.offset, clause.length)
  expect(mentions.map((mention) => [mention.name, mention.stance, clauseOf(mention)])).toEqual([
    ['Zuvari', 'recommended', 'I **recommend** Zuvari for runners'],
    ['Bolmex', 'warned_against', 'avoid Bolmex.'],
  ])
})

it('returns no stance in a language without clauses', async () => {
  const [dutch] = await mentionsIn('Ik raad Zuvari aan, want het is de beste keuze voor jou.')
  expect(dutch).toMatchObject({ name: 'Zuvari', stance: null, stance_clause: null })
})

it('returns mention offsets in code points of the Markdown', async () => {
  const text = '# 😀 **Zuvari**\n\n[Bolmex](https://bolmex.com/?zuvari), zuvari & ZUVARI.'
  await importAll([answer('2026-03-01T10:00:00Z', text)])
  const [row] = (await rowsOf()) as [Row]
  const { mentions }: { mentions: { name: string; offsets: number[] }[] } = (
    await test.get(pathOf(`/${row.id}`), brand.key)
  ).body.data
  const codePoints = [...text]
  const named = mentions.map(({ name, offsets }) => [name, offsets.map((at) => codePoints.slice(at, at + 6).join(''))])
  expect(named).toEqual([
    ['Zuvari', ['Zuvari', 'zuvari', 'ZUVARI']],
    ['Bolmex', ['Bolmex']],
  ])
})

it('returns the raw response of an answer, and none of another brand', async () => {
  const body = {
    choices: [{ message: { role: 'assistant', content: 'Zuvari <b>&</b> 😀' }, finish_reason: 'stop' }],
  }
  const asked = { prompt: 'Which?', engine: 'chatgpt', executed_at: '2026-03-01T10:00:00Z' }
  await importAll([{ ...asked, format: 'openai-chat', response: body }])
  await importAll([answer('2026-03-01T11:00:00Z')])
  const [without, raw] = (await rowsOf()) as [Row, Row]
  const read = (brand_id: string, { id }: Row) => test.tryOperate('get-raw-response', { brand_id, execution_id: id })
  const text = JSON.stringify(body)
  expect(await read(brand.brandId, raw)).toMatchObject({
    envelope: { data: { format: 'openai-chat', body: text, length: [...text].length } },
  })
  const other = await makeBrand(test, 'Other')
  for (const missing of [read(brand.brandId, without), read(other.brandId, raw)])
    expect(await missing).toMatchObject({ failure: { error: { code: 'not_found' } } })
})

it('returns the names with which the brand was searched for', async () => {
  await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['Zuv'], domain: 'zuvari.com' })
  await test.historyIsRead()
  await importAll([answer('2026-03-01T10:00:00Z', 'Bolmex')])
  const [row] = (await rowsOf()) as [Row]
  const { body } = await test.get(pathOf(`/${row.id}`), brand.key)
  expect(body.data).toMatchObject({ brand_search: { names: ['Zuvari', 'Zuv'], domain: 'zuvari.com' } })
})

it('returns the neighbors of an answer among search results', async () => {
  await importAll([
    answer('2026-03-01T10:00:00Z', 'Bolmex, cheap'),
    answer('2026-03-01T11:00:00Z', 'Zuvari'),
    answer('2026-03-01T12:00:00Z', 'Zuvari, CHEAP'),
    answer('2026-03-01T13:00:00Z', 'Zuvari'),
    answer('2026-03-01T14:00:00Z', 'Cheap!', { prompt: 'And that one?' }),
  ])
  const ids = ((await rowsOf()) as Row[]).map(({ id }) => id)
  const neighborsOf = (execution_id: string | undefined, search: string) =>
    test.operate('get-execution-neighbours', {
      brand_id: brand.brandId,
      execution_id: execution_id as string,
      search,
    })
  expect(await neighborsOf(ids[2], 'cheap')).toEqual({ newer: ids[0], older: ids[4] })
  expect(await neighborsOf(ids[1], 'cheap')).toEqual({ newer: ids[0], older: ids[2] })
  expect(await neighborsOf(ids[0], 'that one')).toEqual({ newer: null, older: null })
})
