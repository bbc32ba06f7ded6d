import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { pageKey, pageUrl } from '../answers/reading/citations/page-url.ts'
import { citationId, keyOfPage } from './page-key.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

async function keysOf(urls: readonly string[]): Promise<string[]> {
  const rows = await test.app.services.clickhouse.query<{ page_key: string }>(
    sql`SELECT ${keyOfPage} AS page_key FROM (SELECT arrayJoin(${urls}) AS url)`,
  )
  return rows.map((row) => row.page_key)
}

it('is the same for spellings of one page, and for no others', async () => {
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

const part = fc.constantFrom(
  'a',
  'B',
  '%41',
  '%2f',
  '%2F',
  '%7e',
  '%',
  '%4',
  '//',
  '/',
  '.',
  '-',
  'é',
  "'",
  '\\',
)
const address = fc
  .tuple(
    fc.constantFrom('http://', 'https://'),
    fc.constantFrom('', 'www.', 'www.www.', 'm.'),
    fc.constantFrom('a.example', 'b.example'),
    fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('')}`),
    fc.constantFrom('', '?', '?q=1', '?q=/', '?Q=%61/'),
    fc.constantFrom('', '#', '#/x', '#!x/', '#x'),
  )
  .map((parts) => parts.join(''))

it('tells pages apart as a single answer does', async () => {
  const urls = fc.uniqueArray(
    address.map((text) => pageUrl(text)?.url ?? ''),
    { minLength: 2, maxLength: 60, size: 'max' },
  )
  const agrees = async (candidates: string[]) => {
    const given = candidates.filter((url) => url !== '')
    const keys = await keysOf(given)
    const groups = (of: readonly string[]) => of.map((key) => of.indexOf(key))
    expect(groups(keys)).toEqual(groups(given.map(pageKey)))
  }
  await fc.assert(fc.asyncProperty(urls, agrees), { numRuns: 60 })
})

it('gives a page an id within its brand', () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(citationId(one, 'a.example/x')).toBe(citationId(one, 'a.example/x'))
  expect(citationId(one, 'a.example/x')).not.toBe(citationId(one, 'a.example/y'))
  expect(citationId(one, 'a.example/x')).not.toBe(citationId(other, 'a.example/x'))
  expect(citationId(one, 'a.example/x')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})
