import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeAuditedBrand } from '../../testing/audits/audited-brand.ts'
import { readEmittedEvents, subscribeTo } from '../../testing/emitted-events.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askPage } from '../../testing/visibility/ask.ts'
import { addCompetitor, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../testing/visibility/stored.ts'
import { experimentEnded } from '../experiments/index.ts'

let test: TestApp
let brand: MadeBrand
let bolmex: string

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  await test.operate('update-brand', { brand_id: brand.brandId, domain: 'zuvari.example' })
  bolmex = await addCompetitor(test, brand.brandId, 'Bolmex', { primary_url: 'https://bolmex.example' })
})
afterAll(() => test.close())

let answers = 0

/** Imports the given number of answers to a prompt. */
async function answer(prompt: string, text: string, more: { urls?: string[]; times?: number; topic?: string } = {}) {
  const { urls = [], times = 1, topic = 'Boots' } = more
  const lines = Array.from({ length: times }, () => {
    answers += 1
    return {
      id: `answer ${answers}`,
      prompt,
      topic,
      engine: 'claude',
      executed_at: '2026-03-01T10:00:00Z',
      answer: text,
      citations: urls.map((url) => ({ url })),
    }
  })
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
}

const scan = (...lines: object[]) => test.operate('import-page-scans', { brand_id: brand.brandId }, answersFile(lines))

const refresh = () =>
  test.operate<{ opened: number; closed: number; open: number }>('refresh-opportunities', {
    brand_id: brand.brandId,
  })

interface Row {
  id: string
  category: string
  kind: string
  topic: { name: string } | null
  evidence: Record<string, unknown>
  expected_reach: number
  state: string
  progress: string
}

async function listed(query = ''): Promise<Row[]> {
  const { body } = await askPage(test, brand.key, `/v1/brands/${brand.brandId}/opportunities${query}`)
  return body.data
}

const set = (id: string, state: string) =>
  test.operate('update-opportunity', { brand_id: brand.brandId, opportunity_id: id, state })

interface Brief {
  prompts: object[]
  quotes: { name: string; text: string }[]
  pages: { url: string }[]
  publish: { target: string }[]
  markdown: string
}

const pagesOf = async (id: string) => (await brief(id)).pages.map(({ url }) => url)

async function brief(id: string): Promise<Brief> {
  const { body } = await test.get(`/v1/brands/${brand.brandId}/opportunities/${id}/brief`, brand.key)
  return body.data as unknown as Brief
}

const scoreboard = async () => {
  const { body } = await askPage(test, brand.key, `/v1/brands/${brand.brandId}/topics/scoreboard`)
  const rows = body.data as { topic_name: string; open_content_actions: number; open_task_count: number }[]
  return Object.fromEntries(rows.map((row) => [row.topic_name, [row.open_content_actions, row.open_task_count]]))
}

it('opens a content opportunity for a topic that a competitor leads, if it has enough data', async () => {
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']
  await answer('Which?', 'Bolmex and Zuvari.', { urls })
  await refresh()
  expect(await listed()).toEqual([])
  await answer('What?', 'Bolmex.', { urls, topic: 'Boots / Warm', times: 8 })
  // Results are cached by data version, which the refresh must raise.
  expect(await listed()).toEqual([])
  await refresh()
  // The topic covers its subtopic and prompts.
  expect(await listed()).toMatchObject([
    {
      category: 'content',
      kind: 'competitor_leads_topic',
      topic: { name: 'Boots' },
      evidence: {
        visibility_pct: 11.11,
        top_competitor_id: bolmex,
        top_competitor_name: 'Bolmex',
        top_competitor_visibility_pct: 100,
        prompt_count: 2,
        citation_count: 27,
        executions: 9,
      },
      expected_reach: 8,
      state: 'open',
      progress: 'todo',
      title: 'Win Boots from Bolmex',
      why: 'Bolmex is mentioned in 100.0% of 9 answers, the brand in 11.1%.',
      effort: 'high',
      // 30% of 8 answers in 5 days.
      priority: 0.48,
    },
  ])
  expect(await scoreboard()).toEqual({ Boots: [1, 1], Warm: [0, 0] })
})

