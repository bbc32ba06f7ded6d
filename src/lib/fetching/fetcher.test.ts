import { once } from 'node:events'
import { expect, test } from 'vitest'
import { respondWith, startRawServer, startServer, type TestServer, testFetcher } from './testing/test-servers.ts'

const limits = { maxBytes: 1000, timeoutMs: 5000 }

const head = 'HTTP/1.1 200 OK\r\n'

/** Fetches from a server that writes these bytes and closes the connection. */
async function fetchRaw(bytes: string) {
  const server = await startRawServer((socket) => socket.end(bytes, 'latin1'))
  return testFetcher([server]).get(server.origin, limits)
}

const problem = (kind: string, words: RegExp) => ({ kind, message: expect.stringMatching(words) })

test('returns a page with status, headers, body, sizes and address', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(404, { 'X-Robots-Tag': ['noindex', 'nofollow'], 'Set-Cookie': ['a=1', 'b=2'] })
    response.end('gone')
  })
  const page = await testFetcher([server]).get(`${server.origin}/a b?c#d`, limits)
  expect(page).toMatchObject({
    url: `${server.origin}/a%20b?c`,
    status: 404,
    body: Buffer.from('gone'),
    truncated: false,
    encodedBytes: 4,
    address: '127.0.0.1',
  })
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(page.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(page.timings.totalMs).toBeGreaterThanOrEqual(page.timings.firstByteMs)
})

test('requests carry only the user agent, validators and custom headers', async () => {
  const server = await startServer((request, response) => {
    response.end(JSON.stringify({ ...request.headers, method: request.method, url: request.url }))
  })
  const page = await testFetcher([server]).get(`${server.origin}/x?y=1`, {
    ...limits,
    headers: { 'user-agent': 'bot' },
    ifNoneMatch: 'W/"1"',
    ifModifiedSince: 'Thu, 01 Jan 2026 00:00:00 GMT',
  })
  expect(JSON.parse(page.body.toString())).toEqual({
    host: new URL(server.origin).host,
    connection: 'keep-alive',
    'user-agent': 'bot',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'if-none-match': 'W/"1"',
    'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT',
    method: 'GET',
    url: '/x?y=1',
  })
})

test('HEAD and 304 responses have headers and no body, regardless of encoding and length', async () => {
  const server = await startServer((request, response) => {
    response.writeHead(request.method === 'HEAD' ? 200 : 304, {
      'content-encoding': 'gzip',
      ...(request.method === 'HEAD' && { 'content-length': 500 }),
    })
    response.end()
  })
  const fetcher = testFetcher([server])
  const heads = await fetcher.get(server.origin, { ...limits, method: 'HEAD' })
  expect(heads).toMatchObject({ status: 200, body: Buffer.alloc(0), truncated: false })
  expect(await fetcher.get(server.origin, limits)).toMatchObject({ status: 304, truncated: false })
})

test('reuses a connection after HEAD, and replaces it if the server sends a body', async () => {
  const options = { ...limits, method: 'HEAD' } as const
  const server = await startServer(respondWith('page'))
  const fetcher = testFetcher([server])
  for (let request = 0; request < 5; request += 1) await fetcher.get(server.origin, options)
  expect(server.connections()).toBe(1)

  const withBody = await startRawServer((socket) => {
    const send = () => socket.write(`${head}content-length: 300\r\n\r\n<p>${'x'.repeat(300)}`)
    socket.on('data', send)
    send()
  })
  const other = testFetcher([withBody])
  const statuses: number[] = []
  for (let request = 0; request < 5; request += 1) statuses.push((await other.get(withBody.origin, options)).status)
  expect([statuses, withBody.connections()]).toEqual([[200, 200, 200, 200, 200], 5])
})

test('a body at the size limit is complete; one more byte is cut off', async () => {
  const server = await startServer((request, response) => {
    response.end('x'.repeat(Number(request.url?.slice(1))))
  })
  const fetcher = testFetcher([server])
  expect(await fetcher.get(`${server.origin}/1000`, limits)).toMatchObject({ truncated: false })
  const cut = await fetcher.get(`${server.origin}/1001`, limits)
  expect([cut.truncated, cut.body.length]).toEqual(['too_large', 1000])
})

