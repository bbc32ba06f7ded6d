import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ErrorBody } from '../../lib/errors.ts'
import { endpoints } from '../../testing/endpoints.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTransport } from './transport.ts'

let app: TestApp
let key: string
let workspaceId: string
let port: number
const methods = [
  ...new Set(endpoints.flatMap(({ http }) => (http.method === 'GET' ? ['get', 'head'] : http.method.toLowerCase()))),
]

beforeAll(async () => {
  app = await startTestApp()
  const workspace = await app.operate('create-workspace', { name: 'W' })
  workspaceId = workspace.id
  key = await makeKey(app, workspaceId)
  await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.http.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** The response to raw bytes on a socket. */
function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(bytes)
  return text(socket)
}

/** Expects one error in the API's format. @returns its status, code, message and headers */
function refusalIn(answer: string) {
  const [top = '', body = '', more] = answer.split('\r\n\r\n')
  const [start = '', ...lines] = top.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')))
  const { error } = JSON.parse(body) as { error: ErrorBody['error'] }
  expect(more).toBeUndefined()
  expect(Object.keys(error)).toEqual(['code', 'message', 'request_id'])
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': error.request_id,
    connection: 'close',
  })
  return {
    status: Number(start.split(' ')[1]),
    code: error.code,
    message: error.message,
    allow: headers.allow,
  }
}

test('a request that is not HTTP, or has too large a head, gets a 400 in the API’s error format', async () => {
  const head = `GET /v1/brands HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n`
  for (const bytes of [
    'nonsense\r\n\r\n',
    `${head}bad header\r\n\r\n`,
    `${head}x: ${'y'.repeat(80_000)}\r\n\r\n`,
    'GET /v1/brands\u0000 HTTP/1.1\r\n\r\n',
  ]) {
    expect(refusalIn(await raw(bytes))).toMatchObject({ status: 400, code: 'invalid_request' })
  }
})

test('requests that HTTP forbids are rejected in the API’s error format, with the reason', async () => {
  const withKey = `authorization: Bearer ${key}\r\n`
  const bad = { status: 400, code: 'invalid_request' }
  const notAllowed = { status: 405, code: 'method_not_allowed', allow: methods.join(', ') }
  const cases: [string, object][] = [
    [`GET /v1/brands HTTP/1.1\r\n${withKey}\r\n`, { ...bad, message: 'Host: required header' }],
    [
      `GET /v1/brands HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\n${withKey}\r\n`,
      { ...bad, message: 'Expect: must be 100-continue' },
    ],
    [
      `CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n${withKey}\r\n`,
      { ...notAllowed, message: 'this API does not support the method CONNECT' },
    ],
    [
      `FOO /v1/brands HTTP/1.1\r\nhost: x\r\n${withKey}\r\n`,
      { ...notAllowed, message: 'this API does not support the method FOO' },
    ],
    ['nonsense\r\n\r\n', { ...bad, message: 'the request is not HTTP/1.1' }],
  ]
  for (const [bytes, expected] of cases) expect(refusalIn(await raw(bytes)), bytes).toMatchObject(expected)
  expect(await raw(`GET /healthz HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 OK/)
})

test('invalid bytes after an answered request get an error on the same connection', async () => {
  const first = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
  const socket = connect(port, '127.0.0.1')
  socket.write(first)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.end('FOO / HTTP/1.1\r\n\r\n')
  expect(refusalIn(await text(socket))).toMatchObject({ status: 405 })
})

test('invalid bytes during a running request are rejected after its response, and not in its place', async () => {
  await app.operate('update-workspace', { workspace_id: workspaceId, api_writes: true })
  const { id } = await app.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })
  const writer = await makeKey(app, workspaceId, { scopes: ['write:competitors'] })
  const body = JSON.stringify({ name: 'Globex', primary_url: 'https://globex.com' })
  const head = [
    `POST /v1/brands/${id}/competitors HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${writer}`,
    'content-type: application/json',
    'idempotency-key: once',
    `content-length: ${body.length}`,
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}GARBAGE\r\n\r\n`)
  const [, first, second] = (await text(socket)).split(/(?=HTTP\/1\.1 )/g).toSpliced(0, 0, '')
  expect(first).toMatch(/^HTTP\/1\.1 200 [\s\S]*Globex/)
  expect(refusalIn(second as string)).toMatchObject({ status: 400 })
})

test('a client that never completes its request gets an error', async () => {
  const { server } = app.app.http
  const timeouts = { request: server.requestTimeout, head: server.headersTimeout }
  Object.assign(server, { requestTimeout: 1, headersTimeout: 1 })
  const answers = await Promise.all(
    ['', 'GET /v1/brands HTTP/1.1\r\nhost: x\r\nx-unfinished: '].map((bytes) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(bytes)
      return text(socket)
    }),
  )
  Object.assign(server, { requestTimeout: timeouts.request, headersTimeout: timeouts.head })
  for (const answer of answers)
    expect(refusalIn(answer)).toMatchObject({
      status: 400,
      message: 'the request did not arrive within 30 s',
    })
})