it('opens no opportunity for a lead that can be chance', async () => {
  const urls = ['https://a.example/1']
  await answer('Which?', 'Nobody.', { urls, times: 7 })
  await answer('What?', 'Zuvari and Bolmex.', { urls, times: 8 })
  await answer('What?', 'Bolmex.', { urls })
  await refresh()
  expect(await listed()).toEqual([])
})

it('opens a content opportunity for a prompt whose answers never mention the brand', async () => {
  await answer('Which?', 'Bolmex it is.', { times: 2 })
  await refresh()
  expect(await listed()).toEqual([])
  await answer('Which?', 'Bolmex again.')
  await refresh()
  const prompt_id = await promptIdOf(test, brand.brandId, 'Which?')
  expect(await listed()).toMatchObject([
    {
      kind: 'prompt_without_brand',
      evidence: { prompt_id, executions: 3, competitors: ['Bolmex'], competitor_ids: [bolmex] },
      expected_reach: 3,
    },
  ])
  await answer('Which?', 'Zuvari at last.')
  expect(await refresh()).toEqual({ opened: 0, closed: 1, open: 0 })
  expect(await listed('?state=open')).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'done' }])
})

it('opens one content opportunity for several such prompts of a topic, without dismissed ones', async () => {
  for (const [index, times] of [3, 4, 5].entries()) await answer(`Prompt ${index}?`, 'Bolmex it is.', { times })
  await answer('Other?', 'Bolmex it is.', { times: 3, topic: 'Hats' })
  await answer('Doubtful?', 'Nobody.', { times: 2 })
  await answer('Doubtful?', 'Bolmex.')
  await refresh()
  const ids = await Promise.all([2, 1, 0].map((index) => promptIdOf(test, brand.brandId, `Prompt ${index}?`)))
  const [first, second] = await listed()
  expect(first).toMatchObject({
    kind: 'prompts_without_brand',
    title: 'Get mentioned on Boots',
    why: 'None of 12 answers to 3 prompts mentions the brand. Mentioned instead: Bolmex.',
    evidence: { prompt_id: ids[0], covered_prompts: 3, competitors: ['Bolmex'], competitor_ids: [bolmex] },
    expected_reach: 12,
    // 12 of 18 answers, of which 15 to 50% are assumed.
    expected_effect: { low: 10, high: 33.33 },
  })
  expect(first?.evidence.prompts).toMatchObject(ids.map((id) => ({ id })))
  expect(second).toMatchObject({ kind: 'prompt_without_brand', topic: { name: 'Hats' } })
  await set(first?.id as string, 'dismissed')
  expect(await refresh()).toEqual({ opened: 0, closed: 0, open: 1 })
})

it('opens a lead on a subtopic instead of one on its topic', async () => {
  const urls = Array.from({ length: 3 }, (_, index) => `https://a.example/${index}`)
  for (const prompt of ['Which warm?', 'What warm?'])
    await answer(prompt, 'Bolmex.', { urls, topic: 'Boots / Warm', times: 5 })
  for (const prompt of ['Which light?', 'What light?'])
    await answer(prompt, 'Zuvari.', { urls, topic: 'Boots / Light', times: 3 })
  await refresh()
  expect(await listed()).toMatchObject([{ title: 'Win Warm from Bolmex' }])
  const [{ id }] = (await listed()) as [Row]
  await set(id, 'dismissed')
  await refresh()
  // A dismissed lead covers nothing.
  expect(await listed('?state=open')).toMatchObject([{ title: 'Get mentioned on Warm' }])
})

it('opens a content opportunity for an old page of the brand that is cited', async () => {
  const urls = ['https://zuvari.example/old', 'https://www.zuvari.example/new', 'https://zuvari.example/dateless']
  await answer('Which?', 'Zuvari.', { urls })
  await scan(
    { url: 'https://www.zuvari.example/old/', content: 'Old.', dated_at: '2025-03-01T00:00:00Z' },
    { url: 'https://zuvari.example/new', content: 'New.', dated_at: '2025-03-03T00:00:00Z' },
    { url: 'https://zuvari.example/dateless', content: 'Whenever.' },
  )
  await refresh()
  expect(await listed()).toMatchObject([
    {
      kind: 'outdated_page',
      topic: { name: 'Boots' },
      evidence: {
        url: 'https://zuvari.example/old',
        dated_at: '2025-03-01T00:00:00.000Z',
        citation_count: 1,
      },
      expected_reach: 1,
    },
  ])
  const [row] = await listed()
  expect((await brief(row?.id as string)).publish).toEqual([
    { action: 'update', target: 'https://zuvari.example/old', reason: 'Not changed since 2025-03-01.' },
  ])
})

