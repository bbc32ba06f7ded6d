import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readScopes } from '../../kernel/scopes.ts'
import {
  brandEndpoints,
  type Endpoint,
  endpoints,
  type Ids,
  listEndpoints,
  type Query,
  readEndpoints,
  steadyEndpoints,
  urlOf,
} from '../../testing/endpoints.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import type { Answer, TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
/** Keys of a workspace without API access, and for only the first brand. */
let noAccessKey: string
let restrictedKey: string
let port: number

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  const shut = await app.operate<{ id: string }>('create-workspace', { name: 'Shut', api_access: false })
  noAccessKey = await makeKey(app, shut.id)
  restrictedKey = await makeKey(app, fixture.workspaceId, { brand_ids: fixture.ids.brand_id as string[] })
  await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.http.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const nonsense: Query = [['nonsense', '1']]
const ask = (endpoint: Endpoint, key: string | undefined, ids: Ids = fixture.ids, query: Query = []) =>
  app.send(endpoint.http.method, urlOf(endpoint, ids, query), key)
const outcome = ({ status, body }: Answer) => [status, body.error?.code]
const keyWithout = (scope: string) =>
  makeKey(app, fixture.workspaceId, { scopes: Object.keys(readScopes).filter((other) => other !== scope) })
const withBrand = (brandId: string): Ids => ({ ...fixture.ids, brand_id: [brandId] })
const nobody = crypto.randomUUID()

test('a request is checked for its key first', async () => {
  for (const url of [
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/brands?nonsense=1',
    `/v1/brands/${nobody}/tags`,
    '/v1/brands/x/tags',
  ])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
      expect((await app.send(method, url)).status, `${method} ${url}`).toBe(401)
  for (const endpoint of endpoints) expect(outcome(await ask(endpoint, undefined))).toEqual([401, 'invalid_token'])
})

test('a route in another spelling is the same route', async () => {
  for (const url of ['/%761/brands', '/%76%31/me', '/v1/%62rands', `/%76%31/brands/${fixture.ids.brand_id}/tags`]) {
    expect(outcome(await app.get(url)), url).toEqual([401, 'invalid_token'])
    expect(outcome(await app.get(url, noAccessKey)), url).toEqual([403, 'plan_required'])
    const { status, headers } = await app.get(url, fixture.key)
    expect([status, typeof headers.ratelimit], url).toEqual([200, 'string'])
  }
})

