import { expect, test } from 'vitest'
import { type Page, startPages } from '../../../testing/site/crawl-served.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import { type Estimate, type EstimateOptions, estimatePages } from './estimate-pages.ts'

const never = new AbortController().signal
const complete = (pages: number): Estimate => ({ pages, isComplete: true })

const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>ORIGIN${path}</loc></url>`).join('')}</urlset>`

async function estimate(
  pages: Record<string, Page>,
  { scheme = 'http:', signal = never, onCount = () => {} }: Partial<EstimateOptions> & { scheme?: string } = {},
) {
  const server = await startPages((url) => {
    const page = pages[url]
    return typeof page === 'string' ? page.replaceAll('ORIGIN', server.origin) : page
  })
  const home = new URL(server.origin)
  home.protocol = scheme
  return estimatePages(testFetcher([server]), home, { token: 'audit', signal, onCount })
}

test('counts each page of the site once across its sitemaps and ignores pages of other sites', async () => {
  const pages = {
    '/robots.txt': 'Sitemap: ORIGIN/other.xml',
    '/other.xml': urlset('/only-robots-txt-knows'),
    '/sitemap.xml': urlset('/a', '/b', '/b#part').replace(
      '</urlset>',
      '<url><loc>http://other.example/</loc></url></urlset>',
    ),
    '/sitemap_index.xml': '<sitemapindex><sitemap><loc>ORIGIN/part.xml</loc></sitemap></sitemapindex>',
    '/part.xml': urlset('/b', '/c'),
    '/sitemap1.xml': urlset('/d'),
    '/sitemap-index.xml': urlset('/e'),
  }
  expect(await estimate(pages)).toEqual(complete(5))
  // The test server does not support HTTPS.
  expect(await estimate(pages, { scheme: 'https:' })).toEqual(complete(5))
})

test('returns 0 without sitemaps, without a site, or if robots.txt disallows them', async () => {
  expect(await estimate({})).toEqual(complete(0))
  expect(await estimate({ '/sitemap.xml': '<html></html>' })).toEqual(complete(0))
  const forbidden = { '/robots.txt': 'User-agent: audit\nDisallow: /', '/sitemap.xml': urlset('/a') }
  expect(await estimate(forbidden)).toEqual(complete(0))
  const nowhere = new URL('https://127.0.0.1:1')
  const unreachable = await estimatePages(testFetcher([]), nowhere, { token: 'audit', signal: never })
  expect(unreachable).toEqual(complete(0))
})

test('returns the pages counted before the time limit as an incomplete estimate', async () => {
  const never: Page = () => {}
  const time = new AbortController()
  const counted: number[] = []
  const onCount = (pages: number) => {
    counted.push(pages)
    if (pages === 2) time.abort()
  }
  const pages = { '/sitemap.xml': urlset('/a', '/b'), '/sitemap_index.xml': never }
  expect(await estimate(pages, { signal: time.signal, onCount })).toEqual({ pages: 2, isComplete: false })
  expect(counted.at(-1)).toBe(2)
})
