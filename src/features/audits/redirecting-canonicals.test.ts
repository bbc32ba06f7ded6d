import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAuditedBrand } from '../../testing/audits/audited-brand.ts'
import { inForm } from '../../testing/forms.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Number of consecutive pages with the same title. */
const groupSize = 4
const pathOf = (number: number) => `/docs/page-${number}`
const titleOf = (number: number) => `Part ${Math.floor(number / groupSize)} of the documentation`

interface Docs {
  pageCount: number
  /** What links append to the address of a page. */
  linked: '' | '/'
}

/** A Docusaurus page whose address lacks the trailing slash that the server adds. */
function docusaurusPage(number: number, { pageCount, linked }: Docs): string {
  const self = test.site.website + pathOf(number)
  const near = Array.from({ length: 8 }, (_, index) => (number + index + 1) % pageCount)
  const links = near.map((other) => `<a href="${pathOf(other)}${linked}">${titleOf(other)}</a>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${titleOf(number)}</title>
    <link rel="canonical" href="${self}"><link rel="alternate" href="${self}" hreflang="en">
    <link rel="alternate" href="${self}" hreflang="x-default"></head>
    <body><main><h1>Section ${number}</h1><a href="${pathOf(number)}${linked}">#</a>
    <p>${`word${number} `.repeat(40)}</p></main><nav>${links.join('')}</nav></body></html>`
}

function serveDocs(docs: Docs): void {
  const { site } = test
  const paths = Array.from({ length: docs.pageCount }, (_, number) => pathOf(number))
  site.pages['/sitemap.xml'] = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>${site.website}${path}</loc></url>`)
    .join('')}</urlset>`
  site.answer = ({ url = '' }, response) => {
    const [, number, slash] = /^\/docs\/page-(\d+)(\/?)$/.exec(url) ?? []
    if (slash === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(docusaurusPage(Number(number), docs))
    } else if (number !== undefined || url === '/') {
      response.writeHead(301, { location: `${url === '/' ? pathOf(0) : url}/` }).end()
    } else return false
    return true
  }
}

it.each<Docs>([
  { pageCount: inForm(200, 1000), linked: '' },
  { pageCount: 40, linked: '/' },
])('finds all duplicate titles if canonicals redirect to themselves: %j', async (docs) => {
  serveDocs(docs)
  const brand = await makeAuditedBrand(test)
  const audit = await brand.audit()
  expect([audit.state, audit.problem]).toEqual(['completed', null])
  const counts = Object.fromEntries(
    (await brand.issues()).map(({ docs_url, affected_pages }) => [docs_url.split('/').at(-1), affected_pages]),
  )
  expect(counts).toMatchObject({
    'title-duplicate': docs.pageCount,
    'canonical-to-redirect': docs.pageCount,
  })
  for (const check of [
    'canonical-chain',
    'canonical-elsewhere-in-sitemap',
    'hreflang-no-return',
    'hreflang-to-broken',
    'hreflang-without-self',
    'not-in-sitemap',
    'orphan-page',
  ])
    expect([check, counts[check]]).toEqual([check, undefined])
})
