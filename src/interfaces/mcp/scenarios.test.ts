import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connectAgent, type ToolResult } from '../../testing/agents.ts'
import { type Fixture, makeKey, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
let agent: Agent
let all: Agent
let brand: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  brand = fixture.ids.brand_id?.[0] as string
  agent = await connectAgent(app, fixture.key)
  all = await connectAgent(app, fixture.key, { query: '?toolset=all' })
})
afterAll(async () => {
  await agent.close()
  await all.close()
  await app.close()
})

type Row = Record<string, unknown>

/** Tools use whole days: up to yesterday. */
const wholeDays = 'start_date=2026-05-16&end_date=2026-06-14'

/** The API's response for the brand. */
async function v1(path: string): Promise<{ data: never; meta: never }> {
  const { status, body } = await app.get(`/v1/brands/${brand}/${path}`, fixture.key)
  expect(status, path).toBe(200)
  return body
}

async function ask(tool: string, given: Row = {}): Promise<Pick<ToolResult, 'text' | 'content'>> {
  const { isError, text, content } = await all.call(tool, { brand, ...given })
  expect([isError, text]).toEqual([false, text])
  return { text, content }
}

const first = (name: string) => fixture.ids[name]?.[0] as string

/** Tools of a single operation: a question in words, the arguments, and the path with the same data. */
const plain: readonly (readonly [question: string, tool: string, given: () => Row, path: () => string])[] = [
  [
    'How did we develop week by week?',
    'list_visibility_trend',
    () => ({ interval: 'week' }),
    () => `visibility/trend?interval=week&${wholeDays}`,
  ],
  ['On which topics do we trail?', 'list_topic_scoreboard', () => ({}), () => 'topics/scoreboard?limit=20'],
  ['What do we ask the engines?', 'list_prompts', () => ({}), () => `prompts?${wholeDays}`],
  [
    'What did ChatGPT answer lately?',
    'list_executions',
    () => ({ engine: 'chatgpt' }),
    () => 'executions?engine=chatgpt',
  ],
  [
    'What does that answer say?',
    'get_execution',
    () => ({ execution_id: first('execution_id') }),
    () => `executions/${first('execution_id')}`,
  ],
  ['Which sites do answers rely on?', 'list_cited_domains', () => ({}), () => `citations/domains?${wholeDays}`],
  ['Where could we win a mention?', 'list_earned_mentions', () => ({}), () => 'citations/earned-mentions'],
  ['Which bots read our site?', 'get_crawler_summary', () => ({}), () => `crawler/summary?${wholeDays}`],
  ['What keeps bots out?', 'list_issues', () => ({}), () => 'technical/issues'],
  [
    'What do our own papers say about boots?',
    'search_knowledge',
    () => ({ q: 'boots' }),
    () => 'knowledge-documents/search?q=boots',
  ],
]