test('reading an endless chunked body stops at the limit', async () => {
  const server = await startRawServer((socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
    const pour = () => {
      while (socket.writable && socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
    }
    socket.on('drain', pour)
    pour()
  })
  const page = await testFetcher([server]).get(server.origin, limits)
  expect([page.truncated, page.body.length]).toEqual(['too_large', 1000])
})

test.each([
  ['fewer bytes than its length', `${head}content-length: 10\r\n\r\nshort`, 'short'],
  ['a truncated chunk', `${head}transfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n9\r\nsec`, 'firstsec'],
])('returns the received part of a body with %s', async (_name, bytes, body) => {
  expect(await fetchRaw(bytes)).toMatchObject({ truncated: 'closed_early', body: Buffer.from(body) })
})

test('bytes beyond the content length do not affect the next response', async () => {
  const server = await startRawServer((socket) => {
    socket.write(`${head}content-length: 3\r\n\r\noneHTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfake`)
  })
  const fetcher = testFetcher([server])
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await fetcher.get(server.origin, limits)).body.toString()).toBe('one')
  }
})

test('a body that ends with the connection is complete', async () => {
  expect(await fetchRaw(`${head}\r\nall`)).toMatchObject({ truncated: false, body: Buffer.from('all') })
  expect(await fetchRaw('HTTP/1.0 200 OK\r\n\r\nold')).toMatchObject({ body: Buffer.from('old') })
})

