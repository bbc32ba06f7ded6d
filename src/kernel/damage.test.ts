import { afterAll, beforeAll, expect, it } from 'vitest'
import { brandEndpoints, urlOf } from '../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../testing/fixture.ts'
import type { TestApp } from '../testing/test-app.ts'
import { clickhouseTables } from './observed-tables.ts'

let test: TestApp
let fixture: Fixture
/** The ClickHouse tables read so far. */
const read = new Set<string>()

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp({ RESULT_CACHE_MEGABYTES: '0' }))
  const { services } = test.app
  const store = services.clickhouse
  const tables = clickhouseTables(services).map(({ name }) => name)
  const recording: typeof store.query = (statement, ...rest) => {
    for (const table of tables) if (new RegExp(`\\b${table}\\b`).test(statement.text)) read.add(table)
    return store.query(statement, ...rest)
  }
  services.clickhouse = { ...store, query: recording }
})
afterAll(() => test.close())

/** Indexes of a document are rebuilt from the document, which is shown as processing until then. */
const indexes = ['knowledge_passages', 'knowledge_terms', 'knowledge_vectors']

const reads = brandEndpoints.filter(({ http }) => http.method === 'GET')

it.each(reads)(
  '$name declares the tables that it reads, and is refused if rows are missing there',
  async (endpoint) => {
    const [id] = fixture.ids.brand_id as [string]
    const url = urlOf(endpoint, fixture.ids)
    read.clear()
    const before = await test.get(url, fixture.key)
    expect(before.status).toBe(200)
    const readsTables = new Set([...(endpoint.readsTables ?? []), ...indexes])
    expect([...read].filter((table) => !readsTables.has(table))).toEqual([])

    const damage = (damaged_tables: string[]) =>
      test.app.services.db.updateTable('brands').set({ damaged_tables }).where('id', '=', id).execute()
    const declared = endpoint.readsTables ?? []
    const tables = clickhouseTables(test.app.services).map(({ name }) => name)
    await damage(tables.filter((name) => !declared.includes(name)))
    expect((await test.get(url, fixture.key)).status).not.toBe(503)
    const etag = before.headers.etag
    const headers: Record<string, string> = typeof etag === 'string' ? { 'if-none-match': etag } : {}
    for (const name of declared) {
      await damage([name])
      const { status, body } = await test.get(url, fixture.key, headers)
      expect([name, status, body.error.code]).toEqual([name, 503, 'service_unavailable'])
    }
    await damage(tables)
    // Access and input errors come first.
    expect((await test.get(url, fixture.foreignKey)).status).toBe(404)
    expect((await test.get(`${url}${url.includes('?') ? '&' : '?'}no_such=1`, fixture.key)).status).toBe(400)
    await damage([])
  },
)
