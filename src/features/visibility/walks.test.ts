import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { portion } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage, commonMeta, type Endpoint, endpoints, pathOf } from '../../testing/visibility/ask.ts'
import { addCompetitor, beforeHistoryIsRead, type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf, tagsOf, topicsOf } from '../../testing/visibility/stored.ts'

let test: TestApp
let brand: MadeBrand
let competitors: Record<string, string>

const names = ['Bolmex', 'Kentrafo', 'Orvelin', 'Pludinga', 'Wexomir']

beforeAll(async () => {
  test = await startTestApp()
})
/** Each entity is in fewer answers than the previous one. The last two are in none and sorted by name. */
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  competitors = {}
  for (const name of names) competitors[name] = await addCompetitor(test, brand.brandId, name)
  const texts = ['Zuvari', 'Zuvari Bolmex', 'Zuvari Bolmex Kentrafo', 'Zuvari Bolmex Kentrafo Orvelin', 'nobody']
  await importTexts('chatgpt', texts)
  await importTexts('claude', texts.slice(1))
  await importTexts('gemini', texts.slice(3), { topic: 'Beta', tags: ['blue'] })
})
afterAll(() => test.close())

/** Imports one answer per text. Each engine has its own prompt. */
async function importTexts(engine: string, texts: readonly string[], more: object = {}): Promise<void> {
  const lines = texts.map((answer) => ({
    prompt: `Which ${engine}?`,
    engine,
    executed_at: '2026-03-01T10:00:00Z',
    answer,
    topic: 'Alpha',
    tags: ['red'],
    ...more,
  }))
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines))
}

const changeCompetitor = (name: string, fields: Record<string, string | boolean>) =>
  test.operate('update-competitor', {
    brand_id: brand.brandId,
    competitor_id: competitors[name] as string,
    ...fields,
  })

/** Reads pages of one row, with an action after each. Returns all rows. */
async function walk(path: string, between: (page: number) => Promise<unknown>) {
  const limited = `${path}${path.includes('?') ? '&' : '?'}limit=1`
  const rows: unknown[] = []
  const metas: unknown[] = []
  let cursor = ''
  for (let number = 0; ; number += 1) {
    const page = await askPage(test, brand.key, `${limited}${cursor}`)
    const { body } = page
    rows.push(...(body.data as unknown[]))
    metas.push(commonMeta(page))
    if (body.pagination.next_cursor === null) return { rows, metas }
    cursor = `&cursor=${body.pagination.next_cursor}`
    await between(number)
  }
}

const refusedCursor = [400, 'invalid_cursor']

/** The second page after something has happened. */
async function secondPage(path: string, action: () => Promise<unknown>) {
  const limited = `${path}${path.includes('?') ? '&' : '?'}limit=1`
  const { body } = await askPage(test, brand.key, limited)
  const next = `${limited}&cursor=${body.pagination.next_cursor}`
  const before = await askPage(test, brand.key, next)
  await action()
  const after = await test.get(next, brand.key)
  return { before: before.body.data as unknown[], after }
}

const queries: Record<Endpoint, string> = {
  'competitors/rankings': 'compare_to_previous=true',
  'visibility/engines': 'compare_to_previous=true',
  'visibility/segments': 'compare_to_previous=true&dimension=topic',
  'visibility/segments/trend': 'interval=week&dimension=engine',
  'visibility/trend': 'interval=week',
  'topics/scoreboard': 'window_days=14',
}