describe('a question in words, the tool that answers it, and the same metrics as the API:', () => {
  test.each(plain)('%s (%s)', async (_, tool, given, path) => {
    const { content } = await ask(tool, given())
    const { data, meta } = await v1(path())
    const shown = (content.rows ?? content.data) as Row[]
    expect(Object.keys(shown)).not.toEqual([])
    expect(data).toMatchObject(shown)
    if (content.meta !== undefined) expect(meta).toMatchObject(content.meta)
  })

  test('Which brands can I ask about? (list_brands)', async () => {
    const { content } = await agent.call('list_brands')
    const { body } = await app.get('/v1/brands', fixture.key)
    expect(body.data).toMatchObject(content.rows)
    expect((content.rows as Row[]).length).toBe(2)
  })

  test('How visible are we, did that change, and what next? (visibility_report)', async () => {
    const { text, content } = await ask('visibility_report')
    const [figures, changes, sources, actions] = [
      await v1(`visibility/intervals?limit=100&${wholeDays}`),
      await v1(`visibility/changes?limit=100&${wholeDays}`),
      await v1(`citations/domains?limit=5&${wholeDays}`),
      await v1('opportunities?status=open&limit=3'),
    ]
    const ours = (rows: Row[]) => rows.find(({ is_our_brand }) => is_our_brand)
    const others = (rows: Row[]) => rows.filter(({ is_our_brand }) => !is_our_brand)
    expect(ours(figures.data)).toMatchObject(content.brand)
    expect(ours(changes.data)).toMatchObject(content.change)
    for (const { verdict, change, avg_rank, ...rival } of content.competitors as Row[]) {
      const figure = others(figures.data).find(({ id }) => id === rival.id) as Record<string, { value: unknown }>
      expect(figure).toMatchObject({
        id: rival.id,
        visibility_pct: rival.visibility_pct,
        lead: rival.lead ?? null,
      })
      expect(figure.avg_rank?.value ?? undefined).toEqual(avg_rank)
      const of = others(changes.data).find(({ id }) => id === rival.id)
      expect([of?.verdict ?? undefined, of?.change ?? undefined]).toEqual([verdict, change])
    }
    expect(sources.data).toMatchObject(content.top_sources)
    expect(actions.data).toMatchObject(content.what_next)
    const { value } = (content.brand as { visibility_pct: { value: number } }).visibility_pct
    expect(text).toContain(`mentioned in ${value}% of answers`)
  })

  test('Where and why are we not named? (why_not_named)', async () => {
    // One more answer names only a competitor.
    const answer = { prompt: 'Which shoes?', engine: 'chatgpt', answer: 'Globex alone.', citations: [] }
    const line = {
      ...answer,
      executed_at: '2026-06-02T08:00:00Z',
      citations: [{ url: 'https://globex.com/boots' }],
    }
    await app.operate('import-answers', { brand_id: brand }, JSON.stringify(line))
    const all = await ask('why_not_named')
    const gaps = (await v1(`competitors/gaps?${wholeDays}`)).data as {
      prompts: Row[]
      competitors_only: number
    }
    expect(gaps).toMatchObject({ prompts: all.content.prompts, engines: all.content.engines })
    expect(all.content.competitors_only).toBe(gaps.competitors_only)
    expect(all.text).toContain(`of 4 answers, ${gaps.competitors_only} mention competitors but not the brand`)

    const prompt_id = gaps.prompts[0]?.prompt_id as string
    const { content, text } = await ask('why_not_named', { prompt_id })
    const prompt = (await v1(`prompts/${prompt_id}?${wholeDays}`)).data as { rankings: Row[] }
    expect(prompt).toMatchObject(content.prompt)
    const rivals = prompt.rankings.filter(({ is_our_brand }) => !is_our_brand)
    expect(rivals).toMatchObject(content.named_instead)
    expect((await v1(`citations/domains?prompt_id=${prompt_id}&limit=5&${wholeDays}`)).data).toMatchObject(
      content.sources_of_prompt,
    )
    expect((await v1(`executions?prompt_id=${prompt_id}&limit=5`)).data).toMatchObject(content.answers)
    expect(text).toContain('Mentioned instead: Globex')
  })

  test('How do we compare with competitors, or one of them? (compare_competitors)', async () => {
    const { content } = await ask('compare_competitors')
    const rankings = (await v1(`competitors/rankings?compare_to_previous=true&limit=100&${wholeDays}`)).data as Row[]
    const changes = (await v1(`visibility/changes?limit=100&${wholeDays}`)).data as Row[]
    for (const { change, verdict, ...row } of [content.brand, ...(content.competitors as Row[])] as Row[]) {
      expect(rankings.find(({ id }) => id === row.id)).toMatchObject(row)
      const own = changes.find(({ id }) => id === row.id)
      expect([own?.change ?? undefined, own?.verdict]).toEqual([change, verdict])
    }
    expect(content.competitors).toHaveLength(rankings.length - 1)
    const engines = (await v1(`visibility/engines?top_competitors=3&limit=8&${wholeDays}`)).data as Row[]
    expect(engines).toMatchObject(content.engines)
    const topics = (await v1('topics/scoreboard')).data as Row[]
    const trailing = topics.filter(({ gap_pts }) => Number(gap_pts) > 0)
    expect(trailing).not.toEqual([])
    expect(content.topics_behind).toHaveLength(Math.min(5, trailing.length))
    // The scoreboard has no engine filter, so it is omitted.
    const filtered = await ask('compare_competitors', { engine: 'chatgpt' })
    expect(filtered.content).not.toHaveProperty('topics_behind')

    const one = await ask('compare_competitors', { competitor: 'globex' })
    expect((one.content.competitors as Row[]).map(({ name }) => name)).toEqual(['Globex'])
    const [ours] = engines as { top_competitors: Row[] }[]
    const globex = ours?.top_competitors.find(({ name }) => name === 'Globex')
    const [engine] = one.content.engines as { competitor: Row }[]
    expect(engine).not.toHaveProperty('top_competitors')
    expect(engine?.competitor).toEqual({ rank: globex?.rank, visibility_pct: globex?.visibility_pct })
    const gaps = await v1(`competitors/gaps?competitor_id=${(one.content.competitors as Row[])[0]?.id}&${wholeDays}`)
    expect(gaps.data).toMatchObject(one.content.gap)
    const unknown = await agent.call('compare_competitors', { brand, competitor: 'Nobody' })
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('Globex')])
    for (const competitor of [{ toString: 1 }, ['Globex'], 5]) {
      const { text } = await agent.call('compare_competitors', { brand, competitor })
      expect(text).toContain('competitor must be text')
    }
  })

  test('Who gained most, is it real, and why? (what_changed)', async () => {
    const { content, text } = await ask('what_changed')
    const parts: Partial<Record<string, unknown>> = content
    const rows = (await v1(`visibility/changes?limit=100&${wholeDays}`)).data as Row[]
    const gains = rows.toSorted((a, b) => Number(b.change ?? -1000) - Number(a.change ?? -1000))
    const shown = content.changes as Row[]
    expect(shown.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort())
    expect(shown[0]?.name).toBe(gains[0]?.name)
    for (const { name, change, matched_change, verdict } of rows) {
      const known = Object.entries({ change, matched_change, verdict }).filter(([, value]) => value !== null)
      expect(shown.find((row) => row.name === name)).toMatchObject(Object.fromEntries(known))
      expect(text).toMatch(new RegExp(`^\\|.*${name}.*\\| ${verdict ?? ''} \\|`, 'm'))
    }
    const drivers = rows.flatMap(({ name, drivers }) => (drivers as Row[]).map(({ points }) => ({ of: name, points })))
    expect(parts.drivers ?? []).toMatchObject(drivers)
    const ours = rows.find((row) => row.is_our_brand) as { explained: Row | null; name: string }
    expect(parts.parts_of_change ?? []).toEqual(ours.explained === null ? [] : [{ of: ours.name, ...ours.explained }])
  })

  test('What can we do about it? (find_opportunities)', async () => {
    const { content } = await ask('find_opportunities')
    expect((await v1('opportunities?status=open&sort=priority&limit=5')).data).toMatchObject(content.opportunities)
    expect((await v1('citations/earned-mentions?limit=5')).data).toMatchObject(content.pages_to_be_named_on)
    expect((await v1('technical/issues?limit=5')).data).toMatchObject(content.technical_issues)
  })
})

