import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import {
  addCompetitor,
  beforeHistoryIsRead,
  type MadeBrand,
  makeBrand,
} from '../../../testing/visibility/make-brand.ts'
import { tagsOf, topicsOf } from '../../../testing/visibility/stored.ts'

let test: TestApp
let brand: MadeBrand
let rival: string

const importLines = (lines: readonly object[]) =>
  test.operate(
    'import-answers',
    { brand_id: brand.brandId },
    answersFile(
      lines.map((line, index) => ({
        id: `line ${index}`,
        engine: 'chatgpt',
        executed_at: '2026-03-01T10:00:00Z',
        ...line,
      })),
    ),
  )

const ask = (query: string, headers = {}) =>
  test.get(`/v1/brands/${brand.brandId}/visibility/explain?${query}`, brand.key, headers)

const askMeta = async (query: string) =>
  (await ask(query)).body.meta as unknown as { filters: string[] } & Record<string, unknown>

const promptId = async (text: string) => {
  const prompts = test.app.services.db.selectFrom('prompts').select('id').where('text', '=', text)
  return (await prompts.where('brand_id', '=', brand.brandId).executeTakeFirstOrThrow()).id
}

const cites = (...domains: string[]) => ({
  citations: domains.map((domain) => ({ url: `https://${domain}/page`, title: '' })),
})

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  rival = await addCompetitor(test, brand.brandId, 'Bolmex')
  await test.operate('update-brand', { brand_id: brand.brandId, domain: 'zuvari.example' })
  await importLines([
    {
      prompt: 'Is Zuvari good?',
      topic: 'Alpha',
      answer: 'Zuvari, and again Zuvari',
      ...cites('zuvari.example'),
    },
    {
      prompt: 'Is Zuvari good?',
      topic: 'Alpha',
      answer: 'Bolmex',
      tags: ['red'],
      ...cites('competitor.example'),
    },
    { prompt: 'Which one?', topic: 'Beta', answer: 'Bolmex is great. Then Zuvari' },
    {
      prompt: 'Which one?',
      topic: 'Beta',
      answer: 'nobody',
      engine: 'claude',
      ...cites('competitor.example'),
    },
    { prompt: 'Which one?', topic: 'Beta', outcome: 'none_shown' },
    { prompt: 'Which one?', topic: 'Beta', outcome: 'failed', country: 'DE' },
    { prompt: 'An old one?', topic: 'Alpha', answer: 'Zuvari' },
    { prompt: 'A deleted one?', topic: 'Alpha', answer: 'nobody' },
    { prompt: 'A silent one?', topic: 'Alpha', answer: 'Zuvari', executed_at: '2025-11-01T10:00:00Z' },
    { prompt: 'An old silent one?', topic: 'Alpha', answer: 'Zuvari', executed_at: '2025-11-01T10:00:00Z' },
  ])
  const inactive = { brand_id: brand.brandId, is_active: false }
  for (const text of ['An old one?', 'An old silent one?'])
    await test.operate('update-prompt', { ...inactive, prompt_id: await promptId(text) })
  const deleted = { brand_id: brand.brandId, prompt_id: await promptId('A deleted one?') }
  await test.operate('delete-prompt', deleted)
  const kentrafo = await addCompetitor(test, brand.brandId, 'Kentrafo', {
    primary_url: 'https://kentrafo.example',
  })
  await test.operate('update-competitor', { ...inactive, competitor_id: kentrafo })
  await test.historyIsRead()
})
afterAll(() => test.close())

it('explains visibility: numerator and denominator, by prompt type and by other definitions', async () => {
  const { body } = await ask(`figure=visibility_pct&entity_id=${brand.brandId}`)
  expect(body.data).toEqual([
    {
      id: brand.brandId,
      name: 'Zuvari',
      is_our_brand: true,
      value: 50,
      numerator: 3,
      denominator: 6,
      summary: '3 of 6 answers mention Zuvari.',
      by_prompts: {
        branded: { prompts: 1, answers: 2, numerator: 1, denominator: 2, value: 50 },
        unbranded: { prompts: 2, answers: 3, numerator: 2, denominator: 3, value: 66.67 },
        deleted: { prompts: 1, answers: 1, numerator: 0, denominator: 1, value: 0 },
      },
      by_definition: {
        answers: { numerator: 3, denominator: 6, value: 50 },
        mentions: { numerator: 4, denominator: 6, value: 66.67 },
        first_three: { numerator: 3, denominator: 6, value: 50 },
        cited: { numerator: 1, denominator: 6, value: 16.67 },
      },
    },
  ])
  expect(body.meta).toEqual({
    brand_id: brand.brandId,
    figure: 'visibility_pct',
    period: { start_date: '2026-02-01', end_date: '2026-03-02' },
    factor: 100,
    numerator: 'answers that mention the entity',
    denominator: 'all answers that match the filters',
    defined_by: 'answers',
    filters: ['answers from 2026-02-01 to 2026-03-02 (UTC)'],
    counted: {
      prompts: 4,
      answers: 6,
      switched_off: { prompts: 1, answers: 1 },
      deleted: { prompts: 1, answers: 1 },
    },
    left_out: {
      other_filters: { prompts: 0, answers: 0 },
      deleted: { prompts: 0, answers: 0 },
      switched_off: { prompts: 1 },
      without_answers: { prompts: 1 },
      none_shown: { prompts: 1, answers: 1 },
      failed: { prompts: 1, answers: 1 },
      unreadable: { prompts: 0, answers: 0 },
      not_collected: { answers: 0 },
      competitors_switched_off: ['Kentrafo'],
      competitors_being_read: [],
    },
    coverage: { planned: 0, coverage_pct: null },
  })
})

