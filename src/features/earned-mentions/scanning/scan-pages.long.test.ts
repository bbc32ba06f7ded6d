import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageKey, pageUrl } from '../../../lib/text/citations/page-url.ts'
import { pageShapes } from '../../../testing/earned-mentions/page-shapes.ts'
import { type SiteServer, startSites } from '../../../testing/earned-mentions/site-server.ts'
import { type ProductBenchAnswer, productBench } from '../../../testing/product-bench.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { askAll } from '../../../testing/visibility/ask.ts'
import { addCompetitor, makeBrand } from '../../../testing/visibility/make-brand.ts'
import { scanBrand } from './scan-pages.ts'

const brandName = 'Samsung'
const competitors = 'Sony Dell ASUS Garmin Breville Philips Anker Dyson'.split(' ')
const authors = ['Jane Doe', 'Zoë Roe', 'Søren Ås', 'Ana María Ruiz', "Kate O'Neil", 'Li Wei']
const filler =
  'We tried a good many of them over several weeks and wrote down what we saw, so that you need not do it again. '
/** Number of real answers used; each cites some pages. */
const answerLimit = 120

/** A generated page, keyed by its URL in the answers. */
interface MadePage {
  kind: 'page' | 'missing' | 'document' | 'empty'
  named: string[]
  namesBrand: boolean
  authors: string[]
  html: string
}

const lines = productBench()?.slice(0, answerLimit)
let test: TestApp
let sites: SiteServer
const pages = new Map<string, MadePage>()

beforeAll(async () => {
  sites = await startSites((address) => {
    const page = pages.get(pageKey(address))
    if (page === undefined || page.kind === 'missing') return { status: 404, body: 'Not here' }
    if (page.kind === 'document') return { status: 200, body: '%PDF-1.7', type: 'application/pdf' }
    return { status: 200, body: page.html }
  })
  test = await startTestApp(
    { FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${sites.port}` },
    { resolveHost: async () => ['127.0.0.1'] },
  )
})
afterAll(async () => {
  await test?.close()
  await sites?.close()
})

const picked = <T>(from: readonly T[], seed: number, max: number): T[] =>
  from.filter((_, index) => (seed >> index) % 3 === 0).slice(0, max)

function makePage(index: number): MadePage {
  const seed = (index * 2_654_435_761) >>> 8
  const kind = index % 11 === 0 ? 'missing' : index % 13 === 0 ? 'document' : index % 17 === 0 ? 'empty' : 'page'
  const named = picked(competitors, seed, 5)
  const namesBrand = index % 5 === 0
  const shapes = Object.values(pageShapes)
  const spoken = [...named, ...(namesBrand ? [brandName] : [])]
  const parts = {
    title: `What we found, part ${index}`,
    authors: picked(authors, seed >> 3, 2),
    paragraphs: [filler, ...spoken.map((name) => `${filler} ${name} did well.`), filler],
    surroundings: [...competitors.filter((name) => !named.includes(name)), brandName],
    language: 'en',
    date: '2025-11-03T08:00:00.000Z',
  }
  const make = shapes[index % shapes.length] as (typeof shapes)[number]
  const html = kind === 'empty' ? '<html><body><nav>Sony, Dell</nav></body></html>' : make(parts)
  return { kind, named: named.sort(), namesBrand, authors: parts.authors, html }
}

/** The same answer with its citations moved to the test sites. */
const served = (line: ProductBenchAnswer) => ({
  ...line,
  citations: line.citations.flatMap(({ url, title }) => {
    const page = pageUrl(url)
    if (page === undefined) return []
    const { hostname, pathname, search } = new URL(page.url)
    return [{ url: `http://${hostname}:${sites.port}${pathname}${search}`, title }]
  }),
})

it.skipIf(lines === undefined)(
  'pages cited by real answers: finds the competitors and authors that they were generated with',
  async () => {
    const { brandId, key } = await makeBrand(test, brandName)
    for (const name of competitors)
      await addCompetitor(test, brandId, name, { primary_url: `https://${name.toLowerCase()}.example` })
    // The text of an answer links elsewhere: this test needs only its list of citations.
    const answers = (lines ?? []).map((line) => ({ ...served(line), answer: 'They are listed.' }))
    await test.operate('import-answers', { brand_id: brandId }, answersFile(answers))
    const cited = await askAll(
      test,
      key,
      `/v1/brands/${brandId}/citations?start_date=2025-05-24&end_date=2025-05-25`,
      100,
    )
    const urls = (cited.data as { url: string }[]).map(({ url }) => url)
    urls.sort().forEach((url, index) => void pages.set(pageKey(url), makePage(index)))
    expect(urls.length).toBeGreaterThan(200)

    const brand = await test.app.services.db
      .selectFrom('brands')
      .selectAll()
      .where('id', '=', brandId)
      .executeTakeFirstOrThrow()
    const signal = new AbortController().signal
    expect(await scanBrand(test.app.services, brand, signal, { delayMs: 0 })).toBe(urls.length)

    const scans = await test.operate<{ url: string; outcome: string; authors: string[] }[]>('list-page-scans', {
      brand_id: brandId,
      limit: 100,
    })
    expect(scans.length).toBe(100)
    for (const { url, outcome, authors: found } of scans) {
      const page = pages.get(pageKey(url)) as MadePage
      const expected = { page: 'read', missing: 'gone', document: 'unreadable', empty: 'unreadable' }[page.kind]
      expect([url, outcome]).toEqual([url, expected])
      if (page.kind === 'page') expect([url, found]).toEqual([url, page.authors])
    }

    const path = `/v1/brands/${brandId}/citations/earned-mentions?min_competitors=1&include_competitor_owned_domains=true`
    const { data } = await askAll(test, key, path, 100)
    const listed = data as { url: string; competitors_on_page: string[]; authors: string[] }[]
    const expected = urls.flatMap((url) => {
      const page = pages.get(pageKey(url)) as MadePage
      if (page.kind !== 'page' || page.namesBrand || page.named.length === 0) return []
      return [[url, page.named, page.authors]]
    })
    const shown = listed.map(({ url, competitors_on_page, authors: found }) => [url, competitors_on_page, found])
    const byUrl = (rows: unknown[][]) => rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    expect(byUrl(shown)).toEqual(byUrl(expected))
    expect(expected.length).toBeGreaterThan(50)
  },
)