it('shows an old page under the topic that cites it most; of several, the one of the oldest prompt', async () => {
  const urls = ['https://zuvari.example/old']
  await answer('Which?', 'Zuvari.', { urls })
  await scan({ url: 'https://zuvari.example/old', content: 'Old.', dated_at: '2025-03-01T00:00:00Z' })
  for (const topic of ['Hats', 'Socks']) await answer(`Which ${topic}?`, 'Zuvari.', { urls, topic })
  await refresh()
  expect(await listed()).toMatchObject([{ topic: { name: 'Boots' }, evidence: { citation_count: 3 } }])
  await answer('Which Socks?', 'Zuvari.', { urls, topic: 'Socks' })
  await refresh()
  expect(await listed()).toMatchObject([{ topic: { name: 'Socks' }, evidence: { citation_count: 4 } }])
})

it('opens a content opportunity for an own page in whose answers the brand is mostly missing', async () => {
  const urls = ['https://zuvari.example/sizes']
  await answer('Which?', 'Size 42.', { urls, times: 3 })
  await answer('Which?', 'Zuvari, in size 42.', { urls, times: 3 })
  await refresh()
  expect(await listed()).toEqual([])
  await answer('Which?', 'Size 43.', { urls, times: 2 })
  await answer('What?', 'Zuvari.', { times: 2 })
  await refresh()
  expect(await listed()).toMatchObject([
    {
      kind: 'cited_without_mention',
      title: 'Put the brand’s name next to the facts on zuvari.example/sizes',
      why: '5 of 8 answers that cite the page do not mention the brand.',
      topic: { name: 'Boots' },
      evidence: { url: urls[0], citation_count: 8, without_brand: 5, brand_executions: 10 },
      expected_reach: 5,
      // 5 of 10 answers, of which 15 to 50% are assumed.
      expected_effect: { low: 7.5, high: 25 },
    },
  ])
  const [row] = await listed()
  const { markdown, publish } = await brief(row?.id as string)
  expect(publish[0]).toMatchObject({ action: 'update', target: urls[0] })
  expect(markdown).toContain('Expected effect: 7.5 to 25 points of visibility (15 to 50% of the 5 answers')
})

it('opens a content opportunity where answers that mention the brand clearly cite a competitor’s site instead', async () => {
  const [own, theirs] = [['https://zuvari.example/a'], ['https://bolmex.example/a']]
  await answer('Which?', 'Zuvari and Bolmex.', { urls: theirs, times: 5, topic: 'Boots / Warm' })
  await answer('What?', 'Zuvari and Bolmex.', { urls: [...theirs, ...own] })
  // Neither mentions the brand and cites a page.
  await answer('Which?', 'Bolmex.', { urls: theirs, times: 2, topic: 'Boots / Warm' })
  await answer('What?', 'Zuvari.', { times: 2 })
  const ofKind = async () => (await listed()).filter(({ kind }) => kind === 'mentioned_without_citation')
  await refresh()
  expect(await ofKind()).toEqual([])
  await answer('What?', 'Zuvari and Bolmex.', { urls: theirs })
  await refresh()
  expect(await ofKind()).toMatchObject([
    {
      title: 'Get cited on Boots, not only mentioned',
      why: 'Of 7 answers that mention the brand and cite pages, 7 cite bolmex.example and 1 the brand’s site.',
      topic: { name: 'Boots' },
      evidence: { mentioning_answers: 7, own_site_answers: 1, competitor_site_answers: 7, competitor_name: 'Bolmex' },
      expected_reach: 6,
      expected_effect: null,
    },
  ])
})