describe('the default tools show', () => {
  const ids = () => ({ brand, issue_id: fixture.ids.issue_id?.[0] })
  test.each([
    ['alerts and untracked brands', 'find_opportunities', () => ({ brand }), ['alerts', 'untracked_brands']],
    ['spend, budget and coverage', 'collection_status', () => ({ brand }), ['coverage', 'budget', 'engines']],
    ['sample sizes', 'collection_status', () => ({ brand, points: 5 }), ['sample_sizes', 'sample_sizes_needed']],
    ['the pages of an issue', 'site_activity', ids, ['affected_pages', 'affected_pages_name']],
  ] as const)('%s (%s)', async (_, tool, given, parts) => {
    const { isError, text, content } = await agent.call(tool, given())
    expect([isError, Object.keys(content)]).toEqual([false, expect.arrayContaining([...parts])])
    for (const part of parts) expect(text).toMatch(new RegExp(`^${part}:`, 'm'))
    expect(text.length / 4).toBeLessThan(3000)
  })
})

test('a question is answered as far as the key’s scopes allow, and lists what is missing', async () => {
  const key = await makeKey(app, fixture.workspaceId, { scopes: ['read:visibility'] })
  const narrow = await connectAgent(app, key)
  const { isError, content } = await narrow.call('visibility_report', { brand })
  await narrow.close()
  expect(isError).toBe(false)
  expect(content).toHaveProperty('brand')
  expect(content).not.toHaveProperty('top_sources')
  expect((content.unavailable as { what: string; why: string }[]).map(({ what }) => what).sort()).toEqual([
    'top_sources',
    'what_next',
  ])
})

