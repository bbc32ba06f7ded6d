import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../lib/chromium/find-chromium.ts'
import { type AuditedBrand, makeAuditedBrand } from '../../testing/audits/audited-brand.ts'
import { line } from '../../testing/crawler/logs.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let running: TestApp
let brand: AuditedBrand

const guide = (text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>How to choose</title></head><body><main>
    <h1>How to choose</h1><p>${text}</p></main></body></html>`
const whole = Array.from({ length: 300 }, (_, n) => `word${n % 97} of${n % 61} page${n % 7}`).join(' ')

/** A page that its scripts fill, with links, structured data and a canonical URL. */
const app = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title>
  <meta name="robots" content="noindex"></head><body><div id="app"></div><script>
    document.querySelector('[name=robots]').remove()
    document.head.insertAdjacentHTML('beforeend', '<link rel="canonical" href="/app/start">' +
      '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product", "name": "Bag"}<' + '/script>')
    const text = Array.from({ length: 300 }, (_, n) => 'word' + (n % 97)).join(' ')
    const links = Array.from({ length: 20 }, (_, n) => '<a href="/more/' + n + '">More</a>').join(' ')
    document.querySelector('#app').innerHTML = '<main><h1>App</h1><p>' + text + '</p>' + links + '</main>'
  </script></body></html>`

/** The blog keeps GPTBot out and hides its text from ClaudeBot; the shop refuses PerplexityBot. */
beforeAll(async () => {
  running = await startTestApp({ AUDIT_BOT_REQUESTS: 'send', BOT_HOST_NAMES: 'ignore' })
  const { site } = running
  site.pages = {
    '/robots.txt': 'User-agent: GPTBot\nDisallow: /blog/\n',
    '/': guide(`${whole} <a href="/blog/choose">Blog</a> <a href="/shop/bags">Shop</a> <a href="/app/start">App</a>`),
    '/app/start': app,
  }
  site.answer = ({ url, headers: { 'user-agent': reader = '' } }, response) => {
    if (url !== '/blog/choose' && url !== '/shop/bags') return false
    const isRefused = url === '/shop/bags' && reader.includes('PerplexityBot')
    const text = url === '/blog/choose' && reader.includes('ClaudeBot') ? 'Subscribe' : whole
    response.writeHead(isRefused ? 403 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(guide(text))
    return true
  }
  brand = await makeAuditedBrand(running)
  await brand.audit()
})
afterAll(() => running.close())

interface Section {
  section: string
  pages: number
  bots: ({ bot: string } & Record<string, unknown>)[]
  rendering: { differs: string[]; problem: string | null; text_after_scripts_pct: number | null } | null
}

async function sectionAt(path: string): Promise<Section | undefined> {
  const { body } = await running.get(`/v1/brands/${brand.brandId}/technical/ai-access`, brand.key)
  return (body.data as { sections: Section[] }).sections.find(({ section }) => section === path)
}

async function access(path: string) {
  const section = await sectionAt(path)
  return Object.fromEntries((section?.bots ?? []).map((bot) => [bot.bot, bot]))
}

test('shows per section and bot what robots.txt, probes and logs say', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const log = [200, 403].map((status) =>
    line({ target: `/shop/bags?${status}`, at: `${day}T00:00:00Z`, agent: 'PerplexityBot/1.0', status }),
  )
  await running.operate('import-crawler-logs', { brand_id: brand.brandId }, log.join(''))
  const [blog, shop] = [await access('/blog/'), await access('/shop/')]
  expect(blog.GPTBot).toMatchObject({ is_allowed: false, rule: 'Disallow: /blog/', status: null })
  expect(blog.ClaudeBot).toMatchObject({ is_allowed: true, status: 200, differs: ['text'] })
  expect(shop.GPTBot).toMatchObject({ is_allowed: true, rule: null, status: 200, differs: [] })
  expect(shop.PerplexityBot).toMatchObject({ status: 403, log_requests: 2, log_refused: 1 })
  expect(blog.PerplexityBot).toMatchObject({ status: 200, log_requests: 0, log_refused: 0 })
})

const evidence = async (check: string) =>
  Object.fromEntries(
    ((await brand.pagesWith(check)) ?? []).map(({ url, evidence }) => [
      new URL(url).pathname,
      evidence.map((entry) => decodeURIComponent(new URL(entry).hash)),
    ]),
  )

test('each of these faults is an issue of its page, and no other page has one', async () => {
  expect(await evidence('ai-training-bots-blocked-on-page')).toEqual({ '/blog/choose': ['#GPTBot'] })
  expect(await evidence('ai-search-bots-blocked-on-page')).toEqual({})
  expect(await evidence('ai-bots-refused')).toEqual({ '/shop/bags': ['#PerplexityBot'] })
  expect(await evidence('ai-bots-get-other-content')).toEqual({ '/blog/choose': ['#ClaudeBot: text'] })
})

/** A page of a list, and one with an article. */
const listPage = (items: number) =>
  `<title>Guides</title><main><section>${'<div><h2>Guide</h2></div>'.repeat(items)}</section><aside>Filter</aside></main>`
const articlePage = (text: string) => `<title>Guide</title><main><article><h1>Guide</h1><p>${text}</p></article></main>`

test('tries a page of each template in a section, also if sections share one', async () => {
  const { site } = running
  const pages = {
    ...{ '/guides/a': articlePage('Short'), '/guides/bb': articlePage(`${whole}<div>Code</div>`) },
    ...{ '/guides/cc': articlePage(whole), '/guides/list-1': listPage(3), '/guides/list-2': listPage(30) },
    ...{ '/guides/alone': '<title>Map</title><main><form>Search</form></main>' },
    ...{ '/tips/a': articlePage(whole), '/tips/b': articlePage(whole) },
  }
  const links = Object.keys(pages).map((path) => `<a href="${path}">${path}</a>`)
  site.pages = { '/': guide(links.join(' ')), ...pages }
  site.answer = ({ url, headers: { 'user-agent': reader = '' } }, response) => {
    if (!url?.startsWith('/guides/list-') || !reader.includes('ClaudeBot')) return false
    response.writeHead(403).end()
    return true
  }
  const other = await makeAuditedBrand(running)
  await other.audit()
  const { body } = await running.get(`/v1/brands/${other.brandId}/technical/ai-access`, other.key)
  const { sections } = body.data as { sections: (Section & { template: number; url: string })[] }
  expect(
    sections.map(({ section, template, pages, url, bots }) => [
      ...[section, template, pages, new URL(url).pathname],
      bots.find(({ bot }) => bot === 'ClaudeBot')?.status,
    ]),
  ).toEqual([
    ['/guides/', 1, 3, '/guides/a', 200],
    ['/guides/', 2, 2, '/guides/list-1', 403],
    ['/tips/', 1, 2, '/tips/a', 200],
    ['/', 1, 1, '/', 200],
  ])
  expect((await other.pagesWith('ai-bots-refused'))?.map(({ url }) => new URL(url).pathname)).toEqual([
    '/guides/list-1',
  ])
})

test('is empty before the first audit', async () => {
  const { brandId, key } = await makeAuditedBrand(running)
  expect((await running.get(`/v1/brands/${brandId}/technical/ai-access`, key)).body.data).toEqual({
    audited_at: null,
    sections: [],
  })
})

test.skipIf(findChromium(undefined) === undefined)('shows what readers miss that run no scripts', async () => {
  const differs = ['text', 'links', 'structured_data', 'canonical', 'noindex']
  expect((await sectionAt('/app/'))?.rendering).toEqual({
    ...{ differs, problem: null, text_after_scripts_pct: 100 },
  })
  expect((await sectionAt('/shop/'))?.rendering).toEqual({
    ...{ differs: [], problem: null, text_after_scripts_pct: 0 },
  })
  expect(await evidence('content-needs-scripts')).toEqual({ '/app/start': ['#text'] })
  expect(await evidence('links-need-scripts')).toEqual({ '/app/start': ['#links'] })
  expect(await evidence('structured-data-needs-scripts')).toEqual({ '/app/start': ['#structured_data'] })
  expect(await evidence('scripts-change-directives')).toEqual({ '/app/start': ['#canonical, noindex'] })
})
