import { afterAll, beforeAll, expect, it } from 'vitest'
import { t975, twoSidedP } from '../../../lib/statistics/distributions.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

const days = Array.from({ length: 24 }, (_, day) => day)
const prompts = Array.from({ length: 10 }, (_, prompt) => prompt)
const period = 'start_date=2026-02-13&end_date=2026-02-24'

const cite = (...pages: string[]) => pages.map((page) => ({ url: `https://${page}` }))

/** The first prompt rises from 2 to 11 of 12 answers. The others name the brand on a third of the days. */
const isNamed = (prompt: number, day: number) =>
  prompt === 0 ? (day < 12 ? day < 2 : day !== 20) : (day + prompt) % 3 === 0

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-02-24T23:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  const lines = days.flatMap((day) =>
    prompts.map((prompt) => ({
      id: `${day} ${prompt}`,
      prompt: `prompt ${prompt}`,
      engine: 'gemini',
      executed_at: new Date(Date.UTC(2026, 1, 1 + day, 10)).toISOString(),
      answer: isNamed(prompt, day) ? 'Zuvari' : 'nobody',
      citations: isNamed(prompt, day) ? cite('twin.example/a', 'twin.example/b') : [],
    })),
  )
  lines.push(
    ...days.slice(12, 15).map((day) => ({
      id: `new ${day}`,
      prompt: 'a new prompt',
      engine: 'gemini',
      executed_at: new Date(Date.UTC(2026, 1, 1 + day, 10)).toISOString(),
      answer: 'Zuvari',
      citations: cite('rare.example/'),
    })),
  )
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
})
afterAll(() => test.close())

interface Comparison {
  value: number | null
  previous_value: number | null
  change: number | null
  matched_change: { value: number; low: number; high: number } | null
  p_value: number | null
  verdict: string
}
interface ListResponse {
  data: { text?: string; domain?: string; comparison?: Comparison | null }[]
  meta: { comparison?: { tested: number; fdr: number; previous_period: unknown } }
}

async function ask(path: string): Promise<ListResponse> {
  const { status, body } = await test.get(`/v1/brands/${brand.brandId}/${path}`, brand.key)
  expect(status).toBe(200)
  return body as unknown as ListResponse
}
const compared = (path: string) => ask(`${path}?${period}&compare_to_previous=true&limit=100`)

it('tests each prompt of the list and finds the one that rose', async () => {
  const { data, meta } = await compared('prompts')
  const rose = data.find(({ text }) => text === 'prompt 0')?.comparison
  expect(rose).toMatchObject({ value: 91.67, previous_value: 16.67, change: 75, verdict: 'up' })
  const others = data.filter(({ text }) => /^prompt [1-9]/.test(text ?? ''))
  expect(others.map(({ comparison }) => comparison?.verdict)).toEqual(others.map(() => 'no_detectable_change'))
  expect(meta.comparison).toEqual({
    previous_period: { start_date: '2026-02-01', end_date: '2026-02-12' },
    tested: 10,
    fdr: 0.1,
  })
})

it('does not compare a prompt without answers in the previous period', async () => {
  const { data } = await compared('prompts')
  expect(data.find(({ text }) => text === 'a new prompt')?.comparison).toEqual({
    value: 100,
    previous_value: null,
    change: null,
    matched_change: null,
    p_value: null,
    verdict: 'not_comparable',
  })
})

it('tests a prompt with the variance of its answers if days vary no more than that', async () => {
  const { data } = await compared('prompts')
  const shown = data.find(({ text }) => text === 'prompt 0')?.comparison
  // Twelve answers per period, shrunk by half an answer toward 0.5: docs/statistics.md, "Prompts and sites".
  const q = (12 * ((2 / 12 + 11 / 12) / 2) + 0.5) / 13
  const deviation = Math.sqrt((2 * q * (1 - q)) / 12)
  expect(shown?.matched_change?.value).toBe(75)
  expect(shown?.matched_change?.low).toBeCloseTo(100 * (0.75 - t975(22) * deviation), 1)
  expect(shown?.p_value).toBeCloseTo(twoSidedP(0.75 / deviation, 22), 6)
})

it('a site cited whenever the brand is named gets the same verdict as visibility', async () => {
  const { data, meta } = await compared('citations/domains')
  const sites = new Map(data.map(({ domain, comparison }) => [domain, comparison]))
  const query = `visibility/changes?${period}`
  const [row] = (await ask(query)).data as unknown as Comparison[]
  const { matched_change, p_value, verdict } = row as Comparison
  expect(sites.get('twin.example')).toMatchObject({ matched_change, p_value, verdict })
  expect(sites.get('rare.example')).toMatchObject({ previous_value: 0, verdict: 'not_comparable' })
  expect(meta.comparison).toMatchObject({ tested: 1 })
})

it.each(['prompts', 'citations/domains'])('compares %s only on request', async (path) => {
  const { data, meta } = await ask(`${path}?${period}`)
  expect(data.every((row) => !('comparison' in row))).toBe(true)
  expect(meta).not.toHaveProperty('comparison')
})

it('returns an empty list of sites with comparison metadata', async () => {
  const path = 'citations/domains?start_date=2025-01-10&end_date=2025-01-12&compare_to_previous=true'
  expect(await ask(path)).toMatchObject({ data: [], meta: { comparison: { tested: 0 } } })
})

it('keeps the verdict of a prompt on every page', async () => {
  const all = await compared('prompts')
  const path = `prompts?${period}&compare_to_previous=true&limit=4`
  const first = (await ask(path)) as ListResponse & { pagination: { next_cursor: string } }
  const second = await ask(`${path}&cursor=${encodeURIComponent(first.pagination.next_cursor)}`)
  expect([...first.data, ...second.data]).toEqual(all.data.slice(0, 8))
})
