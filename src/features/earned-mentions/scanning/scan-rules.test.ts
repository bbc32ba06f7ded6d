import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type SiteAnswer, type SiteServer, startSites } from '../../../testing/earned-mentions/site-server.ts'
import { storedPages } from '../../../testing/earned-mentions/stored-pages.ts'
import { answersFile, startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { askPage } from '../../../testing/visibility/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../../testing/visibility/make-brand.ts'
import { prunePages } from '../prune-pages.ts'
import { scanBrand } from './scan-pages.ts'

const text = 'Bolmex beats Kentrafo in every way that we could think of, and we have thought of a good many. '
const readable = `<html><body><article><h1>Tried</h1><p>${text.repeat(6)}</p><p>${text.repeat(4)}</p></article></body></html>`
const start = '2026-03-02T12:00:00Z'
const signal = new AbortController().signal

let test: TestApp
let sites: SiteServer
let brand: MadeBrand
/** Responses by URL without scheme and port; undefined closes the connection. */
let answers: Record<string, SiteAnswer | undefined>
let cited = 0

beforeAll(async () => {
  sites = await startSites((address) => {
    const known = address.replace('http://', '').replace(`:${sites.port}`, '')
    if (known in answers) return answers[known]
    return known.endsWith('/robots.txt') ? { status: 404, body: '' } : { status: 200, body: readable }
  })
  const environment = { FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${sites.port}` }
  test = await startTestApp(environment, { resolveHost: async () => ['127.0.0.1'] })
})
beforeEach(async () => {
  answers = {}
  sites.asked.length = 0
  test.setNow(start)
  brand = await makeBrand(test, 'Zuvari')
  for (const name of ['Bolmex', 'Kentrafo'])
    await addCompetitor(test, brand.brandId, name, { primary_url: `https://${name.toLowerCase()}.example` })
})
afterAll(async () => {
  await test?.close()
  await sites?.close()
})

const addressOf = (page: string) => page.replace(/^([^/]*)/, `http://$1:${sites.port}`)

async function cite(...pages: string[]): Promise<void> {
  cited += 1
  const line = {
    prompt: 'Which?',
    engine: 'claude',
    executed_at: '2026-03-01T10:00:00Z',
    answer: `Answer ${cited}.`,
    citations: pages.map((page) => ({ url: addressOf(page) })),
  }
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile([line]))
}

/** Scans the pages that are due. @returns the requested pages */
async function scan(days = 0): Promise<string[]> {
  test.setNow(new Date(Date.parse(start) + days * 86_400_000).toISOString())
  sites.asked.length = 0
  const brands = test.app.services.db.selectFrom('brands').selectAll().where('id', '=', brand.brandId)
  await scanBrand(test.app.services, await brands.executeTakeFirstOrThrow(), signal, { delayMs: 0 })
  const pages = sites.asked.filter((address) => !address.endsWith('/robots.txt'))
  // The client retries once if a reused connection breaks.
  const asked = new Set(pages.map((address) => address.replace('http://', '').replace(`:${sites.port}`, '')))
  return [...asked].sort()
}

interface Scan {
  url: string
  outcome: string
  problem: string | null
  failures: number
}

async function scans(): Promise<Record<string, [string, string | null]>> {
  const rows = await test.operate<Scan[]>('list-page-scans', { brand_id: brand.brandId, limit: 100 })
  const key = (url: string) => url.replace('http://', '').replace(`:${sites.port}`, '')
  return Object.fromEntries(rows.map(({ url, outcome, problem }) => [key(url), [outcome, problem]]))
}

const listed = async () => {
  const { body } = await askPage(test, brand.key, `/v1/brands/${brand.brandId}/citations/earned-mentions`)
  return (body.data as { url: string }[]).map(({ url }) => url)
}

it('does not request what robots.txt forbids, including redirect targets', async () => {
  answers['a.example/robots.txt'] = {
    status: 200,
    body: 'User-agent: *\nDisallow: /\n\nUser-agent: sightline\nDisallow: /no\nAllow: /no/but',
    type: 'text/plain',
  }
  answers['b.example/robots.txt'] = { status: 503, body: '' }
  answers['c.example/leads'] = { status: 302, body: '', location: addressOf('a.example/no/go') }
  await cite('a.example/yes', 'a.example/no/1', 'a.example/no/but', 'b.example/x', 'c.example/leads')
  expect(await scan()).toEqual(['a.example/no/but', 'a.example/yes', 'c.example/leads'])
  const forbidden = ['unreadable', 'the robots.txt of a.example forbids it']
  expect(await scans()).toEqual({
    'a.example/yes': ['read', null],
    'a.example/no/1': forbidden,
    'a.example/no/but': ['read', null],
    'b.example/x': ['unreadable', 'the robots.txt of b.example could not be read, so the site is not read'],
    'c.example/leads': forbidden,
  })
})

it('stops after three pages of a site that does not respond, and retries after one day, then two', async () => {
  const pages = [1, 2, 3, 4, 5].map((number) => `down.example/${number}`)
  for (const page of pages) answers[page] = undefined
  await cite(...pages)
  expect(await scan()).toEqual(pages.slice(0, 3))
  const problem = expect.any(String)
  expect(await scans()).toEqual(Object.fromEntries(pages.map((page) => [page, ['unreadable', problem]])))
  expect(await scan(0.9)).toEqual([])
  expect((await scan(1)).length).toBe(3)
  expect(await scan(2.9)).toEqual([])
  expect((await scan(3)).length).toBe(3)
  answers = {}
  expect(await scan(7)).toEqual(pages)
  expect((await listed()).length).toBe(5)
})

it('keeps the last scan of a page while its site is down', async () => {
  await cite('a.example/1')
  await scan()
  answers['a.example/1'] = { status: 500, body: '' }
  expect(await scan(30)).toEqual(['a.example/1'])
  expect(await scans()).toEqual({ 'a.example/1': ['read', 'the site returned status 500'] })
  expect(await listed()).toEqual([addressOf('a.example/1')])
})

it('stops listing a page that is gone, and requests it again after 90 days', async () => {
  await cite('a.example/1', 'a.example/moved')
  await scan()
  expect((await listed()).length).toBe(2)
  answers['a.example/1'] = { status: 404, body: 'Not here' }
  answers['a.example/moved'] = { status: 301, body: '', location: addressOf('a.example/') }
  await scan(30)
  expect(await listed()).toEqual([])
  expect(await scans()).toMatchObject({ 'a.example/1': ['gone', expect.anything()] })
  expect(await scan(119)).toEqual([])
  expect(await scan(120)).toContain('a.example/1')
})

it('scans pages that are cited more often again sooner', async () => {
  for (let answer = 0; answer < 16; answer += 1)
    await cite(
      ...['often.example/1', ...(answer < 4 ? ['some.example/1'] : []), ...(answer < 1 ? ['a.example/1'] : [])],
    )
  expect((await scan()).length).toBe(3)
  expect(await scan(7)).toEqual(['often.example/1'])
  expect(await scan(14)).toEqual(['often.example/1', 'some.example/1'])
  expect(await scan(30)).toEqual(['a.example/1', 'often.example/1', 'some.example/1'])
})

it('removes replaced scans once no cursor can need them', async () => {
  await cite('a.example/1', 'a.example/2')
  await scan()
  await scan(30)
  const whole = await listed()
  const stored = () => storedPages(test, brand.brandId)
  const prune = () => prunePages.run(test.app.services, {}, signal)
  await prune()
  expect(await stored()).toEqual([4, 4])
  test.setNow(new Date(Date.parse(start) + 31 * 86_400_000).toISOString())
  await prune()
  expect(await stored()).toEqual([2, 2])
  expect([await listed(), whole.length]).toEqual([whole, 2])
})
