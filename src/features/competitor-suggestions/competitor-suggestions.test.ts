import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey } from '../../testing/fixture.ts'
import { type ModelServer, startModelServer } from '../../testing/model-server.ts'
import { answersFile, type Pagination, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findCompetitorSuggestions } from './index.ts'
import { searchBrand } from './search-brand.ts'

interface Suggestion {
  id: string
  name: string
  state: string
  answers: number
  quotes: { text: string }[]
  judgement: string | null
  competitor_id: string | null
}

let model: ModelServer
let app: TestApp
let workspaceId: string
let key: string
let brandId: string

beforeAll(async () => {
  model = await startModelServer()
  app = await startTestApp()
  app.setNow('2026-06-15T12:00:00Z')
  workspaceId = (await app.operate<{ id: string }>('create-workspace', { name: 'Ours' })).id
  await app.operate('update-workspace', { workspace_id: workspaceId, api_writes: true })
  key = await makeKey(app, workspaceId, { scopes: ['read:visibility', 'write:competitors'] })
})
beforeEach(async () => {
  app.setNow('2026-06-15T12:00:00Z')
  const brand = { workspace_id: workspaceId, name: 'Acme', aliases: ['Acme Audio'] }
  brandId = (await app.operate<{ id: string }>('create-brand', brand)).id
  const globex = { brand_id: brandId, name: 'Globex', primary_url: 'https://globex.com' }
  await app.operate('create-competitor', globex)
  await importAnswers(...answers)
})
afterAll(async () => {
  await app.close()
  model.close()
})

const at = (day: number, prompt: string, engine: string, answer: string) => ({
  ...{ prompt, engine, answer },
  executed_at: `2026-06-${String(day).padStart(2, '0')}T08:00:00Z`,
})
const answers = [
  at(1, 'Which player?', 'chatgpt', 'Good ones:\n\n- Acme Audio One\n- Fluance RT82\n- Globex Turn'),
  at(2, 'Which player?', 'perplexity', 'It depends. I would take the Fluance RT85 first. Others are fine.'),
  at(3, 'Which headphones?', 'chatgpt', '- **Audeze LCD-X**: warm\n- **Globex Ear**\n- Fluance RT81'),
  at(4, 'Which headphones?', 'chatgpt', '- **Audeze Maxwell**\n- **Fluance RT81**\n- Sennheiser HD'),
]

const importAnswers = (...lines: object[]) => app.operate('import-answers', { brand_id: brandId }, answersFile(lines))
const search = () => app.operate('refresh-competitor-suggestions', { brand_id: brandId })
const path = (rest = '') => `/v1/brands/${brandId}/competitors/suggestions${rest}`
const read = async (query = '') => {
  const { status, body } = await app.get(path(query), key)
  expect(status).toBe(200)
  return body as unknown as { data: Suggestion[]; meta: Record<string, unknown>; pagination: Pagination }
}
const names = async (query = '') => (await read(query)).data.map(({ name }) => name)
const decide = (id: string | undefined, status: string, more: object = {}) =>
  app.send('PATCH', path(`/${id}`), key, {
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `${brandId} ${id} ${status} ${JSON.stringify(more)}`,
    },
    body: JSON.stringify({ status, ...more }),
  })
const runJob = () => findCompetitorSuggestions.run(app.app.services, {}, new AbortController().signal)

describe('list-competitor-suggestions', () => {
  it('lists untracked competitors in answers, with the evidence', async () => {
    expect(await read()).toMatchObject({ data: [], meta: { period: null, looked_at: null, executions: 0 } })
    await search()
    const { data, meta } = await read()
    expect(meta).toMatchObject({
      brand_id: brandId,
      period: { start_date: '2026-03-18', end_date: '2026-06-15' },
      ...{ executions: 4, executions_of_period: 4, brand_visibility_pct: 25, model: null },
    })
    expect(data.map(({ name }) => name)).toEqual(['Fluance', 'Audeze'])
    expect(data[0]).toEqual({
      id: expect.any(String),
      ...{ name: 'Fluance', state: 'open', answers: 4, visibility_pct: 100, with_brand_pct: 25 },
      engines: ['chatgpt', 'perplexity'],
      quotes: [
        expect.objectContaining({ text: 'Fluance RT81', engine: 'chatgpt' }),
        expect.objectContaining({ text: 'I would take the Fluance RT85 first.', engine: 'perplexity' }),
        expect.objectContaining({ text: 'Fluance RT81' }),
      ],
      ...{ first_seen_at: '2026-06-01T08:00:00.000Z', last_seen_at: '2026-06-04T08:00:00.000Z' },
      ...{ judgement: null, competitor_id: null, status: 'open' },
    })
    const [first] = (await read('?limit=1')).data
    expect(first?.name).toBe('Fluance')
    const { pagination } = await read('?limit=1')
    expect(await names(`?limit=1&cursor=${pagination.next_cursor}`)).toEqual(['Audeze'])
  })

  it('immediately leaves out new competitors, and products of the brand', async () => {
    await app.operate('create-product', { brand_id: brandId, name: 'Audeze', kind: 'product' })
    await search()
    expect(await names()).toEqual(['Fluance'])
    const fluance = { brand_id: brandId, name: 'Fluance', primary_url: 'https://fluance.com' }
    await app.operate('create-competitor', fluance)
    expect(await names()).toEqual([])
  })
})

