import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { makeCertificate } from './testing/test-certificate.ts'
import { start, startRawServer, startServer, testFetcher } from './testing/test-servers.ts'

const limits = { maxBytes: 1000, timeoutMs: 5000 }
const json = JSON.stringify({ prompt: 'Müller 🚀' })
const head = 'HTTP/1.1 200 OK\r\n'

/** Starts a raw server that counts requests and responds with the callback. */
async function startCounting(answer: (socket: Socket, request: number) => void) {
  let requests = 0
  const server = await startRawServer((socket) => {
    const count = () => {
      requests += 1
      answer(socket, requests)
    }
    count()
    socket.on('data', (data) => /POST|GET/.test(`${data}`) && count())
  })
  return { ...server, requests: () => requests }
}

const ok = (socket: Socket) => socket.write(`${head}content-length: 2\r\n\r\nok`)

test('a POST sends its JSON with length, type and custom headers', async () => {
  const server = await startServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    response.end(JSON.stringify({ ...request.headers, method: request.method, body: `${Buffer.concat(chunks)}` }))
  })
  const page = await testFetcher([server]).post(`${server.origin}/v1/x`, json, {
    ...limits,
    headers: { authorization: 'Bearer k' },
  })
  expect(JSON.parse(page.body.toString())).toEqual({
    host: new URL(server.origin).host,
    connection: 'keep-alive',
    'user-agent': 'test',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(json)),
    authorization: 'Bearer k',
    method: 'POST',
    body: json,
  })
})

test('POSTs share a connection with each other and with GETs', async () => {
  const server = await startServer((request, response) => {
    request.resume().once('end', () => response.end(request.method))
  })
  const fetcher = testFetcher([server])
  const bodies = []
  for (const turn of [1, 2, 3]) {
    const page = turn === 2 ? await fetcher.get(server.origin, limits) : await fetcher.post(server.origin, json, limits)
    bodies.push(page.body.toString())
  }
  expect([bodies, server.connections()]).toEqual([['POST', 'GET', 'POST'], 1])
})

test('a POST to an address that is not allowed is refused', async () => {
  const server = await startCounting(ok)
  await expect(testFetcher([]).post(server.origin, json, limits)).rejects.toMatchObject({
    kind: 'refused_address',
    mayHaveArrived: false,
  })
  expect([server.connections(), server.requests()]).toEqual([0, 0])
})

test('a POST does not follow redirects', async () => {
  const other = await startCounting(ok)
  const server = await startServer((request, response) => {
    request.resume().once('end', () => response.writeHead(307, { location: other.origin }).end())
  })
  const page = await testFetcher([server, other]).post(server.origin, json, limits)
  expect([page.status, other.connections()]).toEqual([307, 0])
})

test('a connection closed before the response counts as one request that may have arrived', async () => {
  const server = await startCounting((socket) => socket.destroy())
  await expect(testFetcher([server]).post(server.origin, json, limits)).rejects.toMatchObject({
    kind: 'closed_early',
    mayHaveArrived: true,
  })
  expect(server.requests()).toBe(1)
})

test('a POST is not retried if a reused connection closes', async () => {
  const server = await startCounting((socket, request) => (request === 1 ? ok(socket) : socket.destroy()))
  const fetcher = testFetcher([server])
  await fetcher.post(server.origin, json, limits)
  await expect(fetcher.post(server.origin, json, limits)).rejects.toMatchObject({ mayHaveArrived: true })
  expect([server.connections(), server.requests()]).toEqual([1, 2])
})

test('a GET with isSentOnce is not retried', async () => {
  const server = await startCounting((socket, request) => (request === 1 ? ok(socket) : socket.destroy()))
  const fetcher = testFetcher([server])
  await fetcher.get(server.origin, limits)
  const once = fetcher.get(server.origin, { ...limits, isSentOnce: true })
  await expect(once).rejects.toMatchObject({ mayHaveArrived: true })
  expect([server.connections(), server.requests()]).toEqual([1, 2])
})

test('a POST over TLS is not retried if a reused connection closes', async () => {
  const certificate = makeCertificate('127.0.0.1')
  let requests = 0
  const tls = createServer(certificate, (request, response) => {
    requests += 1
    if (requests > 1) request.socket.destroy()
    else request.resume().once('end', () => response.end('ok'))
  })
  const server = await start(tls, {})
  const fetcher = testFetcher([server], { ca: [certificate.cert] })
  const url = `https://127.0.0.1:${server.port}/`
  await fetcher.post(url, json, limits)
  await expect(fetcher.post(url, json, limits)).rejects.toMatchObject({ mayHaveArrived: true })
  expect(requests).toBe(2)
})

test('a request that times out or is aborted may have arrived', async () => {
  const server = await startCounting(() => {})
  const fetcher = testFetcher([server])
  const stop = new AbortController()
  const slow = fetcher.post(server.origin, json, { ...limits, timeoutMs: 2000 })
  const stopped = fetcher.post(server.origin, json, { ...limits, signal: stop.signal })
  await expect.poll(() => server.requests()).toBe(2)
  stop.abort()
  await Promise.all([
    expect(slow).rejects.toMatchObject({ kind: 'timeout', mayHaveArrived: true }),
    expect(stopped).rejects.toMatchObject({ kind: 'aborted', mayHaveArrived: true }),
  ])
})

test('a request that is queued or cannot connect has not arrived', async () => {
  const server = await startCounting(() => {})
  const fetcher = testFetcher([server, { ...server, port: 1 }], { connectionsPerOrigin: 1 })
  const [end, stop] = [new AbortController(), new AbortController()]
  const first = fetcher.post(server.origin, json, { ...limits, signal: end.signal })
  const waiting = fetcher.post(server.origin, json, { ...limits, signal: stop.signal })
  await expect.poll(() => server.requests()).toBe(1)
  stop.abort()
  await Promise.all([
    expect(waiting).rejects.toMatchObject({ kind: 'aborted', mayHaveArrived: false }),
    expect(fetcher.post('http://127.0.0.1:1/', json, limits)).rejects.toMatchObject({
      kind: 'connect',
      mayHaveArrived: false,
    }),
  ])
  end.abort()
  await expect(first).rejects.toMatchObject({ mayHaveArrived: true })
  expect(server.requests()).toBe(1)
})