test('data outside the key’s scopes is reported as unavailable, not as empty', async () => {
  const key = await makeKey(app, fixture.workspaceId, { scopes: ['read:citations'] })
  const narrow = await connectAgent(app, key)
  const todo = await narrow.call('find_opportunities', { brand })
  const report = await narrow.call('visibility_report', { brand })
  await narrow.close()
  expect(todo.text).not.toContain('No open opportunities')
  expect(todo.text).toMatch(/Not shown \(missing scope\): alerts, opportunities, /)
  expect(report.content.digest).toBe('Not shown (missing scope): changes, figures, what_next.')
})

test('a brand behind more than a hundred others is in its own report, and so are the others', async () => {
  const { id } = await app.operate('create-brand', {
    workspace_id: fixture.workspaceId,
    name: 'Lastly',
    domain: 'lastly.example',
  })
  const names = Array.from({ length: 101 }, (_, at) => `Rival${at}`)
  for (const name of names)
    await app.operate('create-competitor', { brand_id: id, name, primary_url: `https://${name}.example` })
  const line = {
    prompt: 'Which one?',
    engine: 'chatgpt',
    executed_at: '2026-06-14T08:00:00Z',
    answer: `There are ${names.join(', ')}.`,
    citations: [],
  }
  await app.operate('import-answers', { brand_id: id }, JSON.stringify(line))
  const { content } = await agent.call('visibility_report', { brand: id })
  expect((content.brand as Row).name).toBe('Lastly')
  expect(content.change).toBeDefined()
  const { body } = await app.get(`/v1/brands/${id}/competitors/rankings?limit=100`, fixture.key)
  const shown = (body.data as Row[]).map(({ name }) => name)
  const past = names.find((name) => !shown.includes(name))
  const one = await agent.call('compare_competitors', { brand: id, competitor: past })
  expect([one.isError, (one.content.competitors as Row[])[0]?.name]).toEqual([false, past])
  expect((one.content.brand as Row).name).toBe('Lastly')

  // Rivals 90 to 92 fall by half and 95 to 97 rise from nothing: the last rows of the list.
  const namedIn = (at: number) => [
    ...['Lastly', 'Rival0', 'Rival1', 'Rival2', 'Rival3', 'Rival4'],
    ...(at < 5 ? ['Rival90', 'Rival91', 'Rival92'] : []),
    ...(at < 2 ? ['Rival95', 'Rival96', 'Rival97'] : []),
  ]
  const before = namedIn(2).join(', ')
  const lines = Array.from({ length: 10 }, (_, at) => [
    { ...line, executed_at: `2026-06-10T08:00:0${at}Z`, answer: `There are ${namedIn(at).join(', ')}.` },
    { ...line, executed_at: `2026-05-01T08:00:0${at}Z`, answer: `There were ${before}.` },
  ])
  const file = lines.flat().map((one) => JSON.stringify(one))
  await app.operate('import-answers', { brand_id: id }, file.join('\n'))
  const report = await agent.call('visibility_report', { brand: id })
  expect(report.content.competitors_left_out).toBe('96 more; compare_competitors has more')
  const compared = await agent.call('compare_competitors', { brand: id })
  expect(compared.content.competitors_left_out).toBe('81 more; name one as competitor')
  // The ends of the ranking by change, however few answers mention them.
  const changed = await agent.call('what_changed', { brand: id })
  const moved = (changed.content.changes as Row[]).map(({ name }) => name)
  expect(moved).toHaveLength(40)
  const ends = [...moved.slice(0, 8), ...moved.slice(-3)]
  expect(ends).toEqual(expect.arrayContaining(['Rival95', 'Rival96', 'Rival97', 'Rival90', 'Rival91', 'Rival92']))
  expect(changed.content.changes_left_out).toBe('62 more; name a competitor')
})

