import { expect, test } from 'vitest'
import { type Page, type PagesServer, redirecting, startPages } from '../../../testing/site/crawl-served.ts'
import { createFakeClock } from '../../../testing/site/fake-clock.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import { type CheckedLink, type CheckLinksOptions, checkLinks } from './check-links.ts'

async function check(servers: PagesServer[], urls: string[], more: Partial<CheckLinksOptions> = {}) {
  const links: CheckedLink[] = []
  const counts = await checkLinks({
    ...{ fetcher: testFetcher(servers), urls, token: 'audit', signal: new AbortController().signal },
    onChecked: (link) => void links.push(link),
    clock: createFakeClock(),
    ...more,
  })
  const byUrl = Object.fromEntries(links.map((link) => [link.url.replace(/^http:\/\/[^/]*/, ''), link]))
  return { counts, links, byUrl }
}

const noHead = (status: number): Page => {
  return (request, response) => response.writeHead(request.method === 'HEAD' ? status : 200).end('page')
}

test('checks links with HEAD, and with GET if HEAD is rejected', async () => {
  const server = await startPages({
    '/ok': (_request, response) =>
      response.writeHead(200, { 'content-type': 'Image/PNG; x', 'content-length': 12_345 }).end(),
    '/405': noHead(405),
    '/403': noHead(403),
    '/moved': redirecting('/ok'),
    '/500': (_request, response) => response.writeHead(500).end(),
  })
  const urls = ['/ok', '/405', '/403', '/moved', '/gone', '/500'].map((path) => server.origin + path)
  const { counts, byUrl } = await check([server], urls)
  expect(counts).toEqual({ checked: 6, left: 0 })
  const statuses = Object.entries(byUrl).map(([path, { status }]) => [path, status])
  expect(Object.fromEntries(statuses)).toEqual({
    ...{ '/ok': 200, '/405': 200, '/403': 200, '/moved': 200, '/gone': 404, '/500': 500 },
  })
  expect(byUrl['/ok']).toMatchObject({ contentType: 'image/png', contentLength: 12_345 })
  expect(byUrl['/moved']?.redirects).toMatchObject([{ status: 301, to: `${server.origin}/ok` }])
  expect(server.pagesAsked().sort()).toEqual(['/403', '/405', '/500', '/gone'])
})

test('skips URLs that robots.txt disallows and reports hosts that cannot be reached', async () => {
  const server = await startPages({ '/robots.txt': 'User-agent: audit\nDisallow: /private', '/private': '' })
  const { byUrl } = await check(
    [server],
    [`${server.origin}/private`, 'http://127.0.0.1:1/x', 'mailto:x', 'http://u@h/'],
  )
  expect(byUrl['/private']).toMatchObject({ status: null, problem: 'disallowed' })
  expect(byUrl['/x']).toMatchObject({ status: null, problem: 'refused_address' })
  expect(byUrl['mailto:x']).toMatchObject({ problem: 'unsupported_scheme' })
  expect(server.pagesAsked()).toEqual([])
})

test('checks the links of a host one at a time, with a pause', async () => {
  const clock = createFakeClock()
  const times: number[] = []
  const server = await startPages(() => {
    times.push(clock.now())
    return ''
  })
  const urls = Array.from({ length: 10 }, (_, n) => `${server.origin}/${n}`)
  await check([server], urls, { clock, limits: { minIntervalMs: 250 } })
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250)
})

test('limits the links per host and stops if the host no longer responds', async () => {
  const server = await startPages({})
  const urls = Array.from({ length: 30 }, (_, n) => `${server.origin}/${n}`)
  expect((await check([server], urls, { limits: { perHost: 20 } })).counts).toEqual({ checked: 20, left: 10 })
  const down = await startPages((url) => (url === '/robots.txt' ? undefined : (request) => request.socket.destroy()))
  const { counts } = await check(
    [down],
    urls.map((_, n) => `${down.origin}/${n}`),
  )
  expect(counts.checked).toBeLessThan(6)
  expect(counts.checked + counts.left).toBe(30)
})

test('rejects with the error of the callback or the abort reason', async () => {
  const server = await startPages({})
  const urls = [`${server.origin}/a`, `${server.origin}/b`]
  const onChecked = () => Promise.reject(new Error('disk full'))
  await expect(check([server], urls, { onChecked })).rejects.toThrow('disk full')
  const stop = new AbortController()
  const stopping = () => stop.abort(new Error('cancelled'))
  await expect(check([server], urls, { onChecked: stopping, signal: stop.signal })).rejects.toThrow('cancelled')
})
