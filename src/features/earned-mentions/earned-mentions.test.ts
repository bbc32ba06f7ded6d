import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from '../../kernel/brand-lock.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askPage } from '../../testing/visibility/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { answers as answersFeature } from '../answers/index.ts'
import { readChangedBrands } from './read-pages.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  await test.operate('update-brand', { brand_id: brand.brandId, domain: 'zuvari.example' })
  for (const name of ['Bolmex', 'Kentrafo', 'Orvelin'])
    await addCompetitor(test, brand.brandId, name, { primary_url: `https://${name.toLowerCase()}.example` })
})
afterAll(() => test.close())

let answers = 0

async function cite(url: string, more: object = {}) {
  answers += 1
  const line = {
    prompt: 'Which?',
    engine: 'claude',
    executed_at: '2026-03-01T10:00:00Z',
    answer: `Answer ${answers}.`,
    citations: [{ url }],
    ...more,
  }
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile([line]))
}

const scan = (...lines: object[]) => test.operate('import-page-scans', { brand_id: brand.brandId }, answersFile(lines))

interface Row {
  citation_id: string
  url: string
  competitors_on_page: string[]
  authors: string[]
  citation_count: number
  topics: string[]
  topics_omitted: number
  priority_bucket: string
}

const listed = async (query = '') => {
  const path = `/v1/brands/${brand.brandId}/citations/earned-mentions${query}`
  const { body } = await askPage(test, brand.key, path)
  return { rows: body.data as Row[], meta: body.meta as { total: number; period: object } }
}

const page = 'https://news.example/best'