describe('a prompt contains what a model needs for it:', () => {
  type Material = Record<'period' | 'competitors' | 'opportunity' | 'writing_style' | 'untrusted' | 'facts', never>
  const get = async (name: string, given: Record<string, string>) => {
    const { messages } = await agent.client.getPrompt({ name, arguments: { brand, ...given } })
    const [task, material] = messages.map(({ content }) => content)
    const text = (material as { resource: { text: string } }).resource.text
    return { task: (task as { text: string }).text, data: JSON.parse(text) as Material }
  }

  test('the weekly report, on seven full days', async () => {
    const { task, data } = await get('weekly_report', {})
    expect(task).toContain('weekly report')
    expect(data.period).toEqual({ start_date: '2026-06-08', end_date: '2026-06-14' })
  })

  test('the competitor brief', async () => {
    const { task, data } = await get('competitor_brief', { competitor: 'Globex' })
    expect(task).toContain('"Globex"')
    expect((data.competitors as Row[])[0]?.name).toBe('Globex')
  })

  test('the content brief, with the writing style and passages', async () => {
    const [opportunity] = (await v1('opportunities')).data as { id: string; title: string }[]
    const { data } = await get('content_brief', { opportunity_id: opportunity?.id as string })
    expect(opportunity).toMatchObject({
      id: (data.opportunity as Row).id,
      title: (data.opportunity as Row).title,
    })
    expect((data.writing_style as Row).name).toBe('Guide')
    expect(data.untrusted).toMatchObject({ fields: expect.arrayContaining(['title']) })
    // Its document may still be processed.
    const facts = async () => (await get('content_brief', { opportunity_id: opportunity?.id as string })).data.facts
    await expect.poll(facts).toBeDefined()
  })

  test('and an unknown one, or one without a required argument, is rejected with a message', async () => {
    await expect(agent.client.getPrompt({ name: 'poem' })).rejects.toThrow('unknown prompt poem')
    await expect(agent.client.getPrompt({ name: 'competitor_brief', arguments: { brand } })).rejects.toThrow(
      'competitor is required',
    )
    const refused = (name: string, given: Record<string, string>, message: string) =>
      expect(agent.client.getPrompt({ name, arguments: { brand, ...given } })).rejects.toThrow(message)
    await refused('content_brief', {}, 'opportunity_id is required')
    await refused('weekly_report', { week: '3' }, '"week": unknown argument')
    const unknown = { brand, opportunity_id: crypto.randomUUID() }
    await expect(agent.client.getPrompt({ name: 'content_brief', arguments: unknown })).rejects.toThrow(
      'opportunity not found',
    )
  })
})

describe('a resource is the content at a URI:', () => {
  const read = async (path: string) => {
    const { contents } = await agent.client.readResource({ uri: `sightline://brands/${path}` })
    return JSON.parse((contents[0] as { text: string }).text) as Record<
      'data' | 'untrusted' | 'passage' | 'passages',
      never
    >
  }

  test('a whole answer', async () => {
    const { data, untrusted } = await read(`${brand}/answers/${first('execution_id')}`)
    expect((await v1(`executions/${first('execution_id')}`)).data).toMatchObject(data)
    expect(untrusted).toMatchObject({ fields: expect.arrayContaining(['answer', 'title', 'url']) })
  })

  test('an issue', async () => {
    const { data } = await read(`${brand}/issues/${first('issue_id')}`)
    expect((await v1(`technical/issues/${first('issue_id')}`)).data).toMatchObject(data)
  })

  test('a document passage', async () => {
    const { passage, passages } = await read(`${brand}/documents/${first('document_id')}/passages/1`)
    const { raw_text } = (await v1(`knowledge-documents/${first('document_id')}`)).data as {
      raw_text: string
    }
    expect([passage, passages]).toEqual([raw_text, 1])
    await expect(read(`${brand}/documents/${first('document_id')}/passages/2`)).rejects.toThrow('not found')
    const text = `${'x'.repeat(7999)}🥾${'y'.repeat(8000)}`
    const { id } = await app.operate('add-knowledge-document', { brand_id: brand, title: 'Long', text })
    const parts = await Promise.all([1, 2, 3].map((at) => read(`${brand}/documents/${id}/passages/${at}`)))
    expect(parts.map((part) => part.passage).join('')).toBe(text)
    expect(parts.map((part) => [...part.passage].at(-1))).toEqual(['🥾', 'y', 'y'])
  })

  test('and other URIs, or those of other workspaces, are not found', async () => {
    await expect(read('elsewhere')).rejects.toThrow('not found')
    const foreign = `${fixture.foreignIds.brand_id?.[0]}/answers/${fixture.foreignIds.execution_id?.[0]}`
    await expect(read(foreign)).rejects.toThrow('brand not found')
  })
})