describe('update-competitor-suggestion', () => {
  it('accepting creates a competitor and rereads the history for it', async () => {
    await search()
    const [fluance] = (await read()).data
    const { status, body } = await decide(fluance?.id, 'accepted')
    const { suggestion } = body.data as { suggestion: Suggestion }
    expect([status, suggestion]).toMatchObject([200, { name: 'Fluance', state: 'accepted' }])
    const competitors = await app.operate<{ id: string }[]>('list-competitors', { brand_id: brandId })
    expect(competitors.find(({ id }) => id === suggestion.competitor_id)).toMatchObject({
      ...{ name: 'Fluance', primary_url: null, domain: null },
      ...{ is_active: true, is_manual: false },
    })
    expect(await names()).toEqual(['Audeze'])
    expect(await names('?state=accepted')).toEqual(['Fluance'])
    await app.historyIsRead()
    const { body: rankings } = await app.get(`/v1/brands/${brandId}/competitors/rankings`, key)
    expect(rankings.data).toMatchObject([{ name: 'Fluance', visibility_pct: 100 }, {}, {}])
    await search()
    expect(await names('?state=accepted&state=open')).toEqual(['Audeze', 'Fluance'])
  })

  it('records who decided, but no quotes of answers', async () => {
    await search()
    const [fluance] = (await read()).data
    await decide(fluance?.id, 'dismissed')
    const record = await app.app.services.db
      .selectFrom('audit_records')
      .selectAll()
      .where('brand_id', '=', brandId)
      .where('operation', '=', 'update-competitor-suggestion')
      .executeTakeFirstOrThrow()
    const shown = { id: fluance?.id, name: 'Fluance', competitor_id: null }
    expect(record.before).toEqual({ ...shown, state: 'open' })
    expect(record.after).toEqual({ ...shown, state: 'dismissed' })
  })

  it('returns no visibility for a dismissed suggestion that recent answers no longer contain', async () => {
    await search()
    await decide((await read()).data[0]?.id, 'dismissed')
    app.setNow('2026-09-10T12:00:00Z')
    const later = at(1, 'Which player?', 'chatgpt', '- Acme Audio One')
    await importAnswers({ ...later, executed_at: '2026-09-01T08:00:00Z' })
    await search()
    const { data, meta } = await read('?state=dismissed')
    expect(meta.executions).toBe(1)
    expect(data).toMatchObject([{ name: 'Fluance', answers: 4, visibility_pct: null }])
  })

  it('a dismissed suggestion stays dismissed, and can still be accepted', async () => {
    await search()
    const audeze = (await read()).data[1]
    expect((await decide(audeze?.id, 'dismissed')).status).toBe(200)
    await search()
    expect(await names()).toEqual(['Fluance'])
    expect((await read('?state=dismissed')).data).toMatchObject([{ id: audeze?.id, name: 'Audeze' }])
    expect((await decide(audeze?.id, 'accepted')).status).toBe(200)
  })

  it('refuses to dismiss a competitor, to add a duplicate name, or to change an unknown suggestion', async () => {
    await search()
    const [fluance, audeze] = (await read()).data
    await decide(fluance?.id, 'accepted')
    expect((await decide(fluance?.id, 'dismissed')).status).toBe(409)
    const made = { brand_id: brandId, name: 'Audeze', primary_url: 'https://audeze.com' }
    await app.operate('create-competitor', made)
    expect((await decide(audeze?.id, 'accepted')).status).toBe(409)
    expect((await decide('7b0c3a52-51f0-4c0f-9a51-000000000001', 'accepted')).status).toBe(404)
    expect((await decide(audeze?.id, 'open')).status).toBe(400)
    expect((await decide(audeze?.id, 'accepted', { state: 'dismissed' })).status).toBe(400)
    expect((await decide(audeze?.id, 'dismissed', { status: undefined })).status).toBe(400)
    expect((await decide(audeze?.id, '', { status: undefined, state: 'dismissed' })).status).toBe(200)
    expect(await app.operate<object[]>('list-competitors', { brand_id: brandId })).toHaveLength(3)
  })
})

