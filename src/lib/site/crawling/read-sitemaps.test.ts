import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Page, redirecting, startPages } from '../../../testing/site/crawl-served.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import { readSitemaps, sitemapLimits } from './read-sitemaps.ts'
import { createSiteScope } from './site-scope.ts'

const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const url = (loc: string, more = '') => `<url><loc>${loc}</loc>${more}</url>`
const urlset = (...entries: string[]) => `<urlset ${xmlns}>${entries.join('\n')}</urlset>`
const index = (...locs: string[]) =>
  `<sitemapindex ${xmlns}>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`

/** Reads the sitemaps of a server; `ORIGIN` in the pages is replaced with its origin. */
async function read(pages: Record<string, Page>, more: { fromRobots?: string[]; limits?: object } = {}) {
  const server = await startPages((path) => {
    const page = pages[path]
    return typeof page === 'string' ? page.replaceAll('ORIGIN', server.origin) : page
  })
  const home = new URL(server.origin)
  const listed: string[] = []
  const { sitemaps, unread } = await readSitemaps({
    fetcher: testFetcher([server]),
    home,
    scope: createSiteScope(home),
    fromRobots: (more.fromRobots ?? []).map((path) => path.replace('ORIGIN', server.origin)),
    limits: { ...sitemapLimits, ...more.limits },
    onPage: (address) => listed.push(address.replace(server.origin, '')),
    signal: new AbortController().signal,
  })
  const files = sitemaps.map((sitemap) => ({
    ...sitemap,
    url: sitemap.url.replace(server.origin, ''),
    faults: sitemap.faults.map(({ kind, count }) => `${kind} ${count}`),
  }))
  return { files, listed, unread, server }
}

/** Reads one sitemap at a default URL. */
async function readOne(content: Page) {
  const { files, listed } = await read({ '/sitemap.xml': content })
  return { ...files[0], listed }
}

describe('a sitemap', () => {
  test('has pages and dates, and ignores other namespaces', async () => {
    const image = '<image:image xmlns:image="x"><image:loc>ORIGIN/i.png</image:loc></image:image>'
    const sitemap = await readOne(
      `<?xml version="1.0"?><!-- made by hand -->${urlset(
        url('ORIGIN/a', '<lastmod>2024-09-05T08:00:00+02:00</lastmod>'),
        url('\n ORIGIN/b?x=1&amp;y=2 \n', `${image}<lastmod>2020-01</lastmod>`),
        url('<![CDATA[ORIGIN/c]]>', '<priority>0.5</priority>'),
      )}`,
    )
    expect(sitemap).toMatchObject({
      ...{ kind: 'pages', entries: 3, faults: [], foundIn: 'usual', status: 200 },
      oldestLastmod: '2020-01-01T00:00:00.000Z',
      newestLastmod: '2024-09-05T06:00:00.000Z',
      entriesWithoutLastmod: 1,
      listed: ['/a', '/b?x=1&y=2', '/c'],
    })
  })

  test('may use a namespace prefix', async () => {
    const sitemap = await readOne(
      '<s:urlset xmlns:s="x"><s:url><s:loc>ORIGIN/a</s:loc><loc>ORIGIN/b</loc></s:url></s:urlset>',
    )
    expect(sitemap.listed).toEqual(['/a'])
  })

  test('may be a text file with one URL per line', async () => {
    expect((await readOne('\uFEFFORIGIN/a\r\nORIGIN/b\n\n')).listed).toEqual(['/a', '/b'])
  })

  test.each([
    ['a URL of another site', url('https://other.example/'), 'other_site 1'],
    ['a subdomain', url('https://blog.127.0.0.1.example/'), 'other_site 1'],
    ['an invalid URL', url('/relative'), 'invalid_address 1'],
    ['an entry without a URL', '<url><lastmod>2020</lastmod></url>', 'invalid_address 1'],
    ['a date in words', url('ORIGIN/a', '<lastmod>yesterday</lastmod>'), 'invalid_lastmod 1'],
    ['an invalid date', url('ORIGIN/a', '<lastmod>2020-13-45</lastmod>'), 'invalid_lastmod 1'],
    ['a future date', url('ORIGIN/a', '<lastmod>2199-01-01</lastmod>'), 'future_lastmod 1'],
  ])('reports %s', async (_name, entry, fault) => {
    expect((await readOne(urlset(entry))).faults).toEqual([fault])
  })

  test.each([
    ['no entries', urlset(), ['empty 1'], []],
    ['a truncated file', urlset(url('ORIGIN/a'), url('ORIGIN/b')).slice(0, -15), ['malformed 1'], ['/a']],
    ['invalid XML', urlset(url('ORIGIN/a'), '<a b=c>'), ['malformed 1'], ['/a']],
    ['an unknown entity', urlset(url('ORIGIN/a'), url('&bomb;')), ['malformed 1'], ['/a']],
    ['a feed', '<rss><channel/></rss>', ['not_a_sitemap 1'], []],
    ['plain text', 'hello', ['malformed 1'], []],
  ])('with %s returns its faults and valid entries', async (_name, content, faults, listed) => {
    expect(await readOne(content)).toMatchObject({ faults, listed })
  })

  test('is read up to 50,000 entries', async () => {
    const entries = Array.from({ length: 50_001 }, (_, n) => url(`ORIGIN/${n}`))
    expect(await readOne(urlset(...entries.slice(0, -1)))).toMatchObject({ entries: 50_000, faults: [] })
    expect(await readOne(urlset(...entries))).toMatchObject({
      entries: 50_000,
      faults: ['too_many_entries 1'],
    })
  })

  test('may be a gzip file, even a truncated one', async () => {
    const send =
      (bytes: Buffer): Page =>
      (_request, response) =>
        response.setHeader('content-type', 'application/gzip').end(bytes)
    const entries = Array.from({ length: 5000 }, (_, n) => url(`http://127.0.0.1/${n}`))
    const whole = gzipSync(urlset(...entries))
    expect(await readOne(send(whole))).toMatchObject({ entries: 5000, faults: ['other_site 5000'] })
    const half = await readOne(send(whole.subarray(0, whole.length / 2)))
    expect(half.faults?.at(-1)).toMatch(/^(cut_off|malformed) 1$/)
    expect(half.entries).toBeGreaterThan(1000)
    expect(await readOne(send(Buffer.from([0x1f, 0x8b, 1, 2, 3])))).toMatchObject({
      entries: 0,
      faults: ['cut_off 1'],
    })
  })
})

