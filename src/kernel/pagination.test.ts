import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Endpoint,
  type Ids,
  listEndpoints,
  parametersOf,
  type Query,
  urlOf,
  validValue,
} from '../testing/endpoints.ts'
import { type Fixture, fixtureNow, makeKey, startFixtureApp } from '../testing/fixture.ts'
import { portion } from '../testing/forms.ts'
import type { TestApp } from '../testing/test-app.ts'

interface Row {
  id: string
}

let app: TestApp
let fixture: Fixture
let secondKey: string
let workspaceId: string
let key: string
let brandId: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  secondKey = await makeKey(app, fixture.workspaceId)
})
/** An empty brand in its own workspace, for the tests that fill it. */
beforeEach(async () => {
  app.setNow(fixtureNow)
  workspaceId = (await app.operate<Row>('create-workspace', { name: 'Walks' })).id
  key = await makeKey(app, workspaceId)
  brandId = (await app.operate<Row>('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
})
afterAll(() => app.close())

const later = (minutes: number) => new Date(Date.parse(fixtureNow) + minutes * 60_000)
const ask = (endpoint: Endpoint, query: Query, ids: Ids = fixture.ids, by = fixture.key) =>
  app.get(urlOf(endpoint, ids, query), by)
const cursorOf = async (endpoint: Endpoint, query: Query = [['limit', '1']]) =>
  (await ask(endpoint, query)).body.pagination.next_cursor as string

async function expectInvalid(endpoint: Endpoint, query: Query, ids?: Ids, by?: string): Promise<void> {
  const { status, body } = await ask(endpoint, query, ids, by)
  expect([status, body.error?.code], `${endpoint.name} ${JSON.stringify(query)}`).toEqual([400, 'invalid_cursor'])
}

test('the pages of a list together are the whole list, and a page can be requested again', async () => {
  for (const endpoint of listEndpoints) {
    const whole = (await ask(endpoint, [['limit', '100']])).body.data as unknown[]
    const walked: unknown[] = []
    let cursor: string | null = null
    do {
      const query: Query = [['limit', '2'], ...(cursor === null ? [] : [['cursor', cursor] as const])]
      const [page, again] = [await ask(endpoint, query), await ask(endpoint, query)]
      expect(again.body.data).toEqual(page.body.data)
      const { has_more, next_cursor, limit } = page.body.pagination
      expect([has_more, limit]).toEqual([next_cursor !== null, 2])
      walked.push(...(page.body.data as unknown[]))
      cursor = next_cursor
    } while (cursor !== null && walked.length < 100)
    expect(walked, endpoint.name).toEqual(whole)
  }
})

test('a cursor works only for its own list, key and query', async () => {
  for (const [place, endpoint] of listEndpoints.entries()) {
    const cursor = await cursorOf(endpoint)
    const own: Query = [
      ['limit', '1'],
      ['cursor', cursor],
    ]
    expect((await ask(endpoint, own)).status).toBe(200)
    await expectInvalid(endpoint, own, fixture.ids, secondKey)
    await expectInvalid(endpoint, [['cursor', cursor]])
    await expectInvalid(endpoint, [
      ['limit', '2'],
      ['cursor', cursor],
    ])
    if (endpoint.on === 'brand') await expectInvalid(endpoint, own, fixture.otherIds)
    for (const parameter of parametersOf(endpoint).filter(
      ({ name, required }) => !['limit', 'cursor'].includes(name) && !required,
    )) {
      const value = parameter.values.at(-1) ?? validValue(parameter, fixture.ids)
      await expectInvalid(endpoint, [...own, [parameter.name, value]])
    }
    const others = listEndpoints.filter(({ name }) => name !== endpoint.name)
    for (const other of portion(others, place, 12)) await expectInvalid(other, own)
  }
})

test('equivalent queries share cursors', async () => {
  const rankings = listEndpoints.find(({ name }) => name === 'list-competitor-rankings') as Endpoint
  const engines: Query = [
    ['engine', 'chatgpt'],
    ['engine', 'gemini'],
  ]
  const cursor = await cursorOf(rankings, [['limit', '1'], ...engines])
  const same: Query = [['cursor', cursor], ...engines.toReversed(), ['tag_match_mode', 'any'], ['limit', '1']]
  expect((await ask(rankings, same)).status).toBe(200)
  expect((await ask(rankings, same, { brand_id: [String(fixture.ids.brand_id?.[0]).toUpperCase()] })).status).toBe(200)
  await expectInvalid(
    rankings,
    same.filter(([, value]) => value !== 'gemini'),
  )
})

test('an altered or invalid cursor is rejected', async () => {
  for (const endpoint of listEndpoints) {
    const cursor = await cursorOf(endpoint)
    const middle = cursor[20] === 'A' ? 'B' : 'A'
    for (const text of [
      '',
      ' ',
      'x',
      '0',
      'null',
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(0, 20) + middle + cursor.slice(21),
    ])
      await expectInvalid(endpoint, [
        ['limit', '1'],
        ['cursor', text],
      ])
  }
})

test('a cursor works for an hour, even across a restart', async () => {
  const cursors = new Map<Endpoint, string>()
  for (const endpoint of listEndpoints) cursors.set(endpoint, await cursorOf(endpoint))
  await app.restart()
  app.setNow(new Date(later(60).getTime() - 1))
  for (const [endpoint, cursor] of cursors) {
    const { status, body } = await ask(endpoint, [
      ['limit', '1'],
      ['cursor', cursor],
    ])
    expect([status, (body.data as unknown[]).length], endpoint.name).toEqual([200, 1])
  }
  app.setNow(later(60))
  for (const [endpoint, cursor] of cursors)
    await expectInvalid(endpoint, [
      ['limit', '1'],
      ['cursor', cursor],
    ])
})

/** Lists of stored rows: how to add a row, and the list's path. */
const lists = {
  brands: {
    add: (name: string) => app.operate<Row>('create-brand', { workspace_id: workspaceId, name }),
    url: () => '/v1/brands',
  },
  tags: {
    add: (name: string) => app.operate<Row>('create-tag', { brand_id: brandId, name }),
    url: () => `/v1/brands/${brandId}/tags`,
  },
  topics: {
    add: (name: string) => app.operate<Row>('create-topic', { brand_id: brandId, name }),
    url: () => `/v1/brands/${brandId}/topics`,
  },
  competitors: {
    add: (name: string) =>
      app.operate<Row>('create-competitor', { brand_id: brandId, name, primary_url: `https://${name}.com` }),
    url: () => `/v1/brands/${brandId}/competitors`,
  },
}
const storedLists = Object.entries(lists)

/** All pages of a list, by their cursors. */
async function walk(url: string, limit: number, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await app.get(`${url}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`, key)
    ids.push(...(body.data as Row[]).map(({ id }) => id))
    cursor = body.pagination.next_cursor
    if (ids.length > 200) throw new Error('the walk does not end')
    await between()
  }
  return ids
}

test.each(storedLists)('pages of %s are newest first, while rows are added', async (_, { add, url }) => {
  const made: string[] = []
  for (let number = 1; number <= 7; number += 1) {
    app.setNow(later(number))
    made.unshift((await add(`n${number}`)).id)
  }
  const first = url() === '/v1/brands' ? [...made, brandId] : made
  expect(await walk(url(), 3)).toEqual(first)
  app.setNow(later(10))
  let added = 0
  expect(await walk(url(), 2, () => add(`m${++added}`))).toEqual(first)
  expect(added).toBe(4)
})

test.each(storedLists)('%s that were created at the same time always have the same order', async (_, { add, url }) => {
  for (let number = 1; number <= 7; number += 1) await add(`n${number}`)
  const whole = await walk(url(), 100)
  expect(new Set(whole).size).toBe(url() === '/v1/brands' ? 8 : 7)
  for (const limit of [1, 2, 3, 7]) expect(await walk(url(), limit)).toEqual(whole)
})

test.each(storedLists)('a cursor of %s past the end returns an empty page', async (name, { add, url }) => {
  for (let number = 1; number <= 3; number += 1) {
    app.setNow(later(number))
    await add(`n${number}`)
  }
  const { body } = await app.get(`${url()}?limit=1`, key)
  const [{ id }] = body.data as [Row]
  const owner = name === 'brands' ? `workspace_id = '${workspaceId}'` : `brand_id = '${brandId}'`
  await app.app.services.postgres.execute(`delete from ${name} where ${owner} and id <> '${id}'`)
  const past = await app.get(`${url()}?limit=1&cursor=${body.pagination.next_cursor}`, key)
  expect([past.status, past.body.data]).toEqual([200, []])
  expect(past.body.pagination).toEqual({ limit: 1, has_more: false, next_cursor: null })
})

test('brands and tags come whole regardless of their number, and other lists in pages of 20', async () => {
  for (const [name, { add, url }] of storedLists) {
    for (let number = 1; number <= 21; number += 1) await add(`n${number}`)
    const { body } = await app.get(url(), key)
    const whole = name === 'brands' ? 22 : 21
    const rows = ['brands', 'tags'].includes(name) ? whole : 20
    expect([name, (body.data as Row[]).length, body.pagination.limit, body.pagination.has_more]).toEqual([
      name,
      rows,
      rows,
      rows < whole,
    ])
    const count = (body.meta as { count: number } | undefined)?.count
    expect(count).toBe(['brands', 'tags'].includes(name) ? rows : undefined)
  }
})

test('an empty list is a page without rows', async () => {
  const tags = await app.get(lists.tags.url(), key)
  expect(tags.body).toMatchObject({
    data: [],
    meta: { count: 0 },
    pagination: { limit: 0, has_more: false, next_cursor: null },
  })
  const topics = await app.get(lists.topics.url(), key)
  expect(topics.body).toMatchObject({
    data: [],
    pagination: { limit: 20, has_more: false, next_cursor: null },
  })
})

test('pages of computed rows keep the state of the first page, and end if the history is reread', async () => {
  const answer = (engine: string, text = 'Acme and Globex.') =>
    JSON.stringify({
      prompt: `p-${Math.random()}`,
      engine,
      executed_at: '2026-06-14T00:00:00Z',
      answer: text,
    })
  const brand = { brand_id: brandId }
  await app.operate('create-competitor', { ...brand, name: 'Globex', primary_url: 'https://globex.com' })
  await app.operate('import-answers', brand, [answer('chatgpt'), answer('chatgpt'), answer('gemini')].join('\n'))
  const computed = listEndpoints.filter(({ on, http }) => on === 'brand' && /engines|rankings/.test(http.path))
  const rest = async (endpoint: Endpoint, cursor: string) =>
    app.get(
      urlOf(endpoint, { brand_id: [brandId] }, [
        ['limit', '1'],
        ['cursor', cursor],
      ]),
      key,
    )
  const firsts = new Map<Endpoint, { cursor: string; second: unknown }>()
  for (const endpoint of computed) {
    const { body } = await app.get(urlOf(endpoint, { brand_id: [brandId] }, [['limit', '1']]), key)
    const cursor = body.pagination.next_cursor as string
    firsts.set(endpoint, { cursor, second: (await rest(endpoint, cursor)).body.data })
  }
  // Gemini leads now: without the first page's state it would move to the front, and no page would show it.
  await app.operate('import-answers', brand, Array.from({ length: 5 }, () => answer('gemini', 'Globex.')).join('\n'))
  for (const [endpoint, { cursor, second }] of firsts) {
    expect((await rest(endpoint, cursor)).body.data, endpoint.name).toEqual(second)
  }
  await app.operate('update-brand', { ...brand, aliases: ['Acme Inc'] })
  await app.historyIsRead()
  for (const [endpoint, { cursor }] of firsts) {
    const { status, body } = await rest(endpoint, cursor)
    expect([endpoint.name, status, body.error?.code]).toEqual([endpoint.name, 400, 'invalid_cursor'])
  }
})