describe('the search job', () => {
  it('searches again after new answers, and on another day', async () => {
    await runJob()
    const { looked_at: first } = (await read()).meta
    expect(first).toBe('2026-06-15T12:00:00.000Z')
    app.setNow('2026-06-15T13:00:00Z')
    await runJob()
    expect((await read()).meta.looked_at).toBe(first)
    await importAnswers(
      at(5, 'Which cartridge?', 'chatgpt', '- Ortofon 2M\n- Ortofon OM'),
      at(6, 'Which cartridge?', 'chatgpt', '- Ortofon 2M'),
    )
    await runJob()
    expect((await read()).meta).toMatchObject({ looked_at: '2026-06-15T13:00:00.000Z', executions: 6 })
    expect(await names()).toContain('Ortofon')
    app.setNow('2026-06-16T01:00:00Z')
    await runJob()
    expect((await read()).meta.looked_at).toBe('2026-06-16T01:00:00.000Z')
  })

  it('reads only the beginning of each answer', async () => {
    await importAnswers(
      ...[7, 8].map((day) => at(day, 'Which cartridge?', 'chatgpt', `${'Well.\n\n'.repeat(4000)}- Ortofon 2M`)),
    )
    await search()
    expect(await names()).toEqual(['Fluance', 'Audeze'])
  })

  it('deletes quotes of erased answers even if the brand is inactive', async () => {
    await search()
    const { db } = app.app.services
    const set = (columns: { is_active?: boolean; erasures?: number }) =>
      db.updateTable('brands').set(columns).where('id', '=', brandId).execute()
    const quotes = async () => {
      const rows = db.selectFrom('competitor_suggestions').select('quotes').where('brand_id', '=', brandId)
      return (await rows.execute()).flatMap((row) => row.quotes)
    }
    await set({ is_active: false })
    await runJob()
    expect(await quotes()).not.toEqual([])
    await set({ erasures: 1 })
    await runJob()
    expect(await quotes()).toEqual([])
  })

  it('stores nothing if the readings are replaced during the search', async () => {
    const { services } = app.app
    const brands = services.db.selectFrom('brands').selectAll().where('id', '=', brandId)
    const brand = await brands.executeTakeFirstOrThrow()
    const before = { ...brand, reading_version: brand.reading_version - 1 }
    await searchBrand(services, before, AbortSignal.timeout(60_000))
    expect((await read()).meta.looked_at).toBeNull()
    await searchBrand(services, brand, AbortSignal.timeout(60_000))
    expect(await names()).toEqual(['Fluance', 'Audeze'])
  })

  it('deletes quotes of answers outside the period, and undecided suggestions', async () => {
    await search()
    const [fluance] = (await read()).data
    await decide(fluance?.id, 'dismissed')
    app.setNow('2026-12-01T00:00:00Z')
    await runJob()
    expect(await names()).toEqual([])
    expect((await read('?state=dismissed')).data).toMatchObject([{ name: 'Fluance', quotes: [] }])
  })
})

describe('with a language model', () => {
  beforeAll(async () => {
    const settings = { KNOWLEDGE_MODEL: 'm', KNOWLEDGE_MODEL_BASE_URL: model.url }
    await app.restart({ KNOWLEDGE_MODEL_PROVIDER: 'openai-compatible', ...settings })
  })
  beforeEach(() => {
    model.asked = []
  })

  it('lists names that the model rejects last, and asks about each name once', async () => {
    model.reply = () => JSON.stringify({ competitors: ['audeze', 'Invented'] })
    // Other brands may be searched in between.
    const onlyHere = { brand_id: brandId, name: 'Onlyhere', primary_url: 'https://onlyhere.example' }
    await app.operate('create-competitor', onlyHere)
    const asked = () =>
      model.asked.map((one) => JSON.stringify(one.messages)).filter((text) => text.includes('Onlyhere'))
    await search()
    expect((await read()).data).toMatchObject([
      { name: 'Audeze', judgement: 'brand' },
      { name: 'Fluance', judgement: 'other' },
    ])
    expect((await read()).meta.model).toBe('openai-compatible:m')
    await search()
    expect(asked()).toEqual([expect.stringContaining('written by others')])
  })

  it('sends the model a limited number of competitors, only by name', async () => {
    model.reply = () => JSON.stringify({ competitors: [] })
    for (let number = 0; number < 70; number++) {
      const named = { name: `Rival${number}`, aliases: [`Other${number}`] }
      const primary_url = `https://rival${number}.example`
      await app.operate('create-competitor', { brand_id: brandId, ...named, primary_url })
    }
    await app.operate('create-product', { brand_id: brandId, name: 'Glacier', kind: 'product' })
    await search()
    const asked = JSON.stringify(model.asked)
    expect(asked).toContain('Rival58')
    expect(asked).not.toContain('Rival59')
    expect(asked).not.toMatch(/Other\d|Glacier/)
  })

  it('still suggests competitors if the model fails, and says why they are not judged', async () => {
    model.reply = () => 500
    await search()
    const { data, meta } = await read()
    expect(data.map(({ name, judgement }) => [name, judgement])).toEqual([
      ['Fluance', null],
      ['Audeze', null],
    ])
    expect(meta).toMatchObject({ model: null, model_problem: expect.stringContaining('the language model') })
  })
})