describe('a scanned page', () => {
  it('is listed if it mentions enough competitors and not the brand', async () => {
    await cite(page)
    expect((await listed()).rows).toEqual([])
    await scan({ url: page, content: 'Bolmex beats Kentrafo.', authors: ['Jane Doe'], title: 'Best ones' })
    const { rows, meta } = await listed()
    expect(rows).toMatchObject([
      {
        url: page,
        domain: 'news.example',
        favicon_url: null,
        competitors_on_page: ['Bolmex', 'Kentrafo'],
        authors: ['Jane Doe'],
        citation_count: 1,
        page_scanned_at: '2026-03-02T12:00:00.000Z',
        topics: ['Unassigned'],
        topics_omitted: 0,
        priority_bucket: 'low',
      },
    ])
    expect(meta).toEqual({ total: 1, period: { start_date: null, end_date: null } })
    expect((await listed('?min_competitors=3')).rows).toEqual([])
    const { body } = await askPage(test, brand.key, `/v1/brands/${brand.brandId}/citations`)
    expect((body.data as Row[])[0]?.citation_id).toBe(rows[0]?.citation_id)
  })

  it.each([
    ['has the brand in its title', page, { title: 'Zuvari and others', content: 'Bolmex beats Kentrafo.' }],
    ['has the brand in its text', page, { content: 'Bolmex beats Kentrafo, says zuvari.example.' }],
    ['belongs to the brand’s site', 'https://blog.zuvari.example/a', { content: 'Bolmex beats Kentrafo.' }],
    ['belongs to a competitor’s site', 'https://www.bolmex.example/a', { content: 'Bolmex beats Kentrafo.' }],
  ])('that %s is not listed', async (_, url, content) => {
    await cite(url)
    await scan({ url, ...content })
    expect((await listed()).rows).toEqual([])
  })

  it('on a competitor’s site is listed with include_competitor_owned_domains', async () => {
    await cite('https://www.bolmex.example/a')
    await scan({ url: 'https://bolmex.example/a/', content: 'Bolmex beats Kentrafo.' })
    expect((await listed('?include_competitor_owned_domains=true')).rows).toHaveLength(1)
  })

  it('is listed with topic_id and subtopic_id if one of their prompts cites it', async () => {
    const topicOf: Record<string, string> = {}
    for (const [name, parent] of [['Boots'], ['Hiking', 'Boots'], ['Sandals']] as const) {
      const within = parent === undefined ? {} : { parent_topic_id: topicOf[parent] as string }
      topicOf[name] = (await test.operate('create-topic', { brand_id: brand.brandId, name, ...within })).id
    }
    for (const [name, path] of [
      ['Boots', 'Boots'],
      ['Hiking', 'Boots / Hiking'],
      ['Sandals', 'Sandals'],
    ] as const) {
      const url = `https://news.example/${name}`
      await cite(url, { prompt: `Which ${name}?`, topic: path })
      await scan({ url, content: 'Bolmex beats Kentrafo.' })
    }
    const named = async (query: string) => (await listed(query)).rows.map(({ url }) => url.split('/').at(-1)).sort()
    expect(await named('')).toEqual(['Boots', 'Hiking', 'Sandals'])
    expect(await named(`?topic_id=${topicOf.Boots}`)).toEqual(['Boots', 'Hiking'])
    expect(await named(`?topic_id=${topicOf.Sandals}`)).toEqual(['Sandals'])
    expect(await named(`?subtopic_id=${topicOf.Hiking}`)).toEqual(['Hiking'])
  })

  it('is listed with its metadata, engines, prompts, score and a quote', async () => {
    const ask = (prompt: string, engine: string) => cite(page, { prompt, engine })
    for (const prompt of ['Which?', 'Which?', 'Which one?', 'What?', 'Who?', 'Whose?', 'When?'])
      await ask(prompt, prompt === 'Who?' ? 'perplexity' : 'claude')
    const before = `${'We tried many of them in the rain. '.repeat(20)}In the end, Bolmex`
    const content = `Bolmex\nKentrafo\n${before} beats Kentrafo. ${'More of the same. '.repeat(40)}\nBolmex it is, as was said before.`
    await scan({
      url: page,
      content,
      title: 'Best ones',
      outlet: 'The Daily',
      published_at: '2025-11-03T08:00:00Z',
    })
    const { rows } = await listed()
    expect(rows[0]).toMatchObject({
      title: 'Best ones',
      outlet: 'The Daily',
      published_at: '2025-11-03T08:00:00.000Z',
      // 7 citations, the last one this week; two engines; two competitors.
      score: 20 + 20 + 10 + 8,
      priority_bucket: 'medium',
      engines: ['claude', 'perplexity'],
      prompts: [
        { prompt_id: expect.any(String), text: 'Which?', citation_count: 2 },
        { text: 'Which one?', citation_count: 1 },
        { text: 'What?' },
        { text: 'Who?' },
        { text: 'Whose?' },
      ],
      prompts_omitted: 1,
      quote: expect.stringMatching(/^…(?=.{200,300}$).*\. In the end, Bolmex beats Kentrafo\. .*…$/),
    })
  })

  it('is quoted from its title if its text mentions no competitor, and only its beginning is searched', async () => {
    await cite(page)
    await scan({ url: page, content: 'They are all good.', title: 'Bolmex or Kentrafo' })
    expect((await listed()).rows[0]).toMatchObject({
      quote: 'Bolmex or Kentrafo',
      outlet: null,
      published_at: null,
    })
    await scan({ url: page, content: `${'All good. '.repeat(6000)}\nBolmex beats Kentrafo.`, title: '' })
    expect((await listed()).rows[0]).toMatchObject({ quote: null, title: null })
  })

  it('is searched again from its stored text when names change', async () => {
    await cite(page)
    await scan({ url: page, content: 'Bolmex beats Kentrafo and Wendolin.' })
    await addCompetitor(test, brand.brandId, 'Wendolin', { primary_url: 'https://wendolin.example' })
    await readChangedBrands(test.app.services, new AbortController().signal)
    const named = async () => (await listed()).rows.map((row) => row.competitors_on_page)
    expect(await named()).toEqual([['Bolmex', 'Kentrafo', 'Wendolin']])
    await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['Kentrafo'] })
    await readChangedBrands(test.app.services, new AbortController().signal)
    expect(await named()).toEqual([])
  })

  it('shows its last scan, even if answers are reread before pages', async () => {
    const { brandId } = brand
    const { services } = test.app
    await cite(page)
    await scan({ url: page, content: 'Bolmex beats Kentrafo and Wendolin.' })
    // A separate job rereads pages; the lock delays it here.
    await withLock(services, brandId, 'pages', async () => {
      await addCompetitor(test, brandId, 'Wendolin', { primary_url: 'https://wendolin.example' })
      await test.historyIsRead()
      const { reading_version: before_version } = await services.db
        .selectFrom('brands')
        .select('reading_version')
        .where('id', '=', brandId)
        .executeTakeFirstOrThrow()
      const drop = answersFeature.jobs?.find(({ queue }) => queue === 'drop-readings')
      await drop?.run(services, { brand_id: brandId, before_version }, new AbortController().signal)
      expect((await listed()).rows.map((row) => row.competitors_on_page)).toEqual([['Bolmex', 'Kentrafo']])
    })
    await scan({ url: `${page}/2`, content: 'Bolmex beats Kentrafo and Wendolin.' })
    await cite(`${page}/2`)
    await readChangedBrands(services, new AbortController().signal)
    const all = ['Bolmex', 'Kentrafo', 'Wendolin']
    expect((await listed()).rows.map((row) => row.competitors_on_page)).toEqual([all, all])
  })

  it('mentions a competitor that requires its domain only if the page links to that domain', async () => {
    const competitor_id = await addCompetitor(test, brand.brandId, 'Apple', {
      primary_url: 'https://apple.example',
      match_require_domain: 'true',
    })
    await cite('https://news.example/a')
    await cite('https://news.example/b')
    const content = 'An apple a day. Bolmex beats Kentrafo.'
    await scan(
      { url: 'https://news.example/a', content },
      { url: 'https://news.example/b', content, links: ['apple.example'] },
    )
    const named = async () =>
      Object.fromEntries((await listed()).rows.map((row) => [row.url.at(-1), row.competitors_on_page]))
    expect(await named()).toEqual({ a: ['Bolmex', 'Kentrafo'], b: ['Apple', 'Bolmex', 'Kentrafo'] })
    const change = { brand_id: brand.brandId, competitor_id, match_require_domain: 'false' }
    await test.operate('update-competitor', change)
    expect((await named()).a).toEqual(['Apple', 'Bolmex', 'Kentrafo'])
  })
})

