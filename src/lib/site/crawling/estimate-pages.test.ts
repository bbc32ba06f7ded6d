import { expect, test } from 'vitest'
import { type Page, startPages } from '../../../testing/site/crawl-served.ts'
import { testFetcher } from '../../fetching/test-servers.ts'
import { estimatePages } from './estimate-pages.ts'

const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>ORIGIN${path}</loc></url>`).join('')}</urlset>`

async function estimate(
  pages: Record<string, Page>,
  { scheme = 'http:', ...more }: { scheme?: string; maxMs?: number } = {},
) {
  const server = await startPages((url) => {
    const page = pages[url]
    return typeof page === 'string' ? page.replaceAll('ORIGIN', server.origin) : page
  })
  const home = new URL(server.origin)
  home.protocol = scheme
  return estimatePages(testFetcher([server]), home, { token: 'audit', ...more })
}

test('pages are counted once in all sitemaps at the four addresses, those of other sites not', async () => {
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
  expect(await estimate(pages)).toBe(5)
  // The test’s server knows no https.
  expect(await estimate(pages, { scheme: 'https:' })).toBe(5)
})

test('it is 0 without sitemaps, without a site, and where robots.txt forbids them', async () => {
  expect(await estimate({})).toBe(0)
  expect(await estimate({ '/sitemap.xml': '<html></html>' })).toBe(0)
  const forbidden = { '/robots.txt': 'User-agent: audit\nDisallow: /', '/sitemap.xml': urlset('/a') }
  expect(await estimate(forbidden)).toBe(0)
  expect(await estimatePages(testFetcher([]), new URL('https://127.0.0.1:1'), { token: 'audit' })).toBe(0)
})

test('when its time is over it is what was counted by then', async () => {
  const never: Page = () => {}
  expect(
    await estimate({ '/sitemap.xml': urlset('/a', '/b'), '/sitemap_index.xml': never }, { maxMs: 1000 }),
  ).toBe(2)
})
