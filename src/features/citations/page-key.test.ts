import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageKey, pageUrl } from '../../lib/text/citations/page-url.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { knownMigrations } from '../../stores/migrate.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { citationId, isCitationOf } from './page-key.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Stores a reading that cites these URLs. */
async function store(brandId: string, urls: readonly string[]): Promise<void> {
  const blank = urls.map(() => '')
  const cited = { 'citations.url': urls, 'citations.domain': blank, 'citations.title': blank }
  await test.app.services.clickhouse.insert('readings', JSON.stringify({ brand_id: brandId, ...cited }))
}

async function keysOfStored(brandId: string): Promise<string[]> {
  const rows = await test.app.services.clickhouse.query<{ pages: string[] }>(
    sql`SELECT citations.page AS pages FROM readings WHERE brand_id = ${brandId}`,
  )
  return rows.flatMap((row) => row.pages)
}

async function keysOf(urls: readonly string[]): Promise<string[]> {
  const brandId = crypto.randomUUID()
  await store(brandId, urls)
  return keysOfStored(brandId)
}

it('is equal for spellings of one page and different for different pages', async () => {
  const same = [
    ['https://a.example/x', 'http://a.example/x', 'https://www.a.example/x/', 'http://www.a.example/x//'],
    ['https://a.example/', 'http://www.a.example//'],
    ['https://a.example/x?b=1', 'https://a.example/x/?b=1'],
    ['https://a.example/x?b=/'],
    ['https://a.example/x#/y/', 'https://a.example/x/#/y/'],
    ['https://a.example/X'],
    ['https://a.example/%7Ex', 'https://a.example/~x', 'http://a.example/%7ex/'],
    ['https://a.example/%2Fx', 'https://a.example/%2fx'],
    ['https://a.example/%zz%', 'http://a.example/%zz%'],
    ['https://a.example/%%41', 'https://a.example/%A'],
    ['https://wwwa.example/x'],
    ['https://m.a.example/x'],
    ['https://a.example:8080/x', 'http://a.example:8080/x/'],
  ]
  const keys = await keysOf(same.flat())
  const expected = same.flatMap((urls, index) => urls.map(() => index))
  const first = keys.map((key) => expected[keys.indexOf(key)])
  expect(first).toEqual(expected)
})

it('is also set for readings stored before the column existed', async () => {
  const { clickhouse } = test.app.services
  const migration = knownMigrations('clickhouse').find(({ name }) => name === '0005-cited-pages')
  const [adding = ''] = migration?.sql.split(';\n') ?? []
  const [earlier, later] = [crypto.randomUUID(), crypto.randomUUID()]
  const urls = ['https://www.a.example/%7Ex/', 'https://a.example/~x', 'https://a.example/y?z=/']
  await clickhouse.command(sql`ALTER TABLE readings DROP COLUMN citations.page`)
  await store(earlier, urls)
  await store(earlier, [])
  await clickhouse.command(sql.raw(adding))
  await store(later, urls)
  const expected = ['a.example/~x', 'a.example/~x', 'a.example/y?z=/']
  expect(await keysOfStored(later)).toEqual(expected)
  expect(await keysOfStored(earlier)).toEqual(expected)
})

const part = fc.constantFrom('a', 'B', '%41', '%2f', '%2F', '%7e', '%', '%4', '//', '/', '.', '-', 'é', "'", '\\')
const address = fc
  .tuple(
    fc.constantFrom('http://', 'https://'),
    fc.constantFrom('', 'www.', 'www.www.', 'm.'),
    fc.constantFrom('a.example', 'b.example', 'b.example:8080'),
    fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('')}`),
    fc.constantFrom('', '?', '?q=1', '?q=/', '?Q=%61/'),
    fc.constantFrom('', '#', '#/x', '#!x/', '#x'),
  )
  .map((parts) => parts.join(''))

it('ClickHouse computes the same keys as TypeScript', async () => {
  const urls = fc.uniqueArray(
    address.map((text) => pageUrl(text)?.url ?? ''),
    { minLength: 2, maxLength: 60, size: 'max' },
  )
  const agrees = async (candidates: string[]) => {
    const given = candidates.filter((url) => url !== '')
    const keys = await keysOf(given)
    expect(keys).toEqual(given.map(pageKey))
  }
  await fc.assert(fc.asyncProperty(urls, agrees), { numRuns: 60 })
})

it('reads linked data within %s', () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(citationId(one, 'a.example/x')).toBe(citationId(one, 'a.example/x'))
  expect(citationId(one, 'a.example/x')).not.toBe(citationId(one, 'a.example/y'))
  expect(citationId(one, 'a.example/x')).not.toBe(citationId(other, 'a.example/x'))
  expect(citationId(one, 'a.example/x')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

it('finds a stored page by its citation id', async () => {
  const brandId = crypto.randomUUID()
  const urls = [
    'https://a.example/x',
    'https://a.example/"q"\\\\y',
    "https://a.example/%22?q='_%",
    'https://ü.example/€/😀',
  ]
  await store(brandId, urls)
  const pages = await keysOfStored(brandId)
  expect(pages).toHaveLength(urls.length)
  for (const page of pages) {
    const id = citationId(brandId, page)
    const found = await test.app.services.clickhouse.query<{ page: string }>(
      sql`SELECT page FROM (SELECT arrayJoin(citations.page) AS page FROM readings WHERE brand_id = ${brandId})
        WHERE ${isCitationOf(brandId, id, sql`page`)}`,
    )
    expect(found).toEqual([{ page }])
  }
})