it('paging returns the state of the first page, despite later scans and imports', async () => {
  for (const path of ['a', 'b', 'c']) {
    await cite(`https://news.example/${path}`)
    await scan({ url: `https://news.example/${path}`, content: 'Bolmex beats Kentrafo.' })
  }
  const whole = (await listed()).rows
  const path = `/v1/brands/${brand.brandId}/citations/earned-mentions?limit=1`
  const rows: unknown[] = []
  for (let next = path; ; ) {
    const { body } = await askPage(test, brand.key, next)
    rows.push(...(body.data as unknown[]))
    if (body.pagination.next_cursor === null) break
    next = `${path}&cursor=${body.pagination.next_cursor}`
    await scan(...whole.map(({ url }) => ({ url, content: 'Zuvari beats Bolmex and Kentrafo.' })))
    await cite('https://news.example/c')
  }
  expect(rows).toEqual(whole)
  expect((await listed()).rows).toEqual([])
})

describe('the work on an earned mention', () => {
  const other = 'https://forum.example/best'
  const work = (input: object = {}) =>
    test.operate<{ citation_id: string; url: string; state: string }[]>('list-earned-mention-work', {
      brand_id: brand.brandId,
      ...input,
    })
  const statesOf = async (input: object = {}) =>
    Object.fromEntries((await work(input)).map(({ url, state }) => [url, state]))
  const move = (citation_id: string, state: string, of = brand.brandId) =>
    test.operate('update-earned-mention', { brand_id: of, citation_id, state })

  async function makePages(): Promise<[string, string]> {
    for (const url of [page, other]) await cite(url)
    await scan(...[page, other].map((url) => ({ url, content: 'Bolmex beats Kentrafo.' })))
    const rows = await work()
    const idOf = (url: string) => rows.find((row) => row.url === url)?.citation_id as string
    return [idOf(page), idOf(other)]
  }

  it('can be open, in progress, done or dismissed, and filters the list', async () => {
    const [id, otherId] = await makePages()
    const before = await listed()
    expect(await statesOf()).toEqual({ [page]: 'open', [other]: 'open' })
    await move(id, 'in_progress')
    await move(otherId, 'done')
    expect(await statesOf()).toEqual({ [page]: 'in_progress', [other]: 'done' })
    expect(await statesOf({ state: ['open'] })).toEqual({})
    expect(await statesOf({ state: ['in_progress', 'dismissed'] })).toEqual({ [page]: 'in_progress' })
    expect(await statesOf({ state: ['open', 'done'] })).toEqual({ [other]: 'done' })
    await move(id, 'open')
    expect(await statesOf({ state: ['open'] })).toEqual({ [page]: 'open' })
    expect(await listed()).toEqual(before)
  })

  it('returns an error for a page of another brand', async () => {
    const [id] = await makePages()
    const mine = brand
    brand = await makeBrand(test, 'Orvelin Two')
    await expect(move(id, 'done')).rejects.toThrow('page')
    await expect(move(crypto.randomUUID(), 'done', mine.brandId)).rejects.toThrow('page')
    brand = mine
    expect(await statesOf()).toEqual({ [page]: 'open', [other]: 'open' })
  })

  it('does not keep a page in the list after it mentions the brand', async () => {
    const [id] = await makePages()
    await move(id, 'in_progress')
    test.setNow('2026-03-03T12:00:00Z')
    await scan({ url: page, content: 'Zuvari beats Bolmex and Kentrafo.' })
    expect(await statesOf()).toEqual({ [other]: 'open' })
  })
})