it('explains the other figures, also for competitors', async () => {
  const rowOf = async (figure: string) => (await ask(`figure=${figure}&entity_id=${rival}`)).body
  expect(await rowOf('market_share_pct')).toMatchObject({
    data: [
      {
        value: 33.33,
        numerator: 2,
        denominator: 6,
        summary: '2 of 6 mentions are of Bolmex.',
        by_definition: { answers: { numerator: 2, denominator: 5 }, cited: { numerator: 2, denominator: 3 } },
      },
    ],
    meta: { defined_by: 'mentions' },
  })
  expect(await rowOf('avg_rank')).toMatchObject({
    data: [
      {
        value: 1,
        numerator: 2,
        denominator: 2,
        summary: 'The positions of Bolmex sum to 2 over the 2 answers that mention it.',
        by_definition: { cited: { numerator: 1, denominator: 1, value: 1 } },
      },
    ],
    meta: { factor: 1 },
  })
  expect(await rowOf('sentiment_score')).toMatchObject({
    data: [
      {
        value: 81.24,
        numerator: 81.24,
        denominator: 1,
        summary: 'The sentiment scores of Bolmex sum to 81.24 over the 1 answers that judge it.',
      },
    ],
  })
})

it('describes in words the answers included, and those that each filter excludes', async () => {
  const { idOf } = await topicsOf(test, brand.brandId, brand.key)
  const tags = await tagsOf(test, brand.brandId, brand.key)
  const meta = await askMeta(`figure=avg_rank&engine=chatgpt&country=US&topic_id=${idOf('Alpha')}`)
  expect(meta.filters).toEqual([
    'answers from 2026-02-01 to 2026-03-02 (UTC)',
    'engines: ChatGPT',
    'markets: US',
    'topics, including subtopics: Alpha',
  ])
  expect(meta).toMatchObject({
    counted: { prompts: 2, answers: 3, deleted: { prompts: 0, answers: 0 } },
    left_out: {
      other_filters: { prompts: 1, answers: 2 },
      deleted: { prompts: 1, answers: 1 },
      switched_off: { prompts: 1 },
      without_answers: { prompts: 1 },
      none_shown: { prompts: 0, answers: 0 },
    },
  })
  const tagged = await askMeta(`figure=avg_rank&tag_id=${tags.get('red')}&tag_match_mode=exclude_any`)
  expect(tagged.filters).toContain('prompts with none of the tags: red')
})

it('counts slots without an answer, even if the result is cached', async () => {
  const before = await ask('figure=visibility_pct')
  const at = new Date('2026-03-01T08:00:00Z')
  const slot = async (more: object) =>
    test.app.services.db
      .insertInto('collection_slots')
      .values({
        id: randomUUID(),
        brand_id: brand.brandId,
        engine: 'chatgpt',
        prompt_id: await promptId('Which one?'),
        country: 'US',
        language: '',
        replicate: 1,
        round: at,
        round_end: at,
        planned_at: at,
        due_at: new Date('2100-01-01'),
        state: 'settled',
        ...more,
      })
      .execute()
  await slot({ outcome: 'answered' })
  await slot({ outcome: 'failed', replicate: 2 })
  await slot({ outcome: 'unreadable', replicate: 3 })
  await slot({ state: 'submitted', replicate: 4 })
  const { meta } = (await ask('figure=visibility_pct')).body
  expect(before.body.meta).toMatchObject({ left_out: { not_collected: { answers: 0 } } })
  expect(meta).toMatchObject({
    left_out: { not_collected: { answers: 2 } },
    coverage: { planned: 4, coverage_pct: 25 },
  })
})

it('returns CSV with a row per entity, and rejects an entity that is not tracked', async () => {
  const csv = await ask('figure=visibility_pct', { accept: 'text/csv' })
  const [head = '', own = '', other = ''] = csv.text.split('\r\n')
  expect(head).toContain('value,numerator,denominator,summary,by_prompts.branded.prompts')
  expect(own).toContain('Zuvari,true,50,3,6,')
  expect(other).toContain('Bolmex,false,33.33,2,6,')
  const refused = await ask(`figure=visibility_pct&entity_id=${randomUUID()}`)
  expect([refused.status, refused.body.error]).toMatchObject([400, { code: 'invalid_request' }])
})

it('returns null for a competitor whose history is still being read, and says so', async () => {
  let shown: unknown
  await beforeHistoryIsRead(test, brand.brandId, async () => {
    const added = await addCompetitor(test, brand.brandId, 'Orvelin', {
      primary_url: 'https://orvelin.example',
    })
    shown = (await ask(`figure=visibility_pct&entity_id=${added}`)).body
  })
  const unknown = { numerator: null, denominator: null, value: null }
  expect(shown).toMatchObject({
    data: [
      {
        name: 'Orvelin',
        ...unknown,
        summary: null,
        by_prompts: { branded: unknown, unbranded: unknown },
        by_definition: { answers: unknown, mentions: unknown, first_three: unknown, cited: unknown },
      },
    ],
    meta: { left_out: { competitors_being_read: ['Orvelin'] } },
  })
})
