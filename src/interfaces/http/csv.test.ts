import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEndpoints, urlOf } from '../../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { prefersMediaType } from './answer.ts'

let test: TestApp
let fixture: Fixture

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp())
})
afterAll(() => test.close())

const csv = async (url: string) => {
  const response = await test.get(url, fixture.key, { accept: 'text/csv' })
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  const [names = [], ...records] = parse(response.text, {
    record_delimiter: ['\r\n', '\n', '\r'],
  }) as string[][]
  return { response, names, records }
}

/** The expected cell of a row's value, computed independently. */
function shown(row: unknown, name: string): string {
  let value = row
  for (const step of name.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[step]
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? value.join('\n') : JSON.stringify(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

describe.each(listEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s as CSV', (_, endpoint) => {
  it('has the rows of the JSON, page by page', async () => {
    let url: string | undefined = urlOf(endpoint, fixture.ids, [['limit', '2']])
    let rows = 0
    for (let page = 0; url !== undefined && page < 5; page += 1) {
      const json = await test.get(url, fixture.key)
      const { response, names, records } = await csv(url)
      const data = json.body.data as object[]
      expect(records).toEqual(data.map((row) => names.map((name) => shown(row, name))))
      rows += records.length
      const link = /^<(.*)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
      expect(link === undefined).toBe(json.body.pagination.next_cursor === null)
      url = link
    }
    expect(rows).toBeGreaterThan(0)
  })

  it('has errors as JSON', async () => {
    const url = urlOf(endpoint, fixture.ids, [['limit', '1000']])
    const { status, body } = await test.get(url, fixture.key, { accept: 'text/csv' })
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_request' })
  })
})

describe('a text that a spreadsheet would execute', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\u00a0=1', '＝1'])('%j is escaped', async (name) => {
    const brand_id = fixture.otherIds.brand_id?.[0] as string
    await test.operate('create-tag', { brand_id, name: `x${name}`, description: name })
    const { names, records } = await csv(`/v1/brands/${brand_id}/tags`)
    const record = records.find((cells) => cells[names.indexOf('name')] === `x${name}`)
    expect(record?.[names.indexOf('description')]).toBe(`'${name.trim()}`)
  })

  it('is also escaped at the start of a line inside a cell', async () => {
    const brand_id = fixture.otherIds.brand_id?.[0] as string
    const aliases = ['Evil One', '=cmd|calc!A1']
    await test.operate('create-competitor', {
      brand_id,
      name: 'Evilco',
      primary_url: 'https://evil.co',
      aliases,
    })
    const { names, records } = await csv(`/v1/brands/${brand_id}/competitors`)
    const record = records.find((cells) => cells[names.indexOf('name')] === 'Evilco')
    expect(record?.[names.indexOf('aliases')]).toBe(aliases.join('\n'))
    expect(records.every((cells) => cells.length === names.length)).toBe(true)
  })

  it('leaves numbers unchanged', async () => {
    const url = `/v1/brands/${fixture.ids.brand_id?.[0]}/competitors/rankings?compare_to_previous=true`
    const { names, records } = await csv(url)
    expect(records.map((record) => record[names.indexOf('rank')])).toEqual(['1', '2', '3', '4'])
    for (const record of records) expect(record.join()).not.toMatch(/'-?\d/)
  })
})

it('starts with a byte order mark for Excel, if the client asks for one', async () => {
  const url = urlOf(listEndpoints[0] as (typeof listEndpoints)[number], fixture.ids, [])
  const plain = await test.get(url, fixture.key, { accept: 'text/csv' })
  for (const accept of ['text/csv; bom=true', 'application/json;q=0.5, text/csv;q=0.9;BOM=true']) {
    const marked = await test.get(url, fixture.key, { accept })
    expect(marked.text).toBe(`\ufeff${plain.text}`)
    // Each form is cached separately.
    expect(marked.headers.etag).not.toBe(plain.headers.etag)
  }
  for (const accept of ['text/csv; bom=false', 'text/csv, text/html;bom=true'])
    expect((await test.get(url, fixture.key, { accept })).text).toBe(plain.text)
})

describe('Accept', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['application/json', false],
    ['text/csv', true],
    ['TEXT/CSV; q=0.5, */*;q=0.1', true],
    ['application/json, text/csv;q=0.9', false],
    ['text/csv;q=0', false],
    ['text/csvx', false],
  ])('%s', (accept, expected) => {
    expect(prefersMediaType('text/csv', accept)).toBe(expected)
  })
})
