import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, connectAgent } from '../../testing/agents.ts'
import { type Fixture, fixtureNow, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { maxResultBytes } from './size-limit.ts'

type Row = Record<string, unknown>

let app: TestApp
let fixture: Fixture
let agent: Agent
let brand: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  brand = fixture.ids.brand_id?.[0] as string
  agent = await connectAgent(app, fixture.key, { query: '?toolset=all' })
})
afterAll(async () => {
  await agent.close()
  await app.close()
})

/** Every page of a tool, each with the previous page's cursor and otherwise the same arguments. */
async function pagesOf(tool: string, given: Row): Promise<Row[][]> {
  const pages: Row[][] = []
  for (let cursor: string | undefined; ; ) {
    const { isError, text, content } = await agent.call(tool, { brand, ...given, ...(cursor && { cursor }) })
    expect([isError, text]).toEqual([false, text])
    expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThan(maxResultBytes + 1000)
    pages.push(content.rows)
    cursor = content.next_cursor
    if (cursor === undefined) return pages
  }
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function v1(path: string): Promise<Row[]> {
  const { status, body } = await app.get(`/v1/brands/${brand}/${path}`, fixture.key)
  expect(status, path).toBe(200)
  return body.data
}

test('pages of a shortened list lead to each row once', async () => {
  const dates = { start_date: '2025-07-01', end_date: '2026-06-14' }
  const all = await v1(`visibility/trend?${new URLSearchParams(dates)}`)
  expect(Buffer.byteLength(JSON.stringify(all))).toBeGreaterThan(maxResultBytes)
  for (const given of [dates, { ...dates, limit: 2 }, { ...dates, limit: 100 }]) {
    const pages = await pagesOf('list_visibility_trend', given)
    expect(pages[0]?.length).toBeLessThan(all.length)
    expect(ids(pages.flat())).toEqual(ids(all))
  }
})

test('a page longer than the first has as many rows, in less detail', async () => {
  const create = (sort: string, characters: number) => {
    const texts = Array.from({ length: 20 }, (_, at) => `Which ${sort} ${at}? ${'x'.repeat(characters)}`)
    const prompts = texts.map((text) => ({ text })) as never
    return app.operate('create-prompts', { brand_id: brand, prompts })
  }
  app.setNow(new Date(Date.parse(fixtureNow) + 1000))
  await create('long', 1200)
  app.setNow(new Date(Date.parse(fixtureNow) + 2000))
  await create('short', 0)
  const all = await v1('prompts?limit=100')
  expect(Buffer.byteLength(JSON.stringify(all.slice(20, 40)))).toBeGreaterThan(maxResultBytes)
  const pages = await pagesOf('list_prompts', {})
  expect(pages.slice(0, 2).map(({ length }) => length)).toEqual([20, 20])
  expect(ids(pages.flat())).toEqual(ids(all))
})

test('an invalid limit is rejected on each page', async () => {
  const { content } = await agent.call('list_prompts', { brand, limit: 1 })
  for (const limit of ['ten', '10', 0, 101, 1.5, true]) {
    for (const cursor of [{}, { cursor: content.next_cursor }]) {
      const refused = await agent.call('list_prompts', { brand, limit, ...cursor })
      expect(refused.text).toContain('limit must be an integer from 1 to 100')
    }
  }
})
