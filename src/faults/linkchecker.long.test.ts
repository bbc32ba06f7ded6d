import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAuditedBrand, type ShownPage } from '../testing/audits/audited-brand.ts'
import { type ServedSite, serveSite } from '../testing/site/serve-site.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { testData } from '../testing/test-data.ts'

const folder = testData('site/flink')

/** Removes the port, unescapes (linkchecker escapes more) and collapses slashes, as linkchecker does. */
const plain = (address: string) =>
  decodeURIComponent(address)
    .replace(/http:\/\/127\.0\.0\.1:\d+/, 'SITE')
    .replace(/\/{2,}/g, '/')

/** Broken paths by the page that links to them. */
type Broken = Map<string, Set<string>>

/** The favicon is on every page, but is neither a link that readers follow nor an image of a page. */
const elementsOfOthers = ['/favicon.png']

/** Reads linkchecker's findings: a line per page read, followed by a line per broken address. */
function readFacts(): Broken {
  const facts: Broken = new Map()
  const text = readFileSync(new URL('../testing/site/linkchecker-flink.txt', import.meta.url), 'utf8')
  let page = new Set<string>()
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    if (line.startsWith('\t')) page.add(plain(line.trim().replace(/#.*/, '')))
    else {
      page = new Set()
      facts.set(line, page)
    }
  }
  return facts
}

let site: ServedSite
let test: TestApp
let audited: Broken
let read: Set<string>

beforeAll(async () => {
  if (folder === undefined) return
  site = await serveSite(folder, { publishedAs: 'https://flink.apache.org' })
  test = await startTestApp({ FETCH_ALLOWED_ADDRESSES: '127.0.0.1' })
  const brand = await makeAuditedBrand({ ...test, site: { ...test.site, website: site.origin } })
  await brand.start({ include_link_analysis: false })
  await test.auditsAreOver()
  const pathOf = (url: string) => url.replace(site.origin, '')
  audited = new Map()
  const issues = await brand.issues()
  for (const { id } of issues.filter(({ docs_url }) => /broken-(internal-links|images)$/.test(docs_url))) {
    const path = `/v1/brands/${brand.brandId}/technical/issues/${id}`
    for (const { url, evidence } of await allPages(path, brand.key)) {
      const addresses = evidence
        .filter((address) => address.startsWith(site.origin))
        .map(pathOf)
        .map(plain)
      audited.set(pathOf(url), new Set([...(audited.get(pathOf(url)) ?? []), ...addresses]))
    }
  }
  read = new Set(site.requests.filter(({ status }) => status === 200).map(({ url }) => url))
})
afterAll(async () => {
  await test?.close()
  await site?.close()
})

async function allPages(path: string, key: string): Promise<ShownPage[]> {
  const pages: ShownPage[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await test.get(`${path}?limit=100${query}`, key)
    pages.push(...(body.data as ShownPage[]))
    cursor = body.pagination.next_cursor
  }
  return pages
}

it.skipIf(folder === undefined)('finds the same broken links as linkchecker on every page that both read', () => {
  const facts = readFacts()
  const pages = [...facts.keys()].filter((page) => read.has(page))
  // linkchecker ignores sitemaps, so it reads a subset of the pages.
  expect(pages).toEqual([...facts.keys()])
  expect(pages.length).toBeGreaterThan(350)
  for (const page of pages) {
    const expected = [...(facts.get(page) ?? [])].filter((address) => !elementsOfOthers.includes(address))
    expect([page, ...(audited.get(page) ?? [])].sort()).toEqual([page, ...expected].sort())
  }
})
