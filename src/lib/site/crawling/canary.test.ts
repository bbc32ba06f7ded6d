import { beforeEach, expect, test } from 'vitest'
import { crawlServed, linking, redirecting, startPages } from '../../../testing/site/crawl-served.ts'
import { startServer, type TestServer, testFetcher } from '../../fetching/testing/test-servers.ts'
import { checkLinks } from './check-links.ts'

/** Notations of the addresses of the local machine, and names that resolve to it. */
const disguises = [
  'http://127.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.0.0.2:PORT/',
  'http://2130706433:PORT/',
  'http://017700000001:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://127。0。0。1:PORT/',
  'http://user@127.0.0.1:PORT/',
  'http://user:password@127.0.0.1:PORT/',
  'http://public.example@127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'HTTP://127.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://a.localhost:PORT/',
  'http://loopback.example:PORT/',
  'http://mapped.example:PORT/',
  'http://private.example:PORT/',
  'http://metadata.example:PORT/',
  'http://rebound.example:PORT/',
  'https://127.0.0.1:PORT/',
  'https://localhost:PORT/',
  'https://loopback.example:PORT/',
  '//127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
]

const names: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'private.example': ['10.0.0.1'],
  'metadata.example': ['169.254.169.254'],
}

let canary: TestServer
let forms: string[]

beforeEach(async () => {
  const answer = (_request: unknown, response: { end(text: string): void }) => response.end('reached')
  const onAll = startServer(answer, { host: '::' })
  canary = await onAll.catch(() => startServer(answer, { host: '0.0.0.0' }))
  forms = disguises.map((form) => form.replace('PORT', `${canary.port}`))
})

/** Returns a fetcher that reaches the site; only the address check protects the canary. */
function guarded(site: TestServer) {
  let lookups = 0
  const resolve = async (host: string) => {
    lookups += 1
    if (host === 'rebound.example') return lookups % 2 === 0 ? ['127.0.0.1'] : ['127.0.0.2']
    return names[host] ?? ['127.0.0.1']
  }
  return testFetcher([site], { ports: [80, 443, canary.port], resolve })
}

test('no content of a site makes an audit connect to the local machine', async () => {
  const site = await startPages((url) => {
    if (url === '/robots.txt')
      return ['User-agent: *', 'Disallow:', ...forms.map((form) => `Sitemap: ${form}`)].join('\n')
    if (url === '/llms.txt') return `# x\n${forms.map((form) => `[x](${form})`).join('\n')}`
    if (url === '/sitemap.xml') {
      return `<sitemapindex>${forms.map((form) => `<sitemap><loc>${form}</loc></sitemap>`).join('')}</sitemapindex>`
    }
    if (url === '/sitemap1.xml') {
      return `<urlset>${forms.map((form) => `<url><loc>${form}</loc></url>`).join('')}</urlset>`
    }
    if (url === '/sitemap_index.xml') return redirecting(forms[0] ?? '')
    const gate = /^\/gate\/(\d+)$/.exec(url)
    // Header values are bytes, so the URL is sent as UTF-8.
    if (gate !== null) return redirecting(Buffer.from(forms[Number(gate[1])] ?? '').toString('latin1'), 302)
    return url === '/' ? linking(...forms, ...forms.map((_, n) => `/gate/${n}`)) : undefined
  })
  const { visited, facts } = await crawlServed(site, { fetcher: guarded(site), hasProbes: true })
  expect(visited).toHaveLength(1 + forms.length)
  expect(facts.sitemaps.length).toBeGreaterThan(20)
  const links = [...forms, ...forms.map((_, n) => `${site.origin}/gate/${n}`)]
  const checked: unknown[] = []
  await checkLinks({
    ...{ fetcher: guarded(site), urls: links, token: 'x', signal: new AbortController().signal },
    limits: { minIntervalMs: 0 },
    onChecked: ({ status, problem }) => void checked.push(status ?? problem),
  })
  expect(checked).toHaveLength(links.length)
  expect(canary.connections()).toBe(0)
})

test.each(['http://localhost:PORT/', 'http://127.0.0.1:PORT/', 'http://loopback.example:PORT/', 'http://[::1]:PORT/'])(
  'a home page at %s is refused',
  async (form) => {
    const site = await startPages({})
    const home = new URL(form.replace('PORT', `${canary.port}`))
    const { summary } = await crawlServed(site, { fetcher: guarded(site), home })
    expect(summary).toEqual([expect.stringMatching(/ refused_address$/)])
    expect(canary.connections()).toBe(0)
  },
)
