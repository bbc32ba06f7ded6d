import { expect, test } from 'vitest'
import { crawlServed, linking, type Page, startPages } from '../../../testing/site/crawl-served.ts'
import { createFakeClock } from '../../../testing/site/fake-clock.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import { createPace } from './pace.ts'
import { createRateLimitedFetcher } from './rate-limited-fetcher.ts'

const signal = new AbortController().signal
const limits = { maxBytes: 1000, timeoutMs: 5000, signal }

async function atPace(pages: Record<string, Page>) {
  const clock = createFakeClock()
  const times: number[] = []
  const timed = Object.entries(pages).map(([url, page]): [string, Page] => [
    url,
    (request, response) => {
      times.push(clock.now())
      return typeof page === 'function' ? page(request, response) : response.end(page)
    },
  ])
  const server = await startPages(Object.fromEntries(timed))
  const pace = createPace({ clock, connections: 2, signal })
  const fetcher = createRateLimitedFetcher(testFetcher([server]), () => pace)
  return { get: (url: string) => fetcher.get(`${server.origin}${url}`, limits), times, clock }
}

/** Refuses the given number of requests, then responds. */
function after(refusals: number, refuse: Page): Page {
  let left = refusals
  return (request, response) => {
    left -= 1
    if (left < 0) response.end('page')
    else if (typeof refuse === 'function') refuse(request, response)
  }
}

const tooMany = (retryAfter: string, status = 429): Page => {
  return (_request, response) => response.writeHead(status, { 'retry-after': retryAfter }).end()
}

test('retries 429 and 503 after the time in Retry-After', async () => {
  const { get, times } = await atPace({ '/a': after(1, tooMany('7')), '/b': after(2, tooMany('9', 503)) })
  expect((await get('/a')).body.toString()).toBe('page')
  expect(times).toEqual([0, 7000])
  expect((await get('/b')).status).toBe(200)
  expect(times[3]).toBeGreaterThanOrEqual(16_000)
})

test('accepts a date in Retry-After', async () => {
  const date = new Date(Date.now() + 60_000).toUTCString()
  const { get, times } = await atPace({ '/': after(1, tooMany(date)) })
  await get('/')
  expect(times[1]).toBeGreaterThan(50_000)
  expect(times[1]).toBeLessThanOrEqual(60_000)
})

test('returns the 429 response after three requests', async () => {
  const { get, times } = await atPace({ '/': tooMany('1') })
  expect((await get('/')).status).toBe(429)
  expect(times).toHaveLength(3)
})

test('retries a lost connection once, but no other responses', async () => {
  const { get, times } = await atPace({
    '/lost': (request) => request.socket.destroy(),
    '/500': (_request, response) => response.writeHead(500).end(),
    '/404': (_request, response) => response.writeHead(404).end(),
  })
  await expect(get('/lost')).rejects.toMatchObject({ kind: 'closed_early' })
  expect(times).toHaveLength(2)
  expect((await get('/500')).status).toBe(500)
  expect((await get('/404')).status).toBe(404)
  expect(times).toHaveLength(4)
})

test('looks up an unknown host once without a pause, and retries a failed lookup once', async () => {
  const clock = createFakeClock()
  const lookups: string[] = []
  const resolve = async (host: string) => {
    lookups.push(host)
    throw Object.assign(new Error(host), { code: host === 'gone.example' ? 'ENOTFOUND' : 'EAI_AGAIN' })
  }
  const pace = createPace({ clock, connections: 2, signal })
  const fetcher = createRateLimitedFetcher(testFetcher([], { resolve }), () => pace)
  const begin = clock.now()
  for (const host of ['gone.example', 'gone.example', 'vague.example'])
    await expect(fetcher.get(`http://${host}/`, limits)).rejects.toMatchObject({ kind: 'dns' })
  expect(lookups).toEqual(['gone.example', 'gone.example', 'vague.example', 'vague.example'])
  expect(clock.now() - begin).toBe(5000)
})

test('a crawl respects the crawl delay of robots.txt', async () => {
  const clock = createFakeClock()
  const times: number[] = []
  const pages: Record<string, string> = {
    '/robots.txt': 'User-agent: *\nCrawl-delay: 20',
    '/': linking('/a', '/b', '/c'),
  }
  const server = await startPages((url) => {
    times.push(clock.now())
    return pages[url] ?? ''
  })
  const { facts } = await crawlServed(server, { clock })
  expect(facts.robots.crawlDelaySeconds).toBe(20)
  expect(times.length).toBeGreaterThan(9)
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20_000)
})

test('a crawl stops if the site no longer responds', async () => {
  let isDown = false
  const server = await startPages((url) => {
    if (isDown) return (request) => request.socket.destroy()
    return url === '/' ? linking(...Array.from({ length: 100 }, (_, n) => `/${n}`)) : undefined
  })
  const { facts, visited } = await crawlServed(server, {
    clock: createFakeClock(),
    async visit({ url, end }) {
      isDown = true
      return 'body' in end ? Array.from({ length: 100 }, (_, n) => `${url}${n}`) : []
    },
  })
  expect(facts.crawl.end).toBe('not_answering')
  expect(facts.crawl.unread).toBeGreaterThan(80)
  expect(visited.length).toBeLessThan(15)
  expect(server.asked.length).toBeLessThan(30)
})
