import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeKey, startFixtureApp } from '../src/testing/fixture.ts'
import { ApiError, ConnectionError, Sightline, type SightlineOptions } from './src/index.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let script: Answer[] = []
let requests: { method: string; url: string; key: string; write: string | undefined; body: string }[] = []
const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  let body = ''
  for await (const chunk of request) body += chunk
  const write = headers['idempotency-key'] as string | undefined
  requests.push({ method, url, key: headers.authorization ?? '', write, body })
  const answer = script.shift()
  if (answer === undefined) throw new Error('one request too many')
  answer(request, response)
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
afterEach(() => {
  vi.useRealTimers()
  expect(script).toEqual([])
  requests = []
})

/** Responds with an error status; in the API's format if there are details. */
const refuse =
  (status: number, details?: object, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'x-request-id': 'of-header', ...headers })
    response.end(details === undefined ? '<html>Bad gateway</html>' : JSON.stringify({ error: details }))
  }
const answer =
  (body: object, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
/** Closes the connection halfway through a response. */
const cut: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"data":', () => response.destroy())
}
const hangUp: Answer = ({ socket }) => socket.destroy()
const me = { data: { id: 'x', name: 'Dashboard' }, request_id: 'r' }
const limited = (seconds: string) =>
  refuse(429, { code: 'rate_limited', message: 'slow down', request_id: 'r' }, { 'retry-after': seconds })

const client = (options: Partial<SightlineOptions> = {}) => new Sightline({ url, key: 'svc_sk_x', ...options })
const id = '00000000-0000-4000-8000-000000000000'
const prompt = { brand_id: id, text: 'Which boots?' }
const caught = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call did not fail'),
    (error: unknown) => error,
  )

describe('retries requests that may succeed:', () => {
  test.for([
    ['429', limited('0')],
    ['500', refuse(500, { code: 'internal_error', message: 'failed', request_id: 'r' })],
    ['502 from a proxy', refuse(502)],
    ['503', refuse(503, { code: 'service_unavailable', message: 'later', request_id: 'r' }, { 'retry-after': '0' })],
    ['504', refuse(504)],
    ['a connection closed during the response', cut],
    ['a connection closed before it', hangUp],
  ] as const)('%s', async ([, fault]) => {
    script = [fault, fault, answer(me)]
    expect(await client().getMe()).toEqual(me)
    expect(requests).toHaveLength(3)
    script = [fault, answer({ data: { prompt: { id } } })]
    await client().createPrompt(prompt)
    const [first, second] = requests.slice(3)
    expect(first).toEqual(second)
    expect(first).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ text: prompt.text }),
      key: 'Bearer svc_sk_x',
    })
    expect(first?.write).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('in the middle of a list, without duplicate rows', async () => {
    const page = (name: string, next_cursor: string | null) =>
      answer({ data: [{ name }], pagination: { limit: 1, has_more: next_cursor !== null, next_cursor } })
    script = [page('a', '2'), cut, page('b', '3'), limited('0'), page('c', null)]
    const names = (await client().listBrands({ limit: 1 }).all()).map(({ name }) => name)
    expect(names).toEqual(['a', 'b', 'c'])
    expect(requests.map((request) => request.url)).toEqual(
      ['', '&cursor=2', '&cursor=2', '&cursor=3', '&cursor=3'].map((more) => `/v1/brands?limit=1${more}`),
    )
  })

  test('up to the maximum number of retries', async () => {
    script = Array.from({ length: 4 }, () => limited('0'))
    expect(await caught(client().getMe())).toMatchObject({ code: 'rate_limited', status: 429 })
    script = [hangUp]
    const error = await caught(client({ maxRetries: 0 }).getMe())
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as ConnectionError).cause).toBeInstanceOf(Error)
  })

  test.for([400, 401, 403, 404, 409])('but never after a %d', async (status) => {
    script = [refuse(status, { code: 'refused', message: 'no', request_id: 'r' })]
    expect(await caught(client().getMe())).toMatchObject({ status, code: 'refused', requestId: 'r' })
  })

  test('each write has its own Idempotency-Key, or the given one', async () => {
    script = Array.from({ length: 3 }, () => answer({ data: {} }))
    await client().createPrompt(prompt)
    await client().createPrompt(prompt)
    await client().createPrompt(prompt, { idempotencyKey: 'mine' })
    const keys = requests.map(({ write }) => write)
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe('mine')
  })
})