describe.each(portion(endpoints, 0, 6))('paging over %s', (endpoint) => {
  const pathTo = () => pathOf(brand.brandId, endpoint, queries[endpoint])

  it('keeps the state of the first page while answers arrive that change every rank', async () => {
    const whole = await askAll(test, brand.key, pathTo())
    const { rows, metas } = await walk(pathTo(), (page) =>
      importTexts('gemini', [`Wexomir Pludinga ${page}`, `Wexomir ${page}`, `Orvelin ${page}`], {
        topic: 'New',
      }),
    )
    expect(rows).toEqual(whole.data)
    for (const meta of metas) expect(meta).toEqual(whole.meta)
    expect((await askAll(test, brand.key, pathTo())).data).not.toEqual(whole.data)
  })

  it('keeps that state while competitors are added or deactivated, until history is reread for them', async () => {
    const whole = await askAll(test, brand.key, pathTo())
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      const { rows, metas } = await walk(pathTo(), async (page) => {
        await addCompetitor(test, brand.brandId, `Tavurno${page}`)
        await changeCompetitor(names[page] ?? 'Wexomir', { is_active: false })
        if (page > 0) await changeCompetitor(names[page - 1] ?? 'Wexomir', { is_active: true })
      })
      expect(rows).toEqual(whole.data)
      for (const meta of metas) expect(meta).toEqual(whole.meta)
    })
  })

  it('keeps null figures of competitors that were still being read on the first page', async () => {
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await addCompetitor(test, brand.brandId, 'Fimbrax')
      const whole = await askAll(test, brand.key, pathTo())
      const { rows } = await walk(pathTo(), () => importTexts('claude', ['Fimbrax', 'Bolmex']))
      expect(rows).toEqual(whole.data)
    })
  })

  it('ends once history is reread', async () => {
    const { after } = await secondPage(pathTo(), async () => {
      await addCompetitor(test, brand.brandId, 'Fimbrax')
      await test.historyIsRead()
    })
    expect([after.status, after.body.error?.code]).toEqual(refusedCursor)
  })

  it('keeps its period when a day ends', async () => {
    test.setNow('2026-03-02T23:59:59Z')
    const { before, after } = await secondPage(pathTo(), async () => test.setNow('2026-03-03T00:00:01Z'))
    expect(after.body.data).toEqual(before)
    expect(after.body.meta).toMatchObject(
      endpoint === 'topics/scoreboard'
        ? { window: { days: 14, start_date: '2026-02-17' } }
        : { period: { start_date: '2026-02-01', end_date: '2026-03-02' } },
    )
  })

  it('continues if prompts are added', async () => {
    const { before, after } = await secondPage(pathTo(), () =>
      importTexts('claude', ['Wexomir', 'Pludinga'], { prompt: 'Another?' }),
    )
    expect(after.body.data).toEqual(before)
  })

  it('ends if an entity gets a name that can affect the order', async () => {
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      const { after } = await secondPage(pathTo(), () => changeCompetitor('Wexomir', { name: 'Aaa' }))
      expect([after.status, after.body.error?.code]).toEqual(refusedCursor)
    })
  })
})

const filtered: Endpoint[] = ['competitors/rankings', 'visibility/engines', 'visibility/trend']

describe.each(portion(filtered, 0, 6))('filtered paging over %s', (endpoint) => {
  const pathTo = (query: string) => pathOf(brand.brandId, endpoint, query)

  it('continues if prompts are added that match its filters', async () => {
    const { idOf } = await topicsOf(test, brand.brandId, brand.key)
    const path = pathTo(`topic_id=${idOf('Alpha')}`)
    const { before, after } = await secondPage(path, () =>
      importTexts('claude', ['Wexomir', 'Pludinga'], { prompt: 'Another?' }),
    )
    expect(after.body.data).toEqual(before)
  })

  it('ends if prompts change in a way that affects its filters', async () => {
    const red = (await tagsOf(test, brand.brandId, brand.key)).get('red') as string
    const { idOf } = await topicsOf(test, brand.brandId, brand.key)
    const ends = async (query: string, action: () => Promise<unknown>) => {
      const { after } = await secondPage(pathTo(query), action)
      expect([query, after.status, after.body.error?.code]).toEqual([query, 400, 'invalid_cursor'])
    }
    const chatgpt = {
      brand_id: brand.brandId,
      prompt_id: await promptIdOf(test, brand.brandId, 'Which chatgpt?'),
    }
    await ends(`tag_id=${red}`, () => importTexts('gemini', ['Wexomir'], { tags: ['red'] }))
    await ends(`tag_id=${red}&tag_match_mode=all`, () => test.operate('update-prompt', { ...chatgpt, tag_ids: [] }))
    await ends(`topic_id=${idOf('Alpha')}`, () => test.operate('delete-prompt', chatgpt))
  })

  it('continues if prompts change in a way that does not affect its filters', async () => {
    const { idOf } = await topicsOf(test, brand.brandId, brand.key)
    const gemini = {
      brand_id: brand.brandId,
      prompt_id: await promptIdOf(test, brand.brandId, 'Which gemini?'),
    }
    const { before, after } = await secondPage(pathTo(`topic_id=${idOf('Alpha')}`), async () => {
      await importTexts('gemini', ['Wexomir'], { tags: ['red'] })
      await test.operate('delete-prompt', gemini)
    })
    expect(after.body.data).toEqual(before)
  })
})