test('any bytes before a request on a connection get HTTP responses', async () => {
  const good = `GET /v1/brands HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`
  for (const bytes of [`${good}FOO / HTTP/1.1\r\n\r\n`, `${good}${good}\u0000`]) {
    expect(await raw(bytes)).toMatch(/^(HTTP\/1\.1 (200|405|400) |$)/)
    expect((await app.get('/v1/brands', key)).status).toBe(200)
  }
})

test('a client that does not read its response is disconnected, though most requests set no timer', async () => {
  const { server } = app.app.http
  const cut: number[] = []
  server.once('connection', (socket) => {
    // The watch sets a minute, which is shortened here.
    const { setTimeout: set } = socket
    socket.setTimeout = (ms: number, ...rest) => {
      cut.push(ms)
      return set.call(socket, ms === 60_000 ? 50 : ms, ...rest)
    }
  })
  const { clickhouse } = app.app.services
  const { query } = clickhouse
  clickhouse.query = () => new Promise(() => {})
  const brand = await app.operate('create-brand', {
    workspace_id: workspaceId,
    name: 'Acme',
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /v1/brands/${brand.id}/executions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`)
  expect(await text(socket)).toBe('')
  clickhouse.query = query
  expect(cut).toEqual([60_000])
})

test('a response still running when the program closes ends its connection', async () => {
  const socket = connect(port, '127.0.0.1')
  const begun = once(app.app.http.server, 'request')
  socket.write(`POST /v1/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: 5\r\n\r\n`)
  await begun
  const closed = app.restart()
  const answer = text(socket)
  socket.write('12345')
  expect(await answer).toMatch(/^HTTP\/1\.1 \d+ [\s\S]*connection: close/i)
  await closed
})

test('a request has 30 s to arrive; an upload has as long as it takes, until its response', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const transport = createTransport(['POST'])
  const server = transport.createServer((request, response) => {
    transport.follow(response, () => {}, request.url !== '/')
    if (request.url === '/refused') response.writeHead(401, { 'content-length': 0 }).end()
    else request.resume().once('end', () => response.end('all of it'))
    request.once('data', () => seen.shift()?.())
  })
  const seen: (() => void)[] = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  async function send(path: string) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const comes = new Promise<void>((resolve) => seen.push(resolve))
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n1`)
    await comes
    return { socket, answer: text(socket) }
  }
  const [usual, upload, refused] = [await send('/'), await send('/upload'), await send('/refused')]
  vi.advanceTimersByTime(35_000)
  expect(refusalIn(await usual.answer).message).toBe('the request did not arrive within 30 s')
  expect(await refused.answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*did not arrive within 30 s/)
  vi.advanceTimersByTime(3_600_000)
  upload.socket.end('2')
  expect(await upload.answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*all of it/)
  vi.useRealTimers()
  await new Promise((resolve) => server.close(resolve))
})