it('opens an opportunity for a topic whose answers warn against the brand, and its brief quotes the warnings', async () => {
  const ofKind = async () => (await listed()).filter(({ kind }) => kind === 'warned_against')
  const urls = ['https://claims.example/zuvari?utm_source=x']
  await answer('Which?', 'Zuvari sells boots. Avoid Zuvari.', { times: 2, topic: 'Boots / Warm', urls })
  await answer('What?', 'Avoid Bolmex. Zuvari sells boots.', { times: 17, urls: ['https://other.example/boots'] })
  await answer('Where?', 'Avoid Zuvari in summer.', { topic: 'Hats', times: 2 })
  await refresh()
  expect(await ofKind()).toEqual([])
  await answer('What?', 'Steer clear of Zuvari.')
  await refresh()
  const [found, ...others] = await ofKind()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    title: 'Correct what answers warn about on Boots',
    why: '3 of 20 answers with a known stance warn against the brand.',
    topic: { name: 'Boots' },
    evidence: { judged_answers: 20, warning_answers: 3, execution_ids: Array(3).fill(expect.any(String)) },
    expected_reach: 3,
    expected_effect: null,
  })
  const { quotes, publish, markdown } = await brief(found?.id as string)
  expect(quotes.map(({ name, text }) => [name, text]).sort()).toEqual([
    ['Zuvari', 'Avoid Zuvari.'],
    ['Zuvari', 'Steer clear of Zuvari.'],
  ])
  expect(publish[0]).toMatchObject({ action: 'write', target: 'zuvari.example' })
  expect(markdown).toContain('## What answers warn about')
  const pages = await pagesOf(found?.id as string)
  expect(pages).toEqual(['https://claims.example/zuvari'])
  // It stays open while the share of warnings is above 5%, and opens again only if it is clearly above.
  const open = async () => (await ofKind()).map(({ progress }) => progress)
  await answer('What?', 'Zuvari sells boots.', { times: 39 })
  await refresh()
  expect(await open()).toEqual(['todo'])
  await answer('What?', 'Zuvari sells boots.', { times: 2 })
  await refresh()
  expect(await open()).toEqual(['done'])
  await answer('What?', 'Avoid Zuvari.', { times: 2 })
  await refresh()
  expect(await open()).toEqual(['done'])
})

it('opens a platform opportunity for a cited site whose pages mention competitors, but not the brand', async () => {
  const urls = ['https://news.example/boots', 'https://blog.example/walks', 'https://shop.example/both']
  await answer('Which?', 'Zuvari.', { urls: [...urls, 'https://bolmex.example/'], times: 9 })
  await scan(
    { url: urls[0] as string, content: 'Bolmex wins our test.' },
    { url: urls[1] as string, content: 'A walk in the woods.' },
    { url: urls[2] as string, content: 'Bolmex and Zuvari.' },
    { url: 'https://bolmex.example/', content: 'Bolmex.' },
  )
  await refresh()
  expect(await listed('?category=platform')).toEqual([])
  await answer('What?', 'Zuvari.', { urls, topic: 'Hats' })
  await refresh()
  // One opportunity for all topics, with the one that cites the site most.
  expect(await listed('?category=platform')).toMatchObject([
    {
      kind: 'absent_from_site',
      title: 'Get mentioned on news.example, which answers cite',
      topic: { name: 'Boots' },
      evidence: { domain: 'news.example', citation_count: 10, pages_cited: 1, pages_read: 1 },
      expected_reach: 10,
    },
  ])
})

it('opens a platform opportunity for a cited and scanned community that does not mention the brand', async () => {
  const urls = ['https://www.reddit.com/r/boots/1', 'https://forum.walkers.example/t/1', 'https://g2.com/boots']
  await answer('Which?', 'Zuvari.', { urls, times: 3, topic: 'Boots / Warm' })
  await refresh()
  // The pages are not scanned yet, so their mentions are unknown.
  expect(await listed()).toEqual([])
  await scan(
    { url: urls[0] as string, content: 'Bolmex all day.' },
    { url: urls[1] as string, content: 'Bolmex or nothing.' },
    { url: urls[2] as string, content: 'Zuvari gets five stars.' },
  )
  await refresh()
  const rows = await listed('?category=platform')
  expect(rows.map(({ kind, topic, evidence }) => [kind, topic?.name, evidence.domain]).sort()).toEqual([
    ['absent_from_community', 'Boots', 'forum.walkers.example'],
    ['absent_from_community', 'Boots', 'reddit.com'],
  ])
  expect(rows[0]).toMatchObject({ expected_reach: 3, evidence: { pages_cited: 1, pages_read: 1 } })
  expect((await scoreboard()).Boots).toEqual([0, 2])
})

