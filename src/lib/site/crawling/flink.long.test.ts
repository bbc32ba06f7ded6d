import { readFileSync, statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { crawlServed, linksIn } from '../../../testing/site/crawl-served.ts'
import { type ServeSiteOptions, serveSite } from '../../../testing/site/serve-site.ts'
import { testData } from '../../../testing/test-data.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import type { CrawledAddress } from '../crawled.ts'
import { estimatePages } from './estimate-pages.ts'

const folder = testData('site/flink')
const publishedAs = 'https://flink.apache.org'

async function served(options: ServeSiteOptions = {}) {
  const site = await serveSite(folder ?? '', { publishedAs, ...options })
  onTestFinished(() => site.close())
  return { ...site, connections: () => 0 }
}

/** Returns the file of a URL on the site, or undefined. */
function fileAt(url: URL): string | undefined {
  const path = `${folder}${decodeURIComponent(url.pathname)}`
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return [path.endsWith('/') ? `${path}index.html` : path].find(isFile)
}

/** Finds the pages reachable by links and sitemaps, based only on the files. */
function pagesInFiles(): Set<string> {
  const sitemap = (name: string) =>
    [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc)
  const waiting = [`${publishedAs}/`, ...sitemap('en/sitemap.xml'), ...sitemap('zh/sitemap.xml')]
  const pages = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const url = new URL(next)
    const file = fileAt(url)
    if (url.origin !== publishedAs || file?.endsWith('.html') !== true || pages.has(url.pathname)) continue
    pages.add(url.pathname)
    for (const [, , link = ''] of readFileSync(file, 'utf8').matchAll(/<a\s[^>]*?href=(["']?)([^"'\s>]+)/gi)) {
      const target = URL.parse(link.replaceAll('&amp;', '&'), next)
      if (target === null) continue
      const isFolder = statSync(`${folder}${target.pathname}`, { throwIfNoEntry: false })?.isDirectory()
      if (isFolder && !target.pathname.endsWith('/')) target.pathname += '/'
      waiting.push(target.href)
    }
  }
  return pages
}

const pathOf = ({ url }: CrawledAddress) => new URL(url).pathname
const isPage = ({ end, redirects }: CrawledAddress) =>
  redirects.length === 0 && 'status' in end && end.status === 200 && /html/.test(end.headers.get('content-type') ?? '')

test.skipIf(folder === undefined)('reads each page reachable by links and sitemaps once', async () => {
  const site = await served()
  const { visited, facts } = await crawlServed(site)
  const pages = visited.filter(isPage).map(pathOf)
  expect(pages.sort()).toEqual([...pagesInFiles()].sort())
  expect(pages).toHaveLength(432)
  expect(new Set(visited.map(({ url }) => url)).size).toBe(visited.length)
  expect(facts.crawl).toMatchObject({ end: 'complete', read: visited.length, unread: 0, passedOver: [] })
  const sitemaps = facts.sitemaps.map(({ url, kind, entries, foundIn }) => [
    url.replace(site.origin, ''),
    kind,
    entries,
    foundIn,
  ])
  expect(sitemaps).toEqual([
    ['/sitemap.xml', 'index', 2, 'usual'],
    ['/en/sitemap.xml', 'pages', 291, 'index'],
    ['/zh/sitemap.xml', 'pages', 53, 'index'],
  ])
  expect(facts.sitemapPages).toBe(344)
})

test.skipIf(folder === undefined)('follows the redirects of the site to existing pages', async () => {
  const site = await served({ hasRedirects: true })
  const { visited } = await crawlServed(site)
  const redirected = visited.filter(({ redirects }) => redirects.length > 0)
  const isToSlash = ({ url, end }: CrawledAddress) => 'url' in end && end.url === `${url}/`
  // 6 are folders without a trailing slash, which redirect even without .htaccess.
  expect([redirected.length, redirected.filter(isToSlash).length]).toEqual([19, 6])
  for (const { end } of redirected) expect(end).toMatchObject({ status: 200 })
  expect(visited.filter(isPage)).toHaveLength(433)
})

test.skipIf(folder === undefined)('sends almost no bytes in a second crawl with entity tags', async () => {
  const site = await served()
  const tags = new Map<string, { etag: string | null; links: string[] }>()
  const visit = async (address: CrawledAddress) => {
    const { url, end } = address
    if ('status' in end && end.status === 304) return tags.get(url)?.links ?? []
    const links = linksIn(address)
    if ('status' in end && end.status === 200) tags.set(url, { etag: end.headers.get('etag'), links })
    return links
  }
  const first = await crawlServed(site, { visit })
  const firstBytes = site.sentBytes()
  const validators = (url: string) => ({ etag: tags.get(url)?.etag ?? null, lastModified: null })
  const second = await crawlServed(site, { visit, validators })
  expect(second.facts.crawl).toEqual(first.facts.crawl)
  // Each crawl reads the feed that the home page declares, as it can be one of products.
  const feedBytes = statSync(`${folder}/index.xml`).size
  expect(site.sentBytes() - firstBytes - feedBytes).toBeLessThan(firstBytes / 20)
})

test.skipIf(folder === undefined)('estimates the size of an audit by its sitemaps', async () => {
  const site = await served()
  const estimate = await estimatePages(testFetcher([site]), new URL(site.origin), {
    token: 'Sightline-audit',
    signal: new AbortController().signal,
  })
  expect(estimate).toEqual({ pages: 344, isComplete: true })
})