test.each([
  ['no bytes', '', 'closed_early', /closed the connection before it answered/],
  ['half a header', `${head}content-`, 'closed_early', /closed the connection before/],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'malformed', /not HTTP/],
  ['a bad chunk', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'malformed', /not HTTP/],
  ['two lengths', `${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 'malformed', /not HTTP/],
  ['a protocol switch', 'HTTP/1.1 101 S\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'malformed', /HTTP/],
  ['an unsolicited 100', 'HTTP/1.1 100 Continue\r\n\r\n', 'malformed', /not HTTP/],
  ['a huge header', `${head}x: ${'x'.repeat(100_000)}\r\n\r\n`, 'too_large', /headers that are too large/],
  ['a million headers', `${head}${'x: y\r\n'.repeat(1e6)}\r\n`, 'too_large', /headers that are too large/],
])('reports a clear error if the server sends %s', async (_name, bytes, kind, words) => {
  await expect(fetchRaw(bytes)).rejects.toMatchObject(problem(kind, words))
})

test('a server that never finishes its response times out', async () => {
  const silent = await startRawServer(() => {})
  const slow = await startRawServer((socket) => {
    socket.write(`${head}content-length: 1000\r\n\r\n`)
    const drip = setInterval(() => socket.write('x'), 5)
    socket.once('close', () => clearInterval(drip))
  })
  const slowHeader = await startRawServer((socket) => {
    socket.write(head)
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 5)
    socket.once('close', () => clearInterval(drip))
  })
  const fetcher = testFetcher([silent, slow, slowHeader])
  const brief = { maxBytes: 1000, timeoutMs: 150 }
  const early = { maxBytes: 1000, timeoutMs: 60_000, firstByteTimeoutMs: 150 }
  await Promise.all([
    expect(fetcher.get(silent.origin, brief)).rejects.toMatchObject(problem('timeout', /not answer/)),
    expect(fetcher.get(silent.origin, early)).rejects.toMatchObject(problem('timeout', /0.15 s/)),
    expect(fetcher.get(slowHeader.origin, early)).rejects.toMatchObject(problem('timeout', /not answer/)),
    expect(fetcher.get(slow.origin, brief)).rejects.toMatchObject(problem('timeout', /whole page/)),
  ])
})

test('the first-byte time limit does not apply to the body', async () => {
  const server = await startServer((_request, response) => {
    response.write('first ')
    setTimeout(() => response.end('last'), 700)
  })
  const page = await testFetcher([server]).get(server.origin, { ...limits, firstByteTimeoutMs: 500 })
  expect(page.body.toString()).toBe('first last')
})

test('aborting a request or closing the fetcher closes its connections', async () => {
  let closed = 0
  const server = await startRawServer((socket) => socket.once('close', () => (closed += 1)))
  const fetcher = testFetcher([server], { connectionsPerOrigin: 1 })
  const stop = new AbortController()
  const running = fetcher.get(server.origin, { ...limits, signal: stop.signal })
  const waiting = fetcher.get(server.origin, { ...limits, signal: stop.signal })
  setTimeout(() => stop.abort(), 50)
  const aborted = { kind: 'aborted' }
  await Promise.all([expect(running).rejects.toMatchObject(aborted), expect(waiting).rejects.toMatchObject(aborted)])
  await expect.poll(() => closed).toBe(1)

  const next = fetcher.get(server.origin, limits)
  setTimeout(() => fetcher.close(), 50)
  await expect(next).rejects.toMatchObject(aborted)
  await expect(fetcher.get(server.origin, limits)).rejects.toMatchObject(aborted)
  await expect.poll(() => closed).toBe(server.connections())
})

test('limits connections per origin and reuses them', async () => {
  let active = 0
  let maxActive = 0
  const server = await startServer((_request, response) => {
    active += 1
    maxActive = Math.max(maxActive, active)
    setTimeout(() => {
      active -= 1
      response.end('done')
    }, 2)
  })
  const fetcher = testFetcher([server], { connectionsPerOrigin: 3 })
  const pages = await Promise.all(Array.from({ length: 30 }, () => fetcher.get(server.origin, limits)))
  expect(pages.every(({ status }) => status === 200)).toBe(true)
  expect([maxActive, server.connections()]).toEqual([3, 3])
})

test('time in the queue of an origin does not count toward the timeout', async () => {
  const server = await startServer((_request, response) => {
    setTimeout(() => response.end(), 100)
  })
  const fetcher = testFetcher([server], { connectionsPerOrigin: 1 })
  const brief = { maxBytes: 1000, timeoutMs: 600 }
  const pages = await Promise.all(Array.from({ length: 9 }, () => fetcher.get(server.origin, brief)))
  expect(pages).toHaveLength(9)
})

test('retries a GET on a new connection if the server closes a reused one', async () => {
  const server: TestServer = await startRawServer((socket) => {
    socket.write(`${head}content-length: 2\r\n\r\nok`)
    // Each connection responds once and closes on a second request.
    socket.once('data', () => socket.destroy())
  })
  const fetcher = testFetcher([server])
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await fetcher.get(server.origin, limits)).body.toString()).toBe('ok')
  }
  expect(server.connections()).toBe(3)
})

test('ignores proxy environment variables', async () => {
  const proxy = await startServer(respondWith('proxy'))
  const server = await startServer(respondWith('site'))
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY']) process.env[name] = proxy.origin
  process.env.NODE_USE_ENV_PROXY = '1'
  try {
    const page = await testFetcher([server]).get(server.origin, limits)
    expect([page.body.toString(), proxy.connections()]).toEqual(['site', 0])
  } finally {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      delete process.env[name]
  }
})

test('reports a closed port and an unknown host name as errors', async () => {
  const server = await startRawServer(() => {})
  const fetcher = testFetcher([server, { ...server, port: 1 }], {
    resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  })
  await expect(fetcher.get('http://127.0.0.1:1/', limits)).rejects.toMatchObject(
    problem('connect', /^127.0.0.1 does not accept connections on port 1$/),
  )
  await expect(fetcher.get('http://nowhere.example/', limits)).rejects.toMatchObject(
    problem('dns', /^the host nowhere.example does not exist$/),
  )
  const mute = testFetcher([], { resolve: () => Promise.resolve([]) })
  await expect(mute.get('http://mute.example/', limits)).rejects.toMatchObject(problem('dns', /no address/))
})

test('a DNS lookup that never finishes times out', async () => {
  const fetcher = testFetcher([], { resolve: () => once(new EventTarget(), 'never') as Promise<never> })
  await expect(fetcher.get('http://slow.example/', { maxBytes: 1000, timeoutMs: 50 })).rejects.toMatchObject(
    problem('timeout', /slow.example did not answer/),
  )
})
