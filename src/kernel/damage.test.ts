import { afterAll, beforeAll, expect, it } from 'vitest'
import { brandEndpoints, urlOf } from '../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../testing/fixture.ts'
import type { TestApp } from '../testing/test-app.ts'
import { clickhouseTables } from './observed-tables.ts'

let test: TestApp
let fixture: Fixture
/** The tables of ClickHouse that have been read. */
const read = new Set<string>()

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp({ RESULT_CACHE_MEGABYTES: '0' }))
  const { services } = test.app
  const store = services.clickhouse
  const tables = clickhouseTables(services).map(({ name }) => name)
  const noted: typeof store.query = (statement, ...rest) => {
    for (const table of tables) if (new RegExp(`\\b${table}\\b`).test(statement.text)) read.add(table)
    return store.query(statement, ...rest)
  }
  services.clickhouse = { ...store, query: noted }
})
afterAll(() => test.close())

/** What is indexed of a document is made again from the document, which says meanwhile that it is processing. */
const indexes = ['knowledge_passages', 'knowledge_terms', 'knowledge_vectors']

const reads = brandEndpoints.filter(({ http }) => http.method === 'GET')

it.each(reads)(
  '$name says which tables it is made of, and is refused where rows are missing there',
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
    for (const { name } of clickhouseTables(test.app.services)) {
      await damage([name])
      const etag = before.headers.etag
      const headers: Record<string, string> = typeof etag === 'string' ? { 'if-none-match': etag } : {}
      const { status, body } = await test.get(url, fixture.key, headers)
      if (!(endpoint.readsTables ?? []).includes(name)) expect([name, status]).not.toEqual([name, 503])
      else expect([name, status, body.error.code]).toEqual([name, 503, 'service_unavailable'])
      // What its key may not see is refused first, and so is what nobody may ask.
      expect((await test.get(url, fixture.foreignKey)).status).toBe(404)
      expect((await test.get(`${url}${url.includes('?') ? '&' : '?'}no_such=1`, fixture.key)).status).toBe(
        400,
      )
    }
    await damage([])
  },
)
