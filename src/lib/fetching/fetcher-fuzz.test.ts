import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FetchProblem } from './fetch-problem.ts'
import { startRawServer, testFetcher } from './testing/test-servers.ts'

const headers = [
  'content-length: 5',
  'content-length: 18446744073709551616',
  'content-length: -1',
  'transfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'content-encoding: gzip',
  'content-encoding: br, zstd',
  'connection: close',
  'keep-alive: timeout=0',
  'keep-alive: timeout=1e99',
  'location: //[',
  '__proto__: x',
  'set-cookie: \xff\xfe',
  'x:',
  ': x',
  ' folded',
  'x: \x01',
]
const lines = [
  'HTTP/1.1 200 OK',
  'HTTP/1.0 200',
  'HTTP/1.1 204 No',
  'HTTP/1.1 103 Hints',
  'HTTP/1.1 099 No',
  'HTTP/2 200',
]
const bodies = ['', 'hello', '5\r\nhello\r\n0\r\n\r\n', '5\r\nhel', 'ffffffffff\r\nx', '\0'.repeat(300)]

const response = fc
  .record({
    line: fc.constantFrom(...lines),
    headers: fc.array(fc.constantFrom(...headers), { maxLength: 4 }),
    body: fc.oneof(fc.constantFrom(...bodies), fc.constant(gzipSync('hello').toString('latin1'))),
    rest: fc.constantFrom('', 'HTTP/1.1 200 OK\r\n\r\n', 'rubbish'),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ line, headers, body, rest, cut }) => {
    const whole = [line, ...headers, '', body + rest].join('\r\n')
    return whole.slice(0, cut < 0.3 ? Math.round(whole.length * cut * 3) : whole.length)
  })

test('returns a page or a FetchProblem for any response and serves the next request', async () => {
  let answer = ''
  const server = await startRawServer((socket) => {
    socket.write(answer, 'latin1')
    setTimeout(() => socket.end(), 2)
  })
  const fetcher = testFetcher([server])
  const seen = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(response, async (bytes) => {
      answer = bytes
      const page = await fetcher.get(server.origin, { maxBytes: 100, timeoutMs: 5000 }).catch((error) => error)
      if (page instanceof Error) {
        expect(page).toBeInstanceOf(FetchProblem)
        seen.add((page as FetchProblem).kind)
      } else {
        expect(page.body.length).toBeLessThanOrEqual(100)
        seen.add(page.truncated)
      }
    }),
    { numRuns: 1000 },
  )
  expect([...seen]).toEqual(expect.arrayContaining([false, 'closed_early', 'malformed']))
})