describe('Retry-After', () => {
  const answers = (...all: Response[]) => {
    const asked = vi.fn(async () => all.shift() as Response)
    return { asked, sightline: client({ fetch: asked }) }
  }
  const refused = (retryAfter: string) =>
    new Response('{"error":{"code":"rate_limited"}}', { status: 429, headers: { 'retry-after': retryAfter } })

  test.for([
    ['in seconds', '7'],
    ['as a date', 'Mon, 15 Jun 2026 12:00:07 GMT'],
  ] as const)('is honored, %s', async ([, retryAfter]) => {
    vi.useFakeTimers({ now: Date.parse('2026-06-15T12:00:00Z') })
    const { asked, sightline } = answers(refused(retryAfter), Response.json(me))
    const call = sightline.getMe()
    await vi.advanceTimersByTimeAsync(6999)
    expect(asked).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1001)
    expect(asked).toHaveBeenCalledTimes(2)
    expect(await call).toEqual(me)
  })

  test('is not honored if the wait would be too long', async () => {
    script = [limited('61')]
    expect(await caught(client().getMe())).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 61 })
    script = [limited('2')]
    expect(await caught(client({ maxWaitMs: 1000 }).getMe())).toMatchObject({ retryAfterSeconds: 2 })
  })

  test('an abort signal ends the wait', async () => {
    const controller = new AbortController()
    script = [limited('60')]
    const call = caught(client({ maxWaitMs: 100_000 }).getMe({}, { signal: controller.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    controller.abort(new Error('enough'))
    expect(await call).toEqual(new Error('enough'))
  })
})

describe('an abort signal', () => {
  test('ends a running request, without a retry', async () => {
    const controller = new AbortController()
    script = [() => controller.abort(new Error('enough'))]
    expect(await caught(client().getMe({}, { signal: controller.signal }))).toEqual(new Error('enough'))
    expect(requests).toHaveLength(1)
  })

  test('that is already aborted prevents the request', async () => {
    expect(await caught(client().getMe({}, { signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    })
    expect(requests).toEqual([])
  })

  test('ends a list between its pages', async () => {
    const controller = new AbortController()
    script = [answer({ data: [{ name: 'a' }], pagination: { limit: 1, has_more: true, next_cursor: '2' } })]
    const seen: string[] = []
    const walk = async () => {
      for await (const { name } of client().listBrands({}, { signal: controller.signal })) {
        seen.push(name)
        controller.abort()
      }
    }
    expect(await caught(walk())).toMatchObject({ name: 'AbortError' })
    expect(seen).toEqual(['a'])
  })

  test('is unnecessary if no response arrives: each attempt has a timeout', async () => {
    script = [() => {}, answer(me)]
    expect(await client({ timeoutMs: 50 }).getMe()).toEqual(me)
    expect(requests).toHaveLength(2)
  })
})

describe('an error', () => {
  test('may have a code and fields unknown to this release', async () => {
    const details = {
      code: 'not_known_yet',
      message: 'no',
      request_id: 'r',
      resource: 'brand',
      added: { later: 1 },
    }
    script = [refuse(418, details)]
    const error = await caught(client().getMe())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      ...{ code: 'not_known_yet', message: 'no', requestId: 'r', resource: 'brand' },
      details,
    })
  })

  test('is thrown for an id that would lead to another operation', async () => {
    for (const id of ['', '.', '..'])
      expect(await caught(client().getReport({ brand_id: id, report_id: 'x' }))).toBeInstanceOf(TypeError)
  })

  test('may come from a proxy in front of the server', async () => {
    script = [refuse(403)]
    expect(await caught(client().getMe())).toMatchObject({
      code: 'http_403',
      requestId: 'of-header',
      details: {},
    })
    script = [(_, response) => response.writeHead(200).end('<html>Welcome</html>')]
    expect(await caught(client().getMe())).toBeInstanceOf(ConnectionError)
    script = [(_, response) => response.writeHead(301, { location: 'https://example.com/' }).end()]
    expect(await caught(client({ maxRetries: 0 }).createPrompt(prompt))).toBeInstanceOf(ConnectionError)
  })

  test('is thrown for input that cannot be sent', () => {
    expect(() => client({ key: '' })).toThrow('must be an API key')
    expect(() => client({ url: 'sightline' })).toThrow(TypeError)
  })
})

test('errors of a real server: an expired key, a rate limit, an unknown field', async () => {
  const { test: app, fixture } = await startFixtureApp({ READS_PER_MINUTE: '2' })
  await app.app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.http.server.address() as AddressInfo
  const of = (key: string) => client({ url: `http://127.0.0.1:${port}/`, key, maxWaitMs: 0 })
  const reader = of(fixture.key)
  const [brand_id = ''] = fixture.ids.brand_id ?? []
  expect(await caught(reader.listTopics({ brand_id, ...{ colour: 'red' } }).page())).toMatchObject({
    ...{ status: 400, code: 'invalid_request', message: expect.stringContaining('colour') },
  })
  expect(await caught(reader.listExecutions({ brand_id, engine: [] }).all())).toEqual(
    new TypeError('engine must not be an empty list; omit it to get everything'),
  )
  expect(await caught(reader.listTopics({ brand_id: id }).page())).toMatchObject({
    ...{ status: 404, code: 'not_found', resource: 'brand' },
  })
  const error = (await caught(reader.getMe())) as ApiError
  expect([error.code, (error.retryAfterSeconds ?? 0) > 0]).toEqual(['rate_limited', true])
  const expiring = await makeKey(app, fixture.workspaceId, { expires_at: '2026-06-15T13:00:00Z' })
  app.setNow('2026-06-15T14:00:00Z')
  expect(await caught(of(expiring).getMe())).toMatchObject({ status: 401, code: 'token_expired' })
  await app.close()
})