it('names a page of a platform by the same URL, whichever prompts cite its spellings', async () => {
  const places = [1, 2, 3, 4, 5].map((place) => `://www.reddit.com/r/boots/${place}`)
  for (const [index, place] of places.entries()) {
    const [first, second] = index % 2 === 0 ? ['http', 'https'] : ['https', 'http']
    await answer('Which?', 'Zuvari.', { urls: [`${first}${place}`], topic: 'Boots' })
    await answer('What?', 'Zuvari.', { urls: [`${second}${place}`], topic: 'Boots' })
  }
  await scan(...places.map((place) => ({ url: `https${place}`, content: 'Bolmex all day.' })))
  await refresh()
  const [row] = await listed('?category=platform')
  expect(row?.evidence).toMatchObject({ citation_count: 10, urls: places.map((place) => `https${place}`) })
})

it('opens a technical opportunity for an audit issue until the issue is resolved', async () => {
  test.site.answer = undefined
  const audited = await makeAuditedBrand(test, 100)
  await audited.audit()
  const [issue] = (await audited.issues()).filter(({ docs_url }) => docs_url.endsWith('title-missing'))
  const pages = (await audited.pagesWith('title-missing')) ?? []
  brand = { ...brand, brandId: audited.brandId, key: audited.key }
  const found = async () => {
    await refresh()
    return (await listed('?category=technical')).find(({ evidence }) => evidence.issue_id === issue?.id)
  }
  expect(await found()).toMatchObject({
    kind: 'open_issue',
    title: `Fix: ${issue?.name}`,
    topic: null,
    evidence: { check_id: 'title-missing', affected_pages: 3, urls: pages.map(({ url }) => url).sort() },
    expected_reach: 0,
    state: 'open',
  })
  const briefed = await brief((await found())?.id as string)
  expect(briefed.prompts).toEqual([])
  expect(briefed.publish.map(({ target }) => target)).toEqual(pages.map(({ url }) => url).sort())
  expect((await listed('?category=technical')).length).toBe((await audited.issues()).length)
  for (const { id } of pages) await audited.resolve(id)
  expect(await found()).toMatchObject({ state: 'done' })
  await audited.resolve(pages[0]?.id as string, { resolved: false })
  expect(await found()).toMatchObject({ state: 'open', evidence: { affected_pages: 1 } })
})

it('counts an answer once per page of an issue, under whichever URLs the audit found the page', async () => {
  test.site.answer = undefined
  const audited = await makeAuditedBrand(test, 100)
  await audited.audit()
  brand = { ...brand, brandId: audited.brandId, key: audited.key }
  const { db } = test.app.services
  const found = db.selectFrom('issue_pages').selectAll().where('brand_id', '=', brand.brandId)
  const page = await found.where('check_id', '=', 'title-missing').orderBy('url').executeTakeFirstOrThrow()
  const again = {
    ...page,
    id: randomUUID(),
    page_id: randomUUID(),
    url: page.url.endsWith('/') ? page.url.slice(0, -1) : `${page.url}/`,
  }
  await db.insertInto('issue_pages').values(again).execute()
  const domain = new URL(page.url).hostname
  await test.operate('update-brand', { brand_id: brand.brandId, domain })
  await answer('Which?', 'Bolmex.', { urls: [page.url], times: 2 })
  await refresh()
  const rows = await listed('?category=technical')
  expect(rows.find(({ evidence }) => evidence.check_id === 'title-missing')).toMatchObject({
    evidence: { affected_pages: 4 },
    expected_reach: 2,
  })
})

it('keeps manual states while the cause exists; if the cause returns, done reopens but dismissed does not', async () => {
  await answer('Which?', 'Bolmex it is.', { times: 3 })
  await answer('What?', 'Bolmex it is.', { times: 3, topic: 'Hats' })
  await refresh()
  const [first, second] = (await listed()) as [Row, Row]
  await set(first.id, 'done')
  await set(second.id, 'dismissed')
  const states = async () => new Map((await listed()).map(({ id, state }) => [id, state]))
  await answer('Which?', 'Bolmex once more.')
  expect(await refresh()).toEqual({ opened: 0, closed: 0, open: 0 })
  expect([...(await states())].sort()).toEqual(
    [
      [first.id, 'done'],
      [second.id, 'dismissed'],
    ].sort(),
  )
  await test.operate('update-brand', { brand_id: brand.brandId, aliases: ['Bolmex it is'] })
  await test.historyIsRead()
  await refresh()
  await test.operate('update-brand', { brand_id: brand.brandId, aliases: [] })
  await test.historyIsRead()
  expect(await refresh()).toMatchObject({ opened: 1 })
  expect(await states()).toEqual(
    new Map([
      [first.id, 'open'],
      [second.id, 'dismissed'],
    ]),
  )
})

