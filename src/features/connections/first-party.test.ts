import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '../../testing/fixture.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../testing/visibility/stored.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  const lines = [1, 2].map((hour) => ({
    prompt: 'Which boots?',
    engine: 'copilot',
    executed_at: `2026-03-01T0${hour}:00:00Z`,
    answer: 'Zuvari.',
    citations: [{ url: 'https://www.zuvari.example/boots/' }],
  }))
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
})
afterAll(() => test.close())

interface Imported {
  report: string
  imported: number
  rejected: number
  first_rejections: { line: number; reason: string }[]
}

const importFile = (kind: string, text: string | Buffer) =>
  test.operate<Imported>('import-first-party', { brand_id: brand.brandId, kind }, Buffer.from(text as string))

const listed = async (query: string) =>
  (await test.get(`/v1/brands/${brand.brandId}/traffic/first-party?${query}`, brand.key)).body as unknown as {
    data: Record<string, unknown>[]
    meta: Record<string, unknown>
    pagination: { next_cursor: string | null }
  }

it('imports pages, and shows the citations that Sightline sampled next to them', async () => {
  const file = '\uFEFFTop pages,Impressions\n"https://zuvari.example/boots","1,204"\nhttps://zuvari.example/a%20b,7\n'
  for (const bytes of [file, gzipSync(file)])
    expect(await importFile('gsc-ai', bytes)).toEqual({
      report: 'page',
      imported: 2,
      rejected: 0,
      first_rejections: [],
    })
  await importFile('gsc-ai', `Page,Impressions\nhttps://zuvari.example/gone,1\n`)
  await importFile('gsc-ai', file)
  const { data, meta } = await listed('kind=gsc-ai')
  expect(data).toEqual([
    {
      value: 'https://zuvari.example/boots',
      count: 1204,
      ...{ clicks: null, average_position: null, key_events: null, revenue: null, is_thresholded: false },
      imported_at: '2026-03-02T12:00:00.000Z',
      prompt_id: null,
      sampled_citations: 2,
    },
    expect.objectContaining({ value: 'https://zuvari.example/a%20b', count: 7, sampled_citations: 0 }),
  ])
  expect(meta).toEqual({ rows: 2, days_total: null, first_day: null, last_day: null })
  const key = await makeKey(test, brand.workspaceId, { scopes: ['read:crawler'] })
  const limited = await test.get(`/v1/brands/${brand.brandId}/traffic/first-party`, key)
  expect(limited.body.data).toMatchObject([{ count: 1204, sampled_citations: null }, { count: 7 }])
})

it('replaces rows with the same dimensions, and adds up days only', async () => {
  await importFile('bing-ai', 'Date;Citations\n2026-02-01;5\n2026-02-02;6\n')
  expect(await importFile('bing-ai', 'Date;Citations\n2026-02-02;9\n')).toMatchObject({ report: 'day' })
  await importFile('bing-ai', 'Date;Page;Citations\n2026-02-02;https://zuvari.example/;100\n')
  const { data, meta } = await listed('kind=bing-ai&by=day')
  expect(data.map(({ value, count }) => [value, count])).toEqual([
    ['2026-02-02', 9],
    ['2026-02-01', 5],
  ])
  expect(meta).toEqual({ rows: 2, days_total: 14, first_day: '2026-02-01', last_day: '2026-02-02' })
  expect((await listed('kind=bing-ai&by=page')).data).toEqual([])
})

it('names the prompt of a query, and pages through rows', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `query ${index}\t${index % 3}`)
  await importFile('clarity', ['Grounding query\tCitations', 'WHICH BOOTS?\t50', ...rows].join('\n'))
  const values: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await listed(`kind=clarity&by=query&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`)
    values.push(...page.data.map(({ value }) => value))
    cursor = page.pagination.next_cursor
  }
  expect(new Set(values).size).toBe(31)
  expect(values.length).toBe(31)
  const [first] = (await listed('kind=clarity&by=query')).data
  expect(first).toMatchObject({
    value: 'WHICH BOOTS?',
    prompt_id: await promptIdOf(test, brand.brandId, 'Which boots?'),
  })
})

it('rejects lines that do not fit, and imports the rest', async () => {
  const lines = [
    'Date,Impressions',
    '01/02/2026,5',
    '2026-02-30,1',
    '2026-02-01,many',
    '2026-02-01',
    '"2026-02-02,1',
    '2026-02-04\0,1',
    '2026-02-03,4',
  ]
  expect(await importFile('gsc-ai', lines.join('\n'))).toEqual({
    report: 'day',
    imported: 1,
    rejected: 6,
    first_rejections: [
      { line: 2, reason: 'day must be a date as YYYY-MM-DD' },
      { line: 3, reason: 'day must be a date as YYYY-MM-DD' },
      { line: 4, reason: 'the count must be a whole number' },
      { line: 5, reason: 'must have 2 columns, with matching quotes' },
      { line: 6, reason: 'must have 2 columns, with matching quotes' },
      { line: 7, reason: 'day must have 1 to 2000 valid characters' },
    ],
  })
})

it.each([
  ['gsc-ai', 'Page,Clicks\nhttps://a.example,1', 'a column impressions and one of'],
  ['gsc-ai', 'Page,URL,Impressions\na,b,1', 'names a column twice'],
  ['bing-ai', '', 'has no header'],
  ['bing-ai', `"${'x'.repeat(100_000)}`, 'line 1'],
  ['altavista', 'Page,Citations', 'kind'],
])('rejects a %s file without a usable header: %j', async (kind, text, message) => {
  await expect(importFile(kind, text)).rejects.toThrow(message)
})
