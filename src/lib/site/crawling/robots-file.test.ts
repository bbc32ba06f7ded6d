import { expect, test } from 'vitest'
import { type Page, redirecting, startPages } from '../../../testing/site/crawl-served.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import { createRobotsAwareFetcher, createRobotsFiles, readRobotsFile } from './robots-file.ts'

const status =
  (code: number): Page =>
  (_request, response) =>
    response.writeHead(code).end('Disallow: /')
const forbidding = 'User-agent: *\nDisallow: /private\n'

async function read(page: Page | undefined, more: Record<string, Page> = {}) {
  const server = await startPages({ ...(page && { '/robots.txt': page }), ...more })
  const file = await readRobotsFile(testFetcher([server]), server.origin)
  const isAllowed = (path: string) => file.isAllowed('audit', `${server.origin}${path}`)
  return { ...file, allowed: ['/', '/private'].map(isAllowed) }
}

test.each([
  [200, 'read', [true, false]],
  [204, 'read', [true, true]],
  [304, 'missing', [true, true]],
  [401, 'missing', [true, true]],
  [403, 'missing', [true, true]],
  [404, 'missing', [true, true]],
  [410, 'missing', [true, true]],
  [429, 'unreachable', [false, false]],
  [500, 'unreachable', [false, false]],
  [503, 'unreachable', [false, false]],
])('status %i: %s', async (code, state, allowed) => {
  const body = code === 200 ? forbidding : ''
  const file = await read((_request, response) => response.writeHead(code).end(body))
  expect(file).toMatchObject({ state, allowed, status: code, problem: null })
})

test('follows up to five redirects, even to other hosts; with more, the file counts as missing', async () => {
  const steps = (count: number, last: Page) => ({
    ...Object.fromEntries(Array.from({ length: count }, (_, n) => [`/${n}`, redirecting(`/${n + 1}`)])),
    [`/${count}`]: last,
  })
  const five = await read(redirecting('/0'), steps(4, forbidding))
  expect(five).toMatchObject({ state: 'read', allowed: [true, false] })
  expect(five.redirects).toHaveLength(5)
  expect(await read(redirecting('/0'), steps(5, forbidding))).toMatchObject({
    ...{ state: 'missing', allowed: [true, true], problem: 'too_many_redirects' },
  })
  expect(await read(redirecting('/robots.txt'))).toMatchObject({ state: 'missing', allowed: [true, true] })
})

test('disallows everything if no complete response arrives', async () => {
  const file = await read((request) => request.socket.destroy())
  expect(file).toMatchObject({ state: 'unreachable', allowed: [false, false], problem: 'closed_early' })
  const half = await read((_request, response) => {
    response.writeHead(200, { 'content-length': 1000 })
    response.write(forbidding)
    setTimeout(() => response.destroy(), 20)
  })
  expect(half).toMatchObject({ state: 'unreachable', allowed: [false, false] })
})

test('reads 500 KiB of a large file, up to the last complete line', async () => {
  const filler = `# ${'x'.repeat(98)}\n`.repeat(5067)
  const start = `${forbidding}${filler}`
  const line = 'Disallow: /pages-of-a-kind\n'
  const file = await read(`${start}${line.repeat(40_000)}`)
  expect(file).toMatchObject({ state: 'read', isCutOff: true, allowed: [true, false] })
  expect(file.text.length).toBeLessThanOrEqual(500 * 1024)
  expect(file.text.endsWith(line)).toBe(true)
  expect(file.robots.unknownLines).toEqual([])
})

test('ignores bytes that are not valid UTF-8', async () => {
  const file = await read((_request, response) =>
    response.end(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x0a]), Buffer.from(forbidding)])),
  )
  expect(file).toMatchObject({ state: 'read', allowed: [true, false] })
})

test('reads the file of each origin once and checks it at every redirect', async () => {
  const other = await startPages({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': 'secret' })
  const server = await startPages({ '/': 'page', '/out': redirecting(`${other.origin}/`) })
  const fetcher = testFetcher([server, other])
  const robotsAware = createRobotsAwareFetcher(fetcher, 'audit', createRobotsFiles(fetcher))
  const limits = { maxBytes: 100, timeoutMs: 5000 }
  for (const path of ['/', '/', '/x']) await robotsAware.get(`${server.origin}${path}`, limits)
  await expect(robotsAware.get(`${other.origin}/`, limits)).rejects.toMatchObject({ kind: 'disallowed' })
  expect(server.asked.filter(({ url }) => url === '/robots.txt')).toHaveLength(1)
  expect(other.asked.map(({ url }) => url)).toEqual(['/robots.txt'])
})

test('reports an unreachable origin as such, not as disallowed', async () => {
  const server = await startPages({})
  const fetcher = testFetcher([server])
  const robotsAware = createRobotsAwareFetcher(fetcher, 'audit', createRobotsFiles(fetcher))
  const page = robotsAware.get('http://127.0.0.1:1/', { maxBytes: 100, timeoutMs: 5000 })
  await expect(page).rejects.toMatchObject({ kind: 'refused_address' })
  expect((await read(status(500))).state).toBe('unreachable')
})