describe('paging over topic rows', () => {
  const subject = async (text: string) => ({
    brand_id: brand.brandId,
    prompt_id: await promptIdOf(test, brand.brandId, text),
  })
  const newTopic = (name: string, parent?: string) =>
    test.operate('create-topic', {
      brand_id: brand.brandId,
      name,
      ...(parent === undefined ? {} : { parent_topic_id: parent }),
    })
  const move = async (text: string, topic_id: string | undefined) =>
    test.operate('update-prompt', { ...(await subject(text)), topic_id: topic_id as string })
  const topic = async (name: string) => (await topicsOf(test, brand.brandId, brand.key)).idOf(name)
  const statusAfter = async (path: string, action: () => Promise<unknown>) => {
    const { before, after } = await secondPage(path, action)
    if (after.status === 200) expect(after.body.data).toEqual(before)
    return after.status === 200 ? 200 : [after.status, after.body.error?.code]
  }
  const segments = () => pathOf(brand.brandId, 'visibility/segments', 'dimension=topic')
  const scoreboard = () => pathOf(brand.brandId, 'topics/scoreboard')

  it('ends if a prompt moves to another root topic or is deleted', async () => {
    for (const path of [segments(), scoreboard()])
      for (const root of ['Beta', 'Alpha'])
        expect(await statusAfter(path, async () => move('Which claude?', await topic(root)))).toEqual(refusedCursor)
    const deleted = async () => test.operate('delete-prompt', await subject('Which claude?'))
    expect(await statusAfter(segments(), deleted)).toEqual(refusedCursor)
    await importTexts('claude', ['Zuvari'])
    expect(await statusAfter(scoreboard(), deleted)).toEqual(refusedCursor)
  })

  it('continues if a prompt moves to a subtopic that its rows include', async () => {
    const child = (await newTopic('One', await topic('Alpha'))).id
    expect(await statusAfter(segments(), () => move('Which claude?', child))).toBe(200)
    expect(await statusAfter(scoreboard(), async () => move('Which claude?', await topic('Alpha')))).toEqual(
      refusedCursor,
    )
  })

  it('ends if a topic is added that has a row', async () => {
    expect(await statusAfter(segments(), () => newTopic('Empty'))).toBe(200)
    expect(await statusAfter(scoreboard(), () => newTopic('Also empty'))).toEqual(refusedCursor)
  })

  it('continues by market, whatever happens to topics', async () => {
    await importTexts('claude', ['Zuvari'], { country: 'DE' })
    const markets = pathOf(brand.brandId, 'visibility/segments', 'dimension=market')
    expect(await statusAfter(markets, async () => move('Which claude?', await topic('Beta')))).toBe(200)
  })

  it('by prompt continues if prompts are added or moved, and ends if one is deleted', async () => {
    const prompts = pathOf(brand.brandId, 'visibility/segments/trend', 'dimension=prompt')
    const importMore = () => importTexts('claude', ['Zuvari'], { prompt: 'One more?' })
    expect(await statusAfter(prompts, importMore)).toBe(200)
    expect(await statusAfter(prompts, async () => move('One more?', await topic('Beta')))).toBe(200)
    const deleted = async () => test.operate('delete-prompt', await subject('One more?'))
    expect(await statusAfter(prompts, deleted)).toEqual(refusedCursor)
  })
})

it('paging over a trend keeps a competitor that is deactivated', async () => {
  const chosen = `competitor_id=${competitors.Bolmex}&competitor_id=${competitors.Orvelin}`
  const path = pathOf(brand.brandId, 'visibility/trend', chosen)
  await beforeHistoryIsRead(test, brand.brandId, async () => {
    const { before, after } = await secondPage(path, () => changeCompetitor('Orvelin', { is_active: false }))
    expect(after.body.data).toEqual(before)
    expect((await test.get(path, brand.key)).status).toBe(400)
  })
})