it('shows how far the work is, and rejects an experiment without measuring', async () => {
  await answer('Which?', 'Bolmex it is.', { times: 3 })
  await refresh()
  const [row] = await listed()
  const shown = async () => (await listed()).map(({ state, progress }) => [progress, state])
  for (const [progress, state] of [
    ['doing', 'open'],
    ['done', 'done'],
    ['backfired', 'done'],
    ['dismissed', 'dismissed'],
    ['todo', 'open'],
  ] as const) {
    await set(row?.id as string, progress)
    expect(await shown()).toEqual([[progress, state]])
    expect(await listed(`?progress=${progress}`)).toHaveLength(1)
  }
  const given = { brand_id: brand.brandId, opportunity_id: row?.id as string, experiment_id: randomUUID() }
  await expect(test.operate('update-opportunity', { ...given, state: 'done' })).rejects.toThrow(
    'experiment_id: allowed only with the progress measuring',
  )
  await expect(test.operate('update-opportunity', { ...given, state: 'measuring' })).rejects.toThrow('not_found')
  await expect(set(row?.id as string, 'begun')).rejects.toThrow('state')
})

it('takes the verdict of its experiment once that has ended, which webhooks receive once', async () => {
  await subscribeTo(test, brand.workspaceId, experimentEnded)
  const prompts = Array.from({ length: 16 }, (_, index) => `Prompt ${index}?`)
  const lines = prompts.flatMap((prompt, index) =>
    Array.from({ length: 70 }, (_, day) => ({
      prompt,
      topic: 'Boots',
      engine: 'claude',
      executed_at: new Date(Date.UTC(2025, 11, 15 + day, 10)).toISOString(),
      // Mentioned every fifth day, and with the treatment on most days.
      answer: (index < 8 && day >= 35 ? day % 5 !== index % 5 : day % 5 === index % 5) ? 'Zuvari.' : 'Bolmex.',
    })),
  )
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
  const ids = await Promise.all(prompts.map((prompt) => promptIdOf(test, brand.brandId, prompt)))
  const { id: experiment_id } = await test.operate('create-experiment', {
    brand_id: brand.brandId,
    name: 'Boots',
    treated_prompt_ids: ids.slice(0, 8),
    control_prompt_ids: ids.slice(8),
    started_on: '2026-01-19',
    ended_on: '2026-03-05',
  })
  await answer('Which?', 'Bolmex it is.', { times: 3, topic: 'Hats' })
  await refresh()
  const [row] = await listed('?category=content')
  const on = { brand_id: brand.brandId, opportunity_id: row?.id as string }
  await test.operate('update-opportunity', { ...on, state: 'measuring', experiment_id })
  await refresh()
  expect(await listed('?progress=measuring')).toMatchObject([{ experiment_id }])
  test.setNow('2026-03-06T12:00:00Z')
  await refresh()
  expect(await listed('?progress=worked')).toMatchObject([{ id: row?.id, state: 'done', experiment_id }])
  await answer('Which?', 'Bolmex it is.', { topic: 'Hats' })
  await refresh()
  const events = await readEmittedEvents(test, brand.workspaceId, experimentEnded)
  expect(events).toMatchObject([{ experiment_id, name: 'Boots', verdict: 'worked' }])
  expect(events[0]?.effect?.low).toBeGreaterThan(0)
})

it('an experiment is created together with the link from its opportunity, or not at all', async () => {
  const prompts = Array.from({ length: 10 }, (_, index) => `Which boots ${index}?`)
  const lines = prompts.map((prompt) => ({
    ...{ prompt, engine: 'claude', executed_at: '2026-03-01T10:00:00Z', answer: 'Bolmex.' },
  }))
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
  await answer('Which?', 'Bolmex it is.', { times: 3, topic: 'Hats' })
  await refresh()
  const [row] = await listed('?category=content')
  const ids = await Promise.all(prompts.map((prompt) => promptIdOf(test, brand.brandId, prompt)))
  const given = {
    ...{ brand_id: brand.brandId, name: 'Boots', started_on: '2026-04-01' },
    ...{ treated_prompt_ids: ids.slice(0, 5), control_prompt_ids: ids.slice(5) },
  }
  const other = randomUUID()
  expect(await test.tryOperate('create-experiment', { ...given, opportunity_id: other })).toMatchObject({
    failure: { error: { message: `opportunity_id: the brand has no opportunity ${other}` } },
  })
  expect(await test.operate('list-experiments', { brand_id: brand.brandId })).toEqual([])
  const { id } = await test.operate('create-experiment', { ...given, opportunity_id: row?.id as string })
  expect(await listed('?progress=measuring')).toMatchObject([{ id: row?.id, experiment_id: id }])
})

