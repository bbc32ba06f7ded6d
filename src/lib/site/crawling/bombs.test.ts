import { brotliCompressSync, constants, createGzip, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { longTest, portion } from '../../../testing/forms.ts'
import { crawlServed, linking, type Page, startPages } from '../../../testing/site/crawl-served.ts'
import { createFakeClock } from '../../../testing/site/fake-clock.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import { estimatePages } from './estimate-pages.ts'
import { parseSitemap } from './parse-sitemap.ts'

const signal = new AbortController().signal
const megabyte = 1024 * 1024

const encoded =
  (coding: string, bytes: Buffer, type = 'text/html'): Page =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': coding, 'content-type': type }).end(bytes)

const packers: [string, (bytes: Buffer) => Buffer][] = [
  ['gzip', (bytes: Buffer) => gzipSync(bytes)],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
]
test.each(portion(packers, 1, 3))(
  'reads a page that decompresses to 120 MB (%s) only up to its limit',
  async (coding, pack) => {
    const bomb = pack(Buffer.alloc(120 * megabyte, '<a href="/x">'))
    const server = await startPages({
      '/': encoded(coding, bomb),
      '/robots.txt': encoded(coding, bomb, 'text/plain'),
      '/llms.txt': encoded(coding, bomb, 'text/plain'),
      '/sitemap.xml': encoded(coding, bomb, 'application/xml'),
    })
    const { visited, facts } = await crawlServed(server)
    const [home] = visited
    expect(home?.end).toMatchObject({ truncated: 'too_large' })
    expect(home !== undefined && 'body' in home.end && home.end.body.length).toBe(2 * megabyte)
    expect(facts.robots).toMatchObject({ isCutOff: true, state: 'read' })
    expect(facts.sitemaps.every(({ bytes }) => bytes <= 50 * megabyte)).toBe(true)
  },
)

describe('a sitemap', () => {
  const parse = async (content: string | Buffer) => {
    let entries = 0
    const parsed = await parseSitemap(
      Buffer.from(content),
      () => {
        entries += 1
      },
      signal,
    )
    return { ...parsed, entries }
  }

  longTest('with a million URLs is read up to the file size limit', async () => {
    const address = (n: number) => `<url><loc>http://127.0.0.1/a-page-of-a-site/${n}</loc></url>`
    const gzip = createGzip({ level: 1 })
    const packed = (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of gzip) chunks.push(chunk)
      return Buffer.concat(chunks)
    })()
    gzip.write('<urlset>')
    for (let start = 0; start < 1_000_000; start += 10_000) {
      gzip.write(Array.from({ length: 10_000 }, (_, n) => address(start + n)).join(''))
    }
    gzip.end('</urlset>')
    const file = await packed
    const server = await startPages({
      '/sitemap.xml': (_request, response) => response.setHeader('content-type', 'application/gzip').end(file),
      '/': linking('/a'),
      '/a': '',
    })
    const { facts } = await crawlServed(server)
    expect(facts.sitemaps).toMatchObject([{ entries: 50_000, bytes: 50 * megabyte }])
    expect(facts.sitemaps[0]?.faults.map(({ kind }) => kind)).toContain('too_many_entries')
    expect(facts.crawl).toMatchObject({ end: 'complete', read: 2 })
    const { signal } = new AbortController()
    const estimate = await estimatePages(testFetcher([server]), new URL(server.origin), {
      token: 'x',
      signal,
    })
    expect(estimate).toEqual({ pages: 0, isComplete: true })
  })

  test('with deeply nested elements, many attributes or recursive entities is rejected', async () => {
    const deep = `<urlset>${'<a>'.repeat(1_000_000)}${'</a>'.repeat(1_000_000)}</urlset>`
    const wide = `<urlset><url ${Array.from({ length: 500_000 }, (_, n) => `a${n}=""`).join(' ')}></url></urlset>`
    const lol = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const laughs = `<!DOCTYPE u [<!ENTITY l0 "lol">${lol}]><urlset><url><loc>&l20;</loc></url></urlset>`
    for (const content of [deep, wide, laughs]) {
      expect(await parse(content)).toMatchObject({ fault: 'malformed', entries: 0 })
    }
  })

  test('with one long text has one entry', async () => {
    const long = `<urlset><url><loc>${'x'.repeat(20 * megabyte)}</loc></url></urlset>`
    expect(await parse(long)).toMatchObject({ fault: null, entries: 1 })
  })

  test('yields to other work while it is parsed', async () => {
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    })
    await parse(`<urlset>${'<url><loc>http://a.example/</loc></url>'.repeat(50_000)}</urlset>`)
    clearInterval(count)
    expect(turns).toBeGreaterThan(3)
  })
})

longTest('stops reading endlessly nested sitemap indexes at the limit', async () => {
  const server = await startPages((url) => {
    if (!url.startsWith('/sitemap') && !url.startsWith('/n')) return url === '/' ? '' : undefined
    const files = Array.from(
      { length: 1000 },
      (_, n) => `<sitemap><loc>http://127.0.0.1:${server.port}/n${n}${url.length}</loc></sitemap>`,
    )
    return `<sitemapindex>${files.join('')}</sitemapindex>`
  })
  const { facts } = await crawlServed(server)
  expect(facts.sitemaps).toHaveLength(500)
  expect(facts.unreadSitemaps).toBeGreaterThan(1000)
  expect(facts.crawl.end).toBe('complete')
})

test('a page that sends one byte per second does not block an audit', async () => {
  const server = await startPages({
    '/': linking('/slow', '/a'),
    '/a': '',
    '/slow': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drip = setInterval(() => response.write('x'), 1000)
      response.once('close', () => clearInterval(drip))
    },
  })
  const { summary } = await crawlServed(server, { clock: createFakeClock(), limits: { pageMs: 2500 } })
  expect(summary).toEqual(['/ 200', '/a 200', '/slow timeout'])
})
