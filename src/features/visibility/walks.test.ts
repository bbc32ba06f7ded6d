import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage, type Endpoint, pathOf } from './testing/ask.ts'
import { addCompetitor, beforeHistoryIsRead, type MadeBrand, makeBrand } from './testing/make-brand.ts'
import { tagsOf, topicsOf } from './testing/stored.ts'

let test: TestApp
let brand: MadeBrand
let competitors: Record<string, string>

const names = ['Bolmex', 'Kentrafo', 'Orvelin', 'Pludinga', 'Wexomir']

beforeAll(async () => {
  test = await startTestApp()
})
/** Everybody is named by fewer answers than the one before; the last two by none, so that their names order them. */
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  competitors = {}
  for (const name of names) competitors[name] = await addCompetitor(test, brand.brandId, name)
  const texts = [
    'Zuvari',
    'Zuvari Bolmex',
    'Zuvari Bolmex Kentrafo',
    'Zuvari Bolmex Kentrafo Orvelin',
    'nobody',
  ]
  await importTexts('chatgpt', texts)
  await importTexts('claude', texts.slice(1))
  await importTexts('gemini', texts.slice(3), { topic: 'Beta', tags: ['blue'] })
})
afterAll(() => test.close())

/** Imports one answer for each text; each engine has a prompt of its own. */
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

/** Asks for pages of one row and does something after each; what the pages showed together. */
async function walk(path: string, between: (page: number) => Promise<unknown>) {
  const limited = `${path}${path.includes('?') ? '&' : '?'}limit=1`
  const rows: unknown[] = []
  const metas: unknown[] = []
  let cursor = ''
  for (let number = 0; ; number += 1) {
    const { body } = await askPage(test, brand.key, `${limited}${cursor}`)
    rows.push(...(body.data as unknown[]))
    metas.push(body.meta)
    if (body.pagination.next_cursor === null) return { rows, metas }
    cursor = `&cursor=${body.pagination.next_cursor}`
    await between(number)
  }
}

/** What a request for the page after the first one gets once something has happened. */
async function secondPage(path: string, happening: () => Promise<unknown>) {
  const limited = `${path}${path.includes('?') ? '&' : '?'}limit=1`
  const { body } = await askPage(test, brand.key, limited)
  const next = `${limited}&cursor=${body.pagination.next_cursor}`
  const before = await askPage(test, brand.key, next)
  await happening()
  const after = await test.get(next, brand.key)
  return { before: before.body.data as unknown[], after }
}

const endpoints: Endpoint[] = ['competitors/rankings', 'visibility/engines']

describe.each(endpoints)('a walk over %s', (endpoint) => {
  const pathTo = (query = 'compare_to_previous=true') => pathOf(brand.brandId, endpoint, query)

  it('shows the state of its first page while answers come that turn everything round', async () => {
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

  it('shows it while competitors come and go, until the history has been read for them', async () => {
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

  it('shows those of its first page whom the history had not been read for, as unknown', async () => {
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      await addCompetitor(test, brand.brandId, 'Fimbrax')
      const whole = await askAll(test, brand.key, pathTo())
      const { rows } = await walk(pathTo(), () => importTexts('claude', ['Fimbrax', 'Bolmex']))
      expect(rows).toEqual(whole.data)
    })
  })

  it('ends once the history has been read again', async () => {
    const { after } = await secondPage(pathTo(), async () => {
      await addCompetitor(test, brand.brandId, 'Fimbrax')
      await test.historyIsRead()
    })
    expect([after.status, after.body.error?.code]).toEqual([400, 'invalid_cursor'])
  })

  it('keeps its period when a day ends', async () => {
    test.setNow('2026-03-02T23:59:59Z')
    const { before, after } = await secondPage(pathTo(), async () => test.setNow('2026-03-03T00:00:01Z'))
    expect(after.body.data).toEqual(before)
    expect((after.body.meta as { period: unknown }).period).toEqual({
      start_date: '2026-02-01',
      end_date: '2026-03-02',
    })
  })

  it('goes on where prompts come that its filters match', async () => {
    const { idOf } = await topicsOf(test, brand.brandId, brand.key)
    const path = pathTo(`topic_id=${idOf('Alpha')}`)
    const { before, after } = await secondPage(path, () =>
      importTexts('claude', ['Wexomir', 'Pludinga'], { prompt: 'Another?' }),
    )
    expect(after.body.data).toEqual(before)
  })

  it('ends where prompts change that its filters look at', async () => {
    const red = (await tagsOf(test, brand.brandId, brand.key)).get('red') as string
    const { idOf } = await topicsOf(test, brand.brandId, brand.key)
    const ends = async (query: string, happening: () => Promise<unknown>) => {
      const { after } = await secondPage(pathTo(query), happening)
      expect([query, after.status, after.body.error?.code]).toEqual([query, 400, 'invalid_cursor'])
    }
    const chatgpt = { brand_id: brand.brandId, prompt_id: await promptId('Which chatgpt?') }
    await ends(`tag_id=${red}`, () => importTexts('gemini', ['Wexomir'], { tags: ['red'] }))
    await ends(`tag_id=${red}&tag_match_mode=all`, () =>
      test.operate('update-prompt', { ...chatgpt, tag_ids: [] }),
    )
    await ends(`topic_id=${idOf('Alpha')}`, () => test.operate('delete-prompt', chatgpt))
  })

  it('goes on where prompts change that its filters do not look at', async () => {
    const { idOf } = await topicsOf(test, brand.brandId, brand.key)
    const gemini = { brand_id: brand.brandId, prompt_id: await promptId('Which gemini?') }
    const { before, after } = await secondPage(pathTo(`topic_id=${idOf('Alpha')}`), async () => {
      await importTexts('gemini', ['Wexomir'], { tags: ['red'] })
      await test.operate('delete-prompt', gemini)
    })
    expect(after.body.data).toEqual(before)
  })

  it('ends where somebody gets a name that the order may depend on', async () => {
    await beforeHistoryIsRead(test, brand.brandId, async () => {
      const { after } = await secondPage(pathTo(), () => changeCompetitor('Wexomir', { name: 'Aaa' }))
      expect([after.status, after.body.error?.code]).toEqual([400, 'invalid_cursor'])
    })
  })
})

async function promptId(text: string): Promise<string> {
  const prompts = test.app.services.db.selectFrom('prompts').select('id').where('text', '=', text)
  return (await prompts.where('brand_id', '=', brand.brandId).executeTakeFirstOrThrow()).id
}