test('with a key, an unknown path is 404 and a wrong method 405 with Allow, whatever else is wrong', async () => {
  for (const key of [fixture.key, noAccessKey]) {
    for (const url of [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/brands/',
      '/v1//brands',
      `/v1/brands/${nobody}`,
      '/v1/Brands',
    ])
      expect(outcome(await app.get(url, key)), url).toEqual([404, 'not_found'])
    for (const endpoint of endpoints) {
      // A path may also match other routes, which take any id in its place.
      const shape = ({ path }: { path: string }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
      const here = endpoints.filter(({ http }) => shape(http).test(endpoint.http.path))
      const same = [...new Set(here.map(({ http }) => http.method))]
      const taken: string[] = same.includes('GET') ? [...same, 'HEAD'] : same
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
      for (const method of others.filter((other) => !taken.includes(other))) {
        const answer = await app.send(method, urlOf(endpoint, withBrand(nobody), [['x', '1']]), key)
        expect(outcome(answer), `${method} ${endpoint.http.path}`).toEqual([405, 'method_not_allowed'])
        expect(String(answer.headers.allow).split(', ').sort()).toEqual([...taken].sort())
      }
    }
  }
})

test('without API access everything is 403 plan_required, before brand, scope and input', async () => {
  for (const endpoint of endpoints)
    for (const ids of [fixture.ids, withBrand(nobody), withBrand('x')])
      expect(outcome(await ask(endpoint, noAccessKey, ids, nonsense))).toEqual([403, 'plan_required'])
})

test('a brand that is missing, inaccessible or in another workspace is 404, before scope and input', async () => {
  for (const endpoint of brandEndpoints) {
    const key = await keyWithout(endpoint.access)
    for (const brandId of [nobody, fixture.foreignIds.brand_id?.[0] as string])
      expect(outcome(await ask(endpoint, key, withBrand(brandId), nonsense))).toEqual([404, 'not_found'])
  }
})

test('a malformed brand id is 400, before scope', async () => {
  const malformed = [
    'x',
    nobody.slice(1),
    `${nobody}0`,
    `%7B${nobody}%7D`,
    nobody.replaceAll('-', ''),
    '%00',
    '%F0%9F%98%80',
    'a%2Fb',
    "'",
    '__proto__',
    ' ',
  ]
  for (const endpoint of brandEndpoints) {
    const key = await keyWithout(endpoint.access)
    for (const id of malformed) {
      const answer = await ask(endpoint, key, withBrand(id), nonsense)
      expect(outcome(answer), id).toEqual([400, 'invalid_request'])
      expect(answer.body.error.message).toBe('brand_id must be a uuid')
    }
  }
  expect((await app.get(`/v1/brands/${'a'.repeat(6000)}/tags`, fixture.key)).status).toBe(400)
  expect(outcome(await app.get('/v1/brands/%zz/tags', fixture.key))).toEqual([400, 'invalid_request'])
  expect(outcome(await app.get('/v1/brands/%zz/tags'))).toEqual([401, 'invalid_token'])
})

test('a missing scope is a 403 that names it, before input', async () => {
  for (const endpoint of endpoints.filter(({ access }) => access in readScopes)) {
    const answer = await ask(endpoint, await keyWithout(endpoint.access), fixture.ids, [
      ...nonsense,
      ['limit', '0'],
      ['cursor', 'x'],
    ])
    expect(outcome(answer), endpoint.name).toEqual([403, 'insufficient_scope'])
    expect(answer.body.error.message).toContain(endpoint.access)
  }
})

test('a key needs only the scope of an endpoint', async () => {
  for (const endpoint of readEndpoints) {
    const scopes = endpoint.access === 'any-key' ? ['read:content'] : [endpoint.access]
    const key = await makeKey(app, fixture.workspaceId, { scopes })
    expect((await ask(endpoint, key)).status, endpoint.name).toBe(200)
  }
})

test('404 is the same for a missing brand, one of another workspace and one outside the key’s access', async () => {
  const [foreign, other] = [fixture.foreignIds.brand_id?.[0], fixture.otherIds.brand_id?.[0]] as [string, string]
  const cases: [string, string][] = [
    [restrictedKey, nobody],
    [restrictedKey, foreign],
    [restrictedKey, other],
    [fixture.key, nobody],
    [fixture.key, foreign],
  ]
  for (const endpoint of brandEndpoints) {
    const answers = await Promise.all(cases.map(([key, id]) => ask(endpoint, key, withBrand(id))))
    const seen = answers.map(({ status, text, headers, body }) => {
      const { 'x-request-id': requestId, date: _date, ratelimit: _left, ...rest } = headers
      const hasId = requestId === body.error.request_id
      return { status, text: text.replace(body.error.request_id, ''), hasId, rest }
    })
    expect(seen[0]).toMatchObject({ status: 404, hasId: true })
    for (const one of seen) expect(one).toEqual(seen[0])
  }
})

test('an upper-case id is the same id', async () => {
  for (const endpoint of steadyEndpoints) {
    const upper = Object.fromEntries(
      Object.entries(fixture.ids).map(([name, ids]) => [name, ids.map((id) => id.toUpperCase())]),
    )
    const [one, other] = [await ask(endpoint, restrictedKey), await ask(endpoint, restrictedKey, upper)]
    expect([other.status, other.body.data, other.body.meta]).toEqual([200, one.body.data, one.body.meta])
  }
})

test('a list is in data, with its pagination, and related values in meta', async () => {
  for (const endpoint of readEndpoints) {
    const { text: json, body, headers } = await ask(endpoint, fixture.key)
    const { list, meta } = endpoint
    const names = ['data', ...(meta ? ['meta'] : []), ...(list ? ['pagination'] : []), 'request_id']
    expect(Object.keys(JSON.parse(json)).sort(), endpoint.name).toEqual(names.sort())
    expect(Array.isArray(body.data)).toBe(list !== undefined)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': body.request_id,
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('lists return pages of 20 rows or of the limit; brands, tags and the like come whole', async () => {
  for (const endpoint of listEndpoints) {
    const whole = await ask(endpoint, fixture.key)
    const rows = (whole.body.data as unknown[]).length
    expect(rows, `${endpoint.name} needs rows in the test fixture`).toBeGreaterThan(1)
    const limit = endpoint.list?.defaultLimit ?? rows
    expect(whole.body.pagination).toEqual({ limit, has_more: false, next_cursor: null })
    const page = await app.get(urlOf(endpoint, fixture.ids, [['limit', '1']]), fixture.key)
    expect(page.body.data).toEqual((whole.body.data as unknown[]).slice(0, 1))
    expect(page.body.pagination).toEqual({
      limit: 1,
      has_more: true,
      next_cursor: expect.stringMatching(/^[\w-]+$/),
    })
    const wide = await app.get(urlOf(endpoint, fixture.ids, [['limit', '100']]), fixture.key)
    expect([wide.body.data, wide.body.pagination.limit]).toEqual([whole.body.data, 100])
  }
})

test('every response has its own request id, in header and body; the client’s id is ignored', async () => {
  const requests: [string, string, string | undefined][] = [
    ...readEndpoints.map((endpoint) => ['GET', urlOf(endpoint, fixture.ids), fixture.key] as [string, string, string]),
    ['GET', '/v1/me', undefined],
    ['GET', '/v1/nothing', fixture.key],
    ['POST', '/v1/brands', fixture.key],
    ['GET', '/nothing', undefined],
    ['GET', '/v1/brands?x=1', fixture.key],
    ['GET', '/v1/brands', noAccessKey],
    ['GET', '/v1/brands/%zz/tags', fixture.key],
  ]
  const seen = new Set<string>()
  for (const [method, url, key] of [...requests, ...requests]) {
    const answer = await app.send(method, url, key, {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    const id = answer.body.request_id ?? answer.body.error.request_id
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect([answer.headers['x-request-id'], answer.headers['content-type']]).toEqual([
      id,
      'application/json; charset=utf-8',
    ])
    if (answer.status >= 400) {
      expect(Object.keys(JSON.parse(answer.text))).toEqual(['error'])
      const missing = answer.status === 404 ? ['resource'] : []
      expect(Object.keys(answer.body.error)).toEqual(['code', 'message', 'request_id', ...missing])
    }
    seen.add(id)
  }
  expect(seen.size).toBe(requests.length * 2)
})

test('HEAD is GET without a body', async () => {
  for (const endpoint of steadyEndpoints) {
    const get = await ask(endpoint, fixture.key)
    const head = await app.send('HEAD', urlOf(endpoint, fixture.ids), fixture.key)
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']])
  }
})

test('a body on a read is ignored', async () => {
  for (const body of ['{', '{"limit":1}', 'x'.repeat(2_000_000)]) {
    const answer = await app.send('GET', '/v1/brands', fixture.key, {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, (answer.body.data as unknown[]).length]).toEqual([200, 2])
  }
})

test('a path is used as it was sent', async () => {
  const get = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${fixture.key}` }
      httpRequest({ port, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await get('/v1/brands')).toBe(200)
  for (const path of [
    '//v1/brands',
    '/v1/./brands',
    '/v1/x/../brands',
    '/v1/brands;x',
    '/v1/brands%2F',
    '/v1%2Fbrands',
    '/V1/brands',
  ])
    expect(await get(path), path).toBe(404)
})

test('metrics count requests by status, and their durations by class', async () => {
  const before = await metricsOf('/v1/me')
  for (const key of [fixture.key, fixture.key, 'malformed']) await app.get('/v1/me', key)
  const { ok, refused, classes, count, sum } = await metricsOf('/v1/me')
  expect([ok - before.ok, refused - before.refused, count - before.count]).toEqual([2, 1, 3])
  expect(sum).toBeGreaterThan(before.sum)
  expect(classes.map(([bound]) => bound)).toEqual(
    '0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 +Inf'.split(' '),
  )
  const counts = classes.map(([, requests]) => requests)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.at(-1)).toBe(count)
})

/** The metrics of GET requests to a route. */
async function metricsOf(route: string) {
  const { text } = await app.get('/metrics')
  const labels = `route="${route}",method="GET"`
  const value = (series: string) => Number(text.split(`\nsightline_http_${series} `)[1]?.split('\n', 1)[0] ?? 0)
  const time = 'request_duration_seconds'
  const bounds = [...text.matchAll(/^sightline_http_\w+_bucket\{le="([^"]+)",route="([^"]+)",method="GET"\}/gm)]
  return {
    ok: value(`requests_total{${labels},status="200"}`),
    refused: value(`requests_total{${labels},status="401"}`),
    count: value(`${time}_count{${labels}}`),
    sum: value(`${time}_sum{${labels}}`),
    classes: bounds
      .filter((match) => match[2] === route)
      .map(([, bound]) => [bound, value(`${time}_bucket{le="${bound}",${labels}}`)] as [string, number]),
  }
}

test('every request has its own random UUID', async () => {
  const ids = new Set<string>()
  for (let request = 0; request < 600; request += 1) {
    const { headers } = await app.get('/v1/me', 'malformed')
    ids.add(headers['x-request-id'] as string)
  }
  expect(ids.size).toBe(600)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('health needs no key, and metrics are for this machine only', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await app.get(url)).status, url).toBe(200)
  const metrics = await app.get('/metrics')
  expect(metrics.text).not.toContain(fixture.ids.brand_id?.[0])
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect((await app.get('/metrics', undefined, { [name]: '127.0.0.1' })).status, name).toBe(404)
  const far = await app.app.http.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })
  expect(far.statusCode).toBe(404)
})

test('a 304 to HEAD has no length, and a 200 has the length of the GET body', async () => {
  const { headers, text } = await app.get('/v1/me', fixture.key)
  const head = await app.send('HEAD', '/v1/me', fixture.key)
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(Buffer.byteLength(text))])
  const known = { headers: { 'if-none-match': String(headers.etag) } }
  const unchanged = await app.send('HEAD', '/v1/me', fixture.key, known)
  expect([unchanged.status, unchanged.headers['content-length']]).toEqual([304, undefined])
})

test('a request to no page is 404, whatever its body', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{bad', '', '{"__proto__":1}'])
    expect(outcome(await app.send('POST', '/nothing', undefined, { headers, body }))).toEqual([404, 'not_found'])
})
