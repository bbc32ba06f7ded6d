import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { serveSite } from '../src/testing/site/serve-site.ts'
import { randomNumbers } from './measure.ts'

// An audited site in its own process: `flink FOLDER`, `generated PAGES`, `bombs` or `endless`. Prints its
// origin and, on request, what it has sent.
const [kind, argument = ''] = process.argv.slice(2)

export interface SiteCounts {
  /** Paths that returned a page. */
  pages: string[]
  sentBytes: number
}

const megabyte = 1024 * 1024
const sent: SiteCounts = { pages: [], sentBytes: 0 }

/** A page with 40 links and 20 kB of text. */
function generatedPage(number: number, random: () => number): string {
  const pages = Number(argument)
  const links = Array.from({ length: 40 }, (_, index) => {
    const to = index < 2 ? 2 * number + index : Math.floor(random() * pages) + 1
    return to <= pages ? `<a href="/page-${to}.html">Page ${to}</a>` : ''
  })
  const text = Array.from({ length: 300 }, () => `Sentence ${Math.floor(random() * 1e6)} of some words that differ.`)
  return `<!doctype html><html lang="en"><head><title>Page ${number}</title></head><body><h1>Page ${number}</h1>
  <nav>${links.join(' ')}</nav><main><p>${text.join(' ')}</p></main></body></html>`
}

function generated(): RequestListener {
  const random = randomNumbers(7)
  return ({ url = '' }, response) => {
    const number = url === '/' ? 1 : Number(/^\/page-(\d+)\.html$/.exec(url)?.[1])
    response.writeHead(number >= 1 ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(number >= 1 ? generatedPage(number, random) : 'nothing here')
  }
}

/** Compressed pages that unpack to 120 MB, cyclic and huge sitemaps, and very slow pages. */
function bombs(): RequestListener {
  const unpacked = Buffer.alloc(120 * megabyte, '<p>word <a href="/x">other</a></p>')
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  const packed: Record<string, Buffer> = {
    gzip: gzipSync(unpacked),
    br: brotliCompressSync(unpacked, quick),
    zstd: zstdCompressSync(unpacked),
  }
  const paths = Object.keys(packed).flatMap((coding) => Array.from({ length: 40 }, (_, n) => `/${coding}/${n}`))
  const slow = Array.from({ length: 4 }, (_, n) => `/slow/${n}`)
  const home = [...paths, ...slow].map((path) => `<a href="${path}">${path}</a>`).join('\n')
  const address = (n: number) => `<url><loc>http://127.0.0.1/a-page-of-a-site/${n}</loc></url>`
  const million = gzipSync(`<urlset>${Array.from({ length: 1_000_000 }, (_, n) => address(n)).join('')}</urlset>`)
  return ({ url = '/', headers }, response) => {
    const coding = url.split('/')[1] ?? ''
    const bomb = packed[coding]
    if (bomb !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding }).end(bomb)
    } else if (url.startsWith('/slow/')) {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drip = setInterval(() => response.write('x'), 1000)
      response.once('close', () => clearInterval(drip))
    } else if (url === '/sitemap1.xml') {
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(million)
    } else if (url.startsWith('/sitemap')) {
      const files = Array.from(
        { length: 1000 },
        (_, n) => `<sitemap><loc>http://${headers.host}/sitemap-${n}-${url.length}.xml</loc></sitemap>`,
      )
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(`<sitemapindex>${files.join('')}</sitemapindex>`)
    } else {
      response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' })
      response.end(url === '/' ? home : 'nothing here')
    }
  }
}

/** Every page links to a thousand new ones. */
function endless(): RequestListener {
  return ({ url = '/' }, response) => {
    response.writeHead(/^\/(\d+)?$/.test(url) ? 200 : 404, { 'content-type': 'text/html' })
    const number = Number(url.slice(1))
    const links = Array.from({ length: 1000 }, (_, n) => `<a href="/${number * 1000 + n + 1}">${n}</a>`)
    response.end(links.join('\n'))
  }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    response.once('finish', () => {
      if (response.statusCode === 200) sent.pages.push(request.url ?? '')
    })
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function serveFlink(): Promise<string> {
  // Without this header, linkchecker sends at most 10 requests per second.
  const headers = { LinkChecker: 'bench' }
  const site = await serveSite(argument, { publishedAs: 'https://flink.apache.org', headers })
  counts = () => ({
    pages: site.requests.filter(({ url, status }) => status === 200 && /(\/|\.html)$/.test(url)).map(({ url }) => url),
    sentBytes: site.sentBytes(),
  })
  return site.origin
}

let counts = () => sent
const listeners: Record<string, () => RequestListener> = { generated, bombs, endless }
const listener = listeners[kind ?? '']
const origin = listener === undefined ? await serveFlink() : await serve(listener())
process.send?.({ origin })
process.on('message', () => process.send?.(counts()))
process.on('disconnect', () => process.exit())
