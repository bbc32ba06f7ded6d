import { describe, expect, it } from 'vitest'
import {
  crawlServed,
  linking,
  linksIn,
  type Page,
  redirecting,
  startPages,
} from '../../../testing/site/crawl-served.ts'
import { createFakeClock } from '../../../testing/site/fake-clock.ts'
import { createMemoryFrontier } from '../../../testing/site/memory-frontier.ts'

const urlset = (...urls: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

describe('a crawl', () => {
  it('reads the home page and every linked page once', async () => {
    const server = await startPages({
      '/': linking('/a', '/b#part', '/a?utm_source=x', 'mailto:a@b.example', 'https://other.example/'),
      '/a': linking('/', 'b', '/c'),
      '/b': linking('/missing'),
      '/c': 'end',
    })
    const { summary, facts } = await crawlServed(server)
    expect(summary).toEqual(['/ 200', '/a 200', '/b 200', '/c 200', '/missing 404'])
    // The home page is also read at the start, to follow its redirects.
    expect(server.pagesAsked().sort()).toEqual(['/', '/', '/a', '/b', '/c', '/missing'])
    expect(facts.crawl).toEqual({ end: 'complete', read: 5, unread: 0, passedOver: [] })
  })

  it('reads links found while the frontier is queried for more', async () => {
    const server = await startPages({ '/': linking('/a'), '/a': linking('/b'), '/b': '' })
    const frontier = createMemoryFrontier()
    const slow = {
      ...frontier,
      async next(limit: number) {
        const batch = await frontier.next(limit)
        await new Promise((resolve) => setTimeout(resolve, 100))
        return batch
      },
    }
    const { summary } = await crawlServed(server, { frontier: slow })
    expect(summary).toEqual(['/ 200', '/a 200', '/b 200'])
  })

  it('records the lowest click depth of each page, even if responses are slow', async () => {
    const server = await startPages({
      '/': linking('/slow', '/quick'),
      '/slow': (_request, response) => {
        response.setHeader('content-type', 'text/html')
        setTimeout(() => response.end(linking('/far')), 100)
      },
      '/quick': linking('/next'),
      '/next': linking('/far', '/last'),
      '/far': linking('/beyond'),
      '/last': '',
      '/beyond': '',
    })
    const { visited } = await crawlServed(server)
    const depths = visited.map(({ url, depth }) => [new URL(url).pathname, depth])
    expect(Object.fromEntries(depths)).toEqual({
      ...{ '/': 0, '/slow': 1, '/quick': 1, '/next': 2, '/far': 2, '/last': 3, '/beyond': 3 },
    })
  })

  it('reads pages listed only in a sitemap after all linked pages', async () => {
    const server = await startPages((url) => {
      const origin = `http://127.0.0.1:${server.port}`
      if (url === '/sitemap.xml') return urlset(`${origin}/`, `${origin}/orphan`, `${origin}/a`)
      return { '/': linking('/a'), '/a': '', '/orphan': linking('/its-child'), '/its-child': '' }[url]
    })
    const { visited, facts } = await crawlServed(server)
    const found = visited.map(({ url, depth, isInSitemap }) => [new URL(url).pathname, depth, isInSitemap])
    expect(found).toEqual([
      ['/', 0, true],
      ['/a', 1, true],
      ['/orphan', null, true],
      ['/its-child', null, false],
    ])
    expect(facts.sitemapPages).toBe(3)
  })

  it('does not read pages that robots.txt disallows, and reports them', async () => {
    const server = await startPages({
      '/robots.txt': 'User-agent: sightline-audit\nDisallow: /private\nUser-agent: *\nDisallow: /',
      '/': linking('/private/page', '/open'),
      '/open': '',
      '/private/page': '',
    })
    const { summary, visited } = await crawlServed(server)
    expect(summary).toEqual(['/ 200', '/open 200', '/private/page disallowed'])
    expect(visited.map(({ isAllowed }) => isAllowed)).toEqual([true, false, true])
    expect(server.pagesAsked()).not.toContain('/private/page')
  })

  it('reads nothing if robots.txt cannot be fetched', async () => {
    const server = await startPages({
      '/robots.txt': (_request, response) => response.writeHead(500).end(),
      '/': linking('/a'),
      '/a': '',
    })
    const { summary, facts } = await crawlServed(server)
    expect(summary).toEqual(['/ disallowed'])
    expect(facts.robots).toMatchObject({ state: 'unreachable', status: 500, isHomeAllowed: false })
    expect(facts.bots.every(({ isAllowed }) => !isAllowed)).toBe(true)
    expect(server.asked.map(({ url }) => url)).toEqual(['/robots.txt'])
  })

  it('stops at the page limit and reserves half of it for sitemap pages', async () => {
    const server = await startPages((url) => {
      const origin = `http://127.0.0.1:${server.port}`
      if (url === '/sitemap.xml') return urlset(...Array.from({ length: 100 }, (_, n) => `${origin}/listed/${n}`))
      if (url === '/robots.txt') return undefined
      const page = Number(/\d+/.exec(url)?.[0] ?? 0)
      return linking(...Array.from({ length: 10 }, (_, n) => `/endless/${page * 10 + n + 1}`))
    })
    const { visited, facts } = await crawlServed(server, { limits: { pages: 40 } })
    const listed = visited.filter(({ isInSitemap }) => isInSitemap)
    expect([visited.length, listed.length]).toEqual([40, 20])
    expect(facts.crawl).toMatchObject({ end: 'page_limit', read: 40, unread: 0 })
  })

  it('reports the page limit if a sitemap lists more pages than it reads', async () => {
    const server = await startPages((url) => {
      const pages = Array.from({ length: 30 }, (_, n) => `http://127.0.0.1:${server.port}/${n}`)
      return url === '/sitemap.xml' ? urlset(...pages) : url === '/' ? '' : undefined
    })
    const { facts } = await crawlServed(server, { limits: { pages: 10 } })
    expect(facts.crawl).toMatchObject({ end: 'page_limit', read: 10, unread: 0 })
    expect(facts.sitemapPages).toBe(30)
  })

  it('stops at the time limit', async () => {
    const clock = createFakeClock()
    const server = await startPages((url) => (url === '/' ? linking('/1') : linking(`/${Number(url.slice(1)) + 1}`)))
    const { facts } = await crawlServed(server, {
      limits: { durationMs: 60_000 },
      clock,
      async visit({ url }) {
        await clock.sleep(10_000, new AbortController().signal)
        const page = Number(new URL(url).pathname.slice(1))
        return [`${server.origin}/${page + 1}`]
      },
    })
    expect(facts.crawl).toMatchObject({ end: 'time_limit', unread: 1 })
    expect(facts.crawl.read).toBeLessThan(10)
  })

  it('reads pages of a sitemap even if their URL looks like a trap', async () => {
    const odd = '/a/a/a/a/a/'
    const server = await startPages((url) => {
      if (url === '/sitemap.xml') return urlset(`http://127.0.0.1:${server.port}${odd}`)
      return { '/': linking(odd, `/b${odd}`), [odd]: '' }[url]
    })
    const { visited, facts } = await crawlServed(server)
    expect(visited.map(({ url, depth }) => [new URL(url).pathname, depth])).toEqual([
      ['/', 0],
      [odd, 1],
    ])
    expect(facts.crawl.passedOver).toEqual([{ kind: 'repeating', links: 1, examples: [`${server.origin}/b${odd}`] }])
  })

  it('requests files with HEAD', async () => {
    const server = await startPages({
      '/': linking('/paper.pdf', '/gone.zip', '/page.pdf', '/odd.zip'),
      '/paper.pdf': (_request, response) => response.setHeader('content-type', 'application/pdf').end('x'),
      '/page.pdf': linking('/a'),
      '/odd.zip': (request, response) => {
        response.statusCode = request.method === 'HEAD' ? 405 : 200
        response.setHeader('content-type', 'application/zip').end('x')
      },
      '/a': '',
    })
    const { summary } = await crawlServed(server)
    expect(summary).toEqual(['/ 200', '/a 200', '/gone.zip 404', '/odd.zip 200', '/page.pdf 200', '/paper.pdf 200'])
    expect(server.pagesAsked().sort()).toEqual(['/', '/', '/a', '/odd.zip', '/page.pdf'])
  })
})

describe('redirects', () => {
  it('are reported step by step, and the target page is read once as its own page', async () => {
    const server = await startPages({
      '/': linking('/old'),
      '/old': redirecting('/older', 302),
      '/older': redirecting('/new'),
      '/new': linking('/child'),
      '/child': '',
    })
    const { visited, summary } = await crawlServed(server)
    expect(summary).toEqual(['/ 200', '/child 200', '/new 200', '/old 200'])
    const [, old, page] = visited
    expect(old).toMatchObject({ depth: 1, source: `${server.origin}/` })
    expect(old?.redirects.map(({ url, status, to }) => [url, status, to])).toEqual([
      [`${server.origin}/old`, 302, `${server.origin}/older`],
      [`${server.origin}/older`, 301, `${server.origin}/new`],
    ])
    expect(page).toMatchObject({
      url: `${server.origin}/new`,
      redirects: [],
      depth: 1,
      source: `${server.origin}/old`,
    })
    expect(server.pagesAsked().filter((url) => url === '/new')).toHaveLength(1)
  })

  it('lead to each page once, even if the frontier is slow', async () => {
    const count = 60
    const pages: Record<string, Page> = {
      '/': linking(...Array.from({ length: count }, (_, n) => `/old/${n}`)),
    }
    for (let n = 0; n < count; n += 1) {
      pages[`/old/${n}`] = redirecting(`/new/${n}`)
      pages[`/new/${n}`] = ''
    }
    const server = await startPages(pages)
    const memory = createMemoryFrontier()
    const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    const frontier = {
      ...memory,
      settle: async (urls: readonly string[]) => {
        await later(30)
        await memory.settle(urls)
      },
      next: async () => {
        const batch = await memory.next(2)
        await later(5)
        return batch
      },
    }
    const { visited } = await crawlServed(server, { frontier })
    expect(visited).toHaveLength(1 + 2 * count)
    expect(new Set(visited.map(({ url }) => url)).size).toBe(visited.length)
  })

  it('to a known page do not change it', async () => {
    const server = await startPages({ '/': linking('/a', '/b'), '/a': redirecting('/b'), '/b': '' })
    const { visited } = await crawlServed(server)
    const paths = visited.map(({ url }) => new URL(url).pathname)
    expect(paths.sort()).toEqual(['/', '/a', '/b'])
  })

  it('in a loop or to an invalid URL are reported', async () => {
    const server = await startPages({
      '/': linking('/circle', '/nowhere'),
      '/circle': redirecting('/ring'),
      '/ring': redirecting('/circle'),
      '/nowhere': redirecting('http://'),
    })
    const { summary, visited } = await crawlServed(server)
    expect(summary).toEqual(['/ 200', '/circle redirect_loop', '/nowhere invalid_url'])
    expect(visited.find(({ url }) => url.endsWith('/circle'))?.redirects).toHaveLength(2)
  })

  it('to another site are not followed', async () => {
    const other = await startPages({ '/': 'other' })
    const server = await startPages({
      '/': linking('/out'),
      '/out': redirecting(`${other.origin}/`),
    })
    const { visited } = await crawlServed(server, { others: [other] })
    const out = visited.find(({ url }) => url.endsWith('/out'))
    expect(out?.redirects.at(-1)?.to).toBe(`${other.origin}/`)
    expect(out?.end).toMatchObject({ status: 301, url: `${server.origin}/out` })
    expect(other.connections()).toBe(0)
  })

  it('to a page that robots.txt disallows are not followed', async () => {
    const server = await startPages({
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': linking('/in'),
      '/in': redirecting('/private'),
      '/private': '',
    })
    const { summary, visited } = await crawlServed(server)
    expect(summary).toEqual(['/ 200', '/in disallowed'])
    expect(visited.at(-1)?.isAllowed).toBe(true)
    expect(server.pagesAsked()).not.toContain('/private')
  })

  it('that only add a session id are ignored', async () => {
    const server = await startPages({
      '/': redirecting('/;jsessionid=1'),
      '/;jsessionid=1': linking('/a;jsessionid=1'),
      '/a': '',
    })
    const { visited } = await crawlServed(server)
    expect(visited.map(({ url, redirects }) => [new URL(url).pathname, redirects.length])).toEqual([
      ['/', 0],
      ['/a', 0],
    ])
  })
})

describe('a repeated crawl', () => {
  it('reads only pages that changed', async () => {
    const answerTo =
      (etag: string, page: string): Page =>
      (request, response) => {
        response.setHeader('etag', etag).setHeader('content-type', 'text/html')
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
        else response.end(page)
      }
    const server = await startPages({ '/': answerTo('"1"', linking('/a')), '/a': answerTo('"2"', 'x') })
    const etags: Record<string, string> = { [`${server.origin}/`]: '"1"', [`${server.origin}/a`]: '"old"' }
    const { summary } = await crawlServed(server, {
      validators: async (url) => ({ etag: etags[url] ?? null, lastModified: null }),
    })
    expect(summary).toEqual(['/ 304'])
  })

  it('resumes after a crash with the same result', async () => {
    const pages: Record<string, string> = {}
    for (let page = 0; page < 100; page += 1) {
      pages[page === 0 ? '/' : `/${page}`] = linking(`/${(page * 7 + 1) % 100}`, `/${(page * 5 + 3) % 100}`, '/gone')
    }
    const server = await startPages(pages)
    const whole = await crawlServed(server)
    const frontier = createMemoryFrontier()
    const depths = new Map<string, number | null>()
    let kills = 0
    for (let isDone = false; !isDone; ) {
      const kill = new AbortController()
      let left = 10
      isDone = await crawlServed(server, {
        frontier,
        signal: kill.signal,
        async visit(address) {
          left -= 1
          if (left === 0) kill.abort(new Error('killed'))
          kill.signal.throwIfAborted()
          depths.set(address.url, address.depth)
          return linksIn(address)
        },
      }).then(
        () => true,
        (error) => {
          expect(error.message).toBe('killed')
          return false
        },
      )
      if (!isDone) kills += 1
      frontier.putBack()
    }
    expect(kills).toBeGreaterThan(5)
    expect(Object.fromEntries(depths)).toEqual(Object.fromEntries(whole.visited.map(({ url, depth }) => [url, depth])))
  })
})

it('rejects with the error of the callback or the abort reason', async () => {
  const server = await startPages({ '/': linking('/a', '/b'), '/a': '', '/b': '' })
  const failing = crawlServed(server, { visit: () => Promise.reject(new Error('disk full')) })
  await expect(failing).rejects.toThrow('disk full')
  const stop = new AbortController()
  const stopped = crawlServed(server, {
    signal: stop.signal,
    visit: async () => {
      stop.abort(new Error('cancelled'))
      return []
    },
  })
  await expect(stopped).rejects.toThrow('cancelled')
})

it('reports an unreachable site as a result', async () => {
  const server = await startPages({})
  const { summary, facts } = await crawlServed(server, {
    home: new URL('http://127.0.0.1:1/'),
    clock: createFakeClock(),
  })
  expect(summary).toEqual(['http://127.0.0.1:1/ refused_address'])
  expect(facts.home).toMatchObject({ status: null, problem: 'refused_address' })
})
