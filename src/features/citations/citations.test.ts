import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage } from '../../testing/visibility/ask.ts'
import { addCompetitor, beforeHistoryIsRead, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
})
afterAll(() => test.close())

let answers = 0

/** Imports an answer that cites these URLs. */
async function cite(
  urls: readonly (string | { url: string; title: string })[],
  more: object = {},
  brandId = brand.brandId,
) {
  answers += 1
  const line = {
    prompt: 'Which?',
    engine: 'claude',
    executed_at: '2026-03-01T10:00:00Z',
    answer: `Answer ${answers}.`,
    citations: urls.map((url) => (typeof url === 'string' ? { url } : url)),
    ...more,
  }
  await test.operate('import-answers', { brand_id: brandId }, answersFile([line]))
}

const pathOf = (list: string, { brandId } = brand) => `/v1/brands/${brandId}/${list}`

interface Row {
  citation_id: string
  url: string
  domain: string
  kind: string
  owner: { type: string; name: string | null }
}

const pagesOf = async (query = '', of = brand): Promise<Row[]> =>
  (await askPage(test, of.key, `${pathOf('citations', of)}${query}`)).body.data

describe('a cited page', () => {
  it('is the same for all spellings of its URL, with one id in every list and period', async () => {
    await cite(['http://www.news.example/a/'])
    const [before] = (await pagesOf()) as [Row]
    await cite(['https://news.example/a?utm_source=x', 'https://news.example/b'], {
      executed_at: '2026-02-28T10:00:00Z',
      engine: 'gemini',
    })
    const [page, other] = (await pagesOf()) as [Row, Row]
    expect(page).toMatchObject({
      citation_id: before.citation_id,
      url: 'https://news.example/a',
      citation_count: 2,
      share_of_answers_pct: 100,
      engines: ['claude', 'gemini'],
      first_seen: '2026-02-28T10:00:00.000Z',
      last_seen: '2026-03-01T10:00:00.000Z',
      first_seen_at: '2026-02-28T10:00:00.000Z',
      last_seen_at: '2026-03-01T10:00:00.000Z',
    })
    expect(other.citation_id).not.toBe(page.citation_id)
    const filtered = await pagesOf('?engine=claude')
    expect(filtered.map(({ citation_id, url }) => [citation_id, url])).toEqual([
      [page.citation_id, 'http://www.news.example/a/'],
    ])
    const elsewhere = await makeBrand(test, 'Zuvari')
    await cite(['https://news.example/a'], {}, elsewhere.brandId)
    const [otherPage] = (await pagesOf('', elsewhere)) as [Row]
    expect(otherPage.citation_id).not.toBe(page.citation_id)
  })

  it('has the latest title from any answer', async () => {
    const url = 'https://news.example/a'
    await cite([{ url, title: 'Newest' }], { executed_at: '2026-03-01T10:00:00Z' })
    await cite([{ url, title: 'Older' }], { executed_at: '2026-02-01T10:00:00Z' })
    await cite([url], { executed_at: '2026-03-02T10:00:00Z' })
    expect(await pagesOf()).toMatchObject([{ title: 'Newest' }])
    expect(await pagesOf('?end_date=2026-02-05')).toMatchObject([{ title: 'Older' }])
    expect(await pagesOf('?start_date=2026-03-02')).toMatchObject([{ title: null }])
  })

  it('belongs to the brand rather than a competitor, and to a competitor immediately after it is added', async () => {
    await test.operate('update-brand', { brand_id: brand.brandId, domain: 'zuvari.example' })
    await addCompetitor(test, brand.brandId, 'Twin', { primary_url: 'https://zuvari.example' })
    await cite(['https://shop.zuvari.example/a', 'https://bolmex.example/b'])
    await test.historyIsRead()
    const owners = async () => (await pagesOf()).map(({ owner }) => `${owner.type} ${owner.name}`).sort()
    expect(await owners()).toEqual(['brand Zuvari', 'other null'])
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await addCompetitor(test, brand.brandId, 'Bolmex', { primary_url: 'https://www.bolmex.example' })
      expect(await owners()).toEqual(['brand Zuvari', 'competitor Bolmex'])
    })
  })
})

it('sites have a kind by owner, known domain or word, and the list counts citations by kind', async () => {
  await test.operate('update-brand', { brand_id: brand.brandId, domain: 'zuvari-forum.example' })
  await addCompetitor(test, brand.brandId, 'Bolmex', { primary_url: 'https://bolmex.example' })
  const urls = ['www.reddit.com/r/a', 'zuvari-forum.example', 'bolmex.example', 'the-review-desk.example']
  await cite([...urls, 'forum.else.example', 'forumula.example', 'reddit.com/r/b'].map((url) => `https://${url}`))
  await test.historyIsRead()
  const { body } = await askPage(test, brand.key, `${pathOf('citations/domains')}?limit=2`)
  expect(body.data).toMatchObject([{ domain: 'reddit.com', kind: 'forum' }, { kind: 'competitor' }])
  expect(body.meta).toMatchObject({
    kinds: [
      { kind: 'forum', citation_count: 2 },
      { kind: 'other', citation_count: 2 },
      ...['brand', 'competitor', 'review_site'].map((kind) => ({ kind, citation_count: 1 })),
    ],
  })
  expect((await pagesOf()).map(({ domain, kind }) => `${domain} ${kind}`)).toContain('forumula.example other')
})

it('shares are of all answers, including those without citations', async () => {
  await cite(['https://news.example/a', 'https://news.example/a#x', 'https://news.example/b'])
  await cite([])
  await cite([])
  const common = { share_of_answers_pct: 33.33 }
  expect(await pagesOf()).toMatchObject([
    { ...common, citation_count: 1 },
    { ...common, citation_count: 1 },
  ])
  const { body } = await askPage(test, brand.key, pathOf('citations/domains'))
  expect(body.data).toMatchObject([
    { ...common, domain: 'news.example', citation_count: 2, answer_count: 1, page_count: 2 },
  ])
  expect(body.meta).toMatchObject({ total: 1, executions: 3 })
})

it.each(['citations', 'citations/domains'])(
  'paging through %s returns the state of the first page, despite later imports',
  async (list) => {
    for (const site of ['a', 'b', 'c', 'd'])
      for (const page of ['x', 'y']) await cite([`https://${site}.example/${page}`, 'https://a.example/z'])
    const whole = await askAll(test, brand.key, pathOf(list))
    const rows: unknown[] = []
    let next = ''
    for (let cursor = ''; ; ) {
      next = `${pathOf(list)}?limit=1${cursor}`
      const { body } = await askPage(test, brand.key, next)
      rows.push(...(body.data as unknown[]))
      expect(body.meta).toEqual(whole.meta)
      if (body.pagination.next_cursor === null) break
      cursor = `&cursor=${body.pagination.next_cursor}`
      // These answers change the order, add pages and sites, and use another engine.
      await cite(['https://d.example/y', 'https://d.example/x', `https://e${rows.length}.example/`], {
        executed_at: '2026-03-02T10:00:00Z',
        engine: 'gemini',
      })
    }
    expect(rows).toEqual(whole.data)
    expect((await askAll(test, brand.key, pathOf(list))).data).not.toEqual(whole.data)
    await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['Zuvari Inc'] })
    await test.historyIsRead()
    const { status, body } = await test.get(next, brand.key)
    expect([status, body.error?.code]).toEqual([400, 'invalid_cursor'])
  },
)