it('closes an opportunity that was reopened after its cause is gone', async () => {
  await answer('Which?', 'Bolmex it is.', { times: 3 })
  await refresh()
  await answer('Which?', 'Zuvari at last.')
  await refresh()
  const [row] = await listed()
  await set(row?.id as string, 'open')
  expect(await refresh()).toEqual({ opened: 0, closed: 1, open: 0 })
  expect(await listed()).toMatchObject([{ state: 'done' }])
})

it('the title quotes a long prompt with any characters', async () => {
  await answer(`${'x'.repeat(199)}😀${'y'.repeat(50)}`, 'Bolmex it is.', { times: 3 })
  await refresh()
  expect(await listed()).toMatchObject([{ title: `Get mentioned for “${'x'.repeat(199)}😀”` }])
})

it('pages through the list by reach, and filters by topic including subtopics', async () => {
  for (const [index, times] of [3, 5, 4].entries())
    await answer(`Prompt ${index}?`, 'Bolmex.', {
      times,
      topic: ['Hats', 'Boots / Warm', 'Boots / Light'][index] as string,
    })
  await refresh()
  const whole = await listed()
  expect(whole.map((row) => row.expected_reach)).toEqual([5, 4, 3])
  const rows: Row[] = []
  const path = `/v1/brands/${brand.brandId}/opportunities?limit=1`
  for (let next = path; ; ) {
    const { body } = await askPage(test, brand.key, next)
    rows.push(...(body.data as Row[]))
    if (body.pagination.next_cursor === null) break
    next = `${path}&cursor=${body.pagination.next_cursor}`
  }
  expect(rows).toEqual(whole)
  const topics = (await askPage(test, brand.key, `/v1/brands/${brand.brandId}/topics`)).body.data as {
    id: string
    name: string
  }[]
  const boots = topics.find(({ name }) => name === 'Boots')?.id
  expect((await listed(`?topic_id=${boots}`)).length).toBe(2)
})

it('sorts by priority or due date, page by page', async () => {
  await answer('Which?', 'Bolmex.', { times: 5, topic: 'Hats' })
  await answer('What?', 'Bolmex.', { times: 4, topic: 'Socks' })
  await answer('Who?', 'Zuvari.', { times: 4, topic: 'Boots', urls: ['https://zuvari.example/old'] })
  await scan({ url: 'https://zuvari.example/old', content: 'Old.', dated_at: '2025-03-01T00:00:00Z' })
  await refresh()
  const names = async (query: string) => (await listed(query)).map(({ topic }) => topic?.name)
  // Updating a page takes one day, the others take three.
  expect(await names('?sort=priority')).toEqual(['Boots', 'Hats', 'Socks'])
  expect((await names('?sort=reach'))[0]).toBe('Hats')
  const [hats, ...others] = (await listed('?sort=reach')) as [Row, Row, Row]
  const due = (row: Row | undefined, due_on: string) =>
    test.operate('update-opportunity', { brand_id: brand.brandId, opportunity_id: row?.id as string, due_on })
  await due(hats, '2026-04-02')
  await due(
    others.find(({ topic }) => topic?.name === 'Socks'),
    '2026-03-30',
  )
  expect(await names('?sort=due_on')).toEqual(['Socks', 'Hats', 'Boots'])
  const path = `/v1/brands/${brand.brandId}/opportunities?sort=due_on&limit=2`
  const { body } = await askPage(test, brand.key, path)
  const next = await askPage(test, brand.key, `${path}&cursor=${body.pagination.next_cursor}`)
  expect((next.body.data as Row[]).map(({ topic }) => topic?.name)).toEqual(['Boots'])
})