describe('the sitemaps of a site', () => {
  test('come from robots.txt, default URLs and indexes, each read once', async () => {
    const { files, listed, server } = await read(
      {
        '/mine.xml': index('ORIGIN/one.xml', 'ORIGIN/two.xml', 'ORIGIN/mine.xml', 'ORIGIN/one.xml'),
        '/one.xml': urlset(url('ORIGIN/1')),
        '/two.xml': urlset(url('ORIGIN/2')),
        '/sitemap_index.xml': redirecting('/mine.xml'),
        '/sitemap1.xml': urlset(url('ORIGIN/1'), url('ORIGIN/3')),
      },
      { fromRobots: ['ORIGIN/mine.xml', '/mine.xml', 'ORIGIN/gone.xml', 'http://'] },
    )
    expect(files.map((file) => [file.url, file.foundIn, file.parent?.replace(server.origin, '') ?? null])).toEqual([
      ['/mine.xml', 'robots', null],
      ['/gone.xml', 'robots', null],
      ['/sitemap1.xml', 'usual', null],
      ['/one.xml', 'index', '/mine.xml'],
      ['/two.xml', 'index', '/mine.xml'],
    ])
    expect(files[1]).toMatchObject({ status: 404, kind: null, entries: 0 })
    expect(listed.sort()).toEqual(['/1', '/1', '/2', '/3'])
    const requested = server.asked.map((request) => request.url)
    expect(requested.filter((path) => path === '/one.xml')).toHaveLength(1)
  })

  test('exclude HTML pages that a site returns for every URL', async () => {
    const page = '<!DOCTYPE html><html><head><title>Not found</title></head></html>'
    expect((await read({ '/sitemap.xml': page, '/sitemap1.xml': redirecting('/'), '/': page })).files).toEqual([])
    // As the build tools of apps write it.
    const app = '<!doctype html>\n<html lang="en"><head><meta charset="UTF-8" /><title>App</title></head></html>'
    expect((await read({ '/sitemap.xml': app, '/sitemap-index.xml': app })).files).toEqual([])
    const named = await read({ '/map.xml': page }, { fromRobots: ['/map.xml'] })
    expect(named.files).toMatchObject([{ faults: ['not_a_sitemap 1'] }])
  })

  test('are read three index levels deep, and nested indexes are reported', async () => {
    const { files, unread } = await read({
      '/sitemap.xml': index('ORIGIN/1.xml'),
      '/1.xml': index('ORIGIN/2.xml'),
      '/2.xml': index('ORIGIN/3.xml'),
      '/3.xml': index('ORIGIN/4.xml'),
      '/4.xml': urlset(),
    })
    expect(files.map((file) => [file.url, ...file.faults])).toEqual([
      ['/sitemap.xml'],
      ['/1.xml', 'nested_index 1'],
      ['/2.xml', 'nested_index 1'],
      ['/3.xml', 'nested_index 1'],
    ])
    expect(unread).toBe(1)
  })

  test('are limited by number and bytes', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `ORIGIN/${n}.xml`)
    const pages = Object.fromEntries(many.map((_, n) => [`/${n}.xml`, urlset(url(`ORIGIN/${n}`))]))
    const site = { '/sitemap.xml': index(...many), ...pages }
    const few = await read(site, { limits: { files: 10 } })
    expect([few.files.length, few.listed.length, few.unread]).toEqual([7, 6, 24])
    const small = await read(site, { limits: { bytes: 2500 } })
    expect(small.listed.length).toBeLessThan(10)
    expect(small.files.length + small.unread).toBeGreaterThanOrEqual(31)
  })
})
