import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { t975 } from '../../lib/statistics/distributions.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  await test.operate('update-brand', { brand_id: brand.brandId, domain: 'zuvari.example' })
})
afterAll(() => test.close())

const prompts = 10
const guide = 'https://zuvari.example/guide'

/** Imports an answer a day to each of ten prompts, for 60 days. Days count from 0, the period before ends on day 29. */
async function answerDaily(urlsOf: (prompt: number, day: number) => string[]) {
  const lines = Array.from({ length: 60 }, (_, day) =>
    Array.from({ length: prompts }, (_, prompt) => ({
      id: `${day} ${prompt}`,
      prompt: `prompt ${prompt}`,
      topic: 'Boots',
      engine: 'gemini',
      executed_at: new Date(Date.UTC(2026, 0, 2 + day, 10)).toISOString(),
      answer: 'Zuvari.',
      citations: urlsOf(prompt, day).map((url) => ({ url })),
    })),
  ).flat()
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
}

const refresh = () => test.operate('refresh-opportunities', { brand_id: brand.brandId })

interface Row {
  id: string
  kind: string
  evidence: { url: string; citation_change: { value: number; low: number; high: number } }
}

async function listed(query = ''): Promise<Row[]> {
  const { body } = await test.get(`/v1/brands/${brand.brandId}/opportunities${query}`, brand.key)
  return body.data as Row[]
}

/** In every answer before, in three of ten after: the same for each prompt and day. */
const fallen = (prompt: number, day: number) => day < 30 || (day + prompt) % 10 < 3

it('opens an opportunity for a page without a date that lost citations, with the tested fall', async () => {
  await answerDaily((prompt, day) => [...(fallen(prompt, day) ? [guide] : []), 'https://zuvari.example/steady'])
  await refresh()
  const [row, ...others] = await listed()
  expect(others).toEqual([])
  expect(row).toMatchObject({
    kind: 'page_lost_citations',
    title: 'Update zuvari.example/guide, which lost citations',
    topic: { name: 'Boots' },
    // 70% of 300 answers.
    expected_reach: 210,
    evidence: {
      ...{ start_date: '2026-02-01', end_date: '2026-03-02' },
      ...{ previous_start_date: '2026-01-02', previous_end_date: '2026-01-31' },
      ...{ url: guide, citation_count: 90, previous_citation_count: 300 },
    },
    why: expect.stringMatching(/^Cited in 90 answers, in the 30 days before in 300\. .* fell by 70 points/),
  })
  // All prompts and days fell alike, so that only single answers vary: 30 per prompt, with a sample variance of 29.
  const half = 100 * t975(prompts - 1) * Math.sqrt((0.3 * 0.7) / (prompts * 29))
  const change = row?.evidence.citation_change
  expect(change?.value).toBe(-70)
  expect(change?.low).toBeCloseTo(-70 - half, 1)
  expect(change?.high).toBeCloseTo(-70 + half, 1)
  const { body } = await test.get(`/v1/brands/${brand.brandId}/opportunities/${row?.id}/brief`, brand.key)
  expect(body.data).toMatchObject({
    publish: [{ action: 'update', target: guide, reason: 'Answers cite it less often than before.' }],
  })
})

it.each<[string, (prompt: number, day: number) => boolean]>([
  // Half of the prompts cite it less, the others more.
  ['can be chance', (prompt, day) => (day + prompt) % 10 < (prompt % 2 ? (day < 30 ? 4 : 1) : day < 30 ? 2 : 4)],
  ['rests on four prompts', (prompt, day) => prompt < 4 && fallen(prompt, day)],
])('opens none for a fall that %s', async (_, isCited) => {
  await answerDaily((prompt, day) => (isCited(prompt, day) ? [guide] : []))
  await refresh()
  expect(await listed()).toEqual([])
})

it('opens none for a page of another site', async () => {
  await answerDaily((prompt, day) => (fallen(prompt, day) ? ['https://news.example/guide'] : []))
  await refresh()
  expect(await listed()).toEqual([])
})

it('replaces the opportunity of an old page that lost citations, unless its work has begun', async () => {
  await answerDaily((prompt, day) => (day < 30 ? [guide] : prompt === 0 ? [guide] : []))
  const dated_at = '2025-02-01T00:00:00Z'
  await test.operate(
    'import-page-scans',
    { brand_id: brand.brandId },
    answersFile([{ url: guide, content: 'Guide.', dated_at }]),
  )
  await refresh()
  expect(await listed('?state=open')).toMatchObject([{ kind: 'page_lost_citations' }])
  const [row] = await listed()
  await test.operate('update-opportunity', {
    ...{ brand_id: brand.brandId, opportunity_id: row?.id as string },
    state: 'dismissed',
  })
  await refresh()
  expect(await listed('?state=open')).toMatchObject([{ kind: 'outdated_page', evidence: { url: guide } }])
  const [old] = await listed('?state=open')
  const set = (opportunity_id: string, state: string) =>
    test.operate('update-opportunity', { brand_id: brand.brandId, opportunity_id, state })
  await set(old?.id as string, 'doing')
  await set(row?.id as string, 'open')
  await refresh()
  expect(await listed('?state=open')).toMatchObject([{ kind: 'outdated_page' }])
})
