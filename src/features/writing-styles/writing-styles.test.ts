import { randomUUID } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { fixtureNow, makeKey } from '../../testing/fixture.ts'
import { made, refused, type Style, stylesOfBrand } from '../../testing/writing-styles/styles-of-brand.ts'

const { fixture, nextBrand, post, get, listed, content, social, defaults, update, remove, refusal, walk } =
  stylesOfBrand()

describe('a new style', () => {
  it('with only a name has an empty tone and empty rules', async () => {
    const { status, body } = await content('  Guide ')
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Guide',
      surface: 'content',
      channel: null,
      is_default: true,
      sort_order: 0,
      tone_of_voice: { presets: [], custom_tones: [], description: '' },
      writing_rules: { always_do: [], never_do: [] },
      heading_case_style: 'sentence',
      translation_formality: null,
      competitor_statistics_mode: null,
      english_variant: null,
      language_overrides: {},
      tone_generation_status: null,
      created_at: fixtureNow,
      updated_at: fixtureNow,
    })
    expect(await listed()).toEqual([body.data])
  })

  it('for content has all its fields', async () => {
    const presets =
      'Expert,Conversational,Confident,Educational,Bold,Empathetic,Direct,Approachable,Storytelling'.split(',')
    const given = {
      tone_of_voice: { presets, custom_tones: ['dry'], description: 'Like a friend who knows.' },
      writing_rules: { always_do: ['Name sources'], never_do: ['Shout', 'Guess'] },
      heading_case_style: 'title',
      translation_formality: 'prefer_less',
      competitor_statistics_mode: 'exclude',
      english_variant: 'uk',
    }
    const style = await made(content('Guide', given))
    expect(style).toMatchObject(given)
    expect((await get(`/${style.id}`)).body.data).toEqual(style)
  })

  it('for a social channel has language overrides with all their fields', async () => {
    const en = {
      formality: 'prefer_more',
      nuance: 'British understatement',
      always_do: ['Greet'],
      never_do: ['Swear'],
      english_variant: 'uk',
    }
    const style = await made(social('Thread', { language_overrides: { en, de: { nuance: ' du ' }, zu: {} } }))
    const none = { formality: null, nuance: null, always_do: [], never_do: [], english_variant: null }
    expect(style.language_overrides).toEqual({ en, de: { ...none, nuance: 'du' }, zu: none })
    const { language_overrides } = style
    expect((await made(social('Again', { language_overrides }))).language_overrides).toEqual(language_overrides)
  })

  it('has lists without blank and duplicate items, and omitted fields are empty', async () => {
    const style = await made(
      content('Guide', {
        tone_of_voice: { presets: ['Bold', 'Bold', 'Expert'], custom_tones: [' dry ', '', 'dry'] },
        writing_rules: { never_do: ['Shout', ' ', 'Shout '] },
      }),
    )
    expect(style).toMatchObject({
      tone_of_voice: { presets: ['Bold', 'Expert'], custom_tones: ['dry'], description: '' },
      writing_rules: { always_do: [], never_do: ['Shout'] },
    })
  })

  it('accepts texts up to their limit in code points after trimming, in every script', async () => {
    const given = {
      tone_of_voice: {
        presets: [],
        custom_tones: Array.from({ length: 50 }, (_, number) => '𝕏'.repeat(198) + (number + 10)),
        description: '日'.repeat(5000),
      },
      writing_rules: { always_do: ['ü'.repeat(1000)], never_do: ['"; drop table'] },
    }
    expect(await made(content(` ${'😀'.repeat(60)} `, given))).toMatchObject({
      ...given,
      name: '😀'.repeat(60),
    })
  })
})

test('style names are unique per scope, regardless of case', async () => {
  const pairs = [
    ['Guide', 'gUIDE '],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['caf\u00e9', 'CAFE\u0301'],
  ] as const
  for (const [name, same] of pairs) {
    await made(content(name))
    expect(await refused(content(same))).toEqual([409, 'conflict', expect.stringContaining('already')])
    await made(social(name))
    await made(social(same, { channel: 'linkedin' }))
  }
  await nextBrand()
  await made(content('Guide'))
})

test('a scope has at most 10 styles, independent of other scopes', async () => {
  for (let number = 1; number <= 10; number += 1) await made(content(`n${number}`))
  expect(await refused(content('n11'))).toEqual([409, 'conflict', expect.stringContaining('10')])
  await made(social('n1'))
  await made(social('n1', { channel: 'linkedin' }))
  const [first] = await listed()
  await remove(first?.id as string)
  expect(await made(content('n11'))).toMatchObject({ is_default: false, sort_order: 10 })
  expect(await refused(content('n12', { is_default: true }))).toEqual([409, 'conflict', expect.any(String)])
  expect(await defaults()).toEqual(['n2', 'n1', 'n1'])
})

test('of 50 concurrent requests 10 create a style, each with its own sort order, and one is the default', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => content(`n${number}`, { is_default: number % 2 === 0 })),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(40).fill(409)])
  const styles = await listed()
  expect(styles.map(({ sort_order }) => sort_order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(styles.filter((style) => style.is_default)).toHaveLength(1)
})

test('of 20 concurrent requests with the same name one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => content(number % 2 ? 'Guide' : 'GUIDE')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await listed()).toHaveLength(1)
})

test('a retry returns the first response, including a rejection', async () => {
  const [first, again] = [
    await post({ surface: 'content', name: 'a' }, 'one'),
    await post({ name: 'a', surface: 'content' }, 'one'),
  ]
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  expect(await listed()).toHaveLength(1)
  const [taken, stillTaken] = [
    await post({ surface: 'content', name: 'A' }, 'two'),
    await post({ surface: 'content', name: 'A' }, 'two'),
  ]
  expect([taken.status, stillTaken.text, stillTaken.headers['idempotent-replayed']]).toEqual([409, taken.text, 'true'])
})

test('records every change, but not rejected ones', async () => {
  const style = await made(content('a'))
  await content('A')
  const changed = await update(style.id, { name: 'b' })
  await remove(style.id)
  const { app, workspaceId, brandId } = fixture()
  const records = await app.operate<{ operation: string; key_id: string | null; before: object; after: object }[]>(
    'list-audit-records',
    { workspace_id: workspaceId, of_brand_id: brandId },
  )
  const found = (operation: string) => records.filter((record) => record.operation === operation)
  expect(found('create-writing-style')).toMatchObject([{ before: null, after: style, key_id: expect.any(String) }])
  expect(found('update-writing-style')).toMatchObject([{ before: style, after: changed, key_id: null }])
  expect(found('delete-writing-style')).toMatchObject([{ before: changed, after: null }])
})

test('requires the scope, and returns 404 for a style of another brand', async () => {
  const { app, workspaceId } = fixture()
  const reader = await makeKey(app, workspaceId, { scopes: ['read:content'] })
  expect(await refused(post({ surface: 'content', name: 'a' }, 'r', reader))).toEqual([
    403,
    'insufficient_scope',
    expect.stringContaining('write:brand_profile'),
  ])
  const unscoped = await makeKey(app, workspaceId, { scopes: ['read:basic'] })
  const { body } = await get('', unscoped)
  expect(body.error.message).toContain('read:content')
  const { id } = await made(content('a'))
  await nextBrand()
  for (const other of [id, randomUUID()]) {
    const { status, body } = await get(`/${other}`)
    expect([status, body.error.message]).toEqual([404, 'writing style not found'])
    for (const name of ['update-writing-style', 'delete-writing-style'])
      expect(await refusal(name, { writing_style_id: other })).toEqual(['not_found', 'writing style not found'])
  }
})

describe('the list of styles', () => {
  const names = async (query: string) => (await listed(query)).map(({ name }) => name)

  it('is sorted by surface, channel and sort order, pages by 20, and can be filtered', async () => {
    for (let number = 0; number < 8; number += 1) {
      await made(social(`r${number}`))
      await made(social(`l${number}`, { channel: 'linkedin' }))
      await made(content(`c${number}`))
    }
    const of = (letter: string) => Array.from({ length: 8 }, (_, number) => letter + number)
    const whole = [...of('c'), ...of('l'), ...of('r')]
    expect(await names('')).toEqual(whole.slice(0, 20))
    expect(await names('?limit=100')).toEqual(whole)
    expect(await names('?surface=content')).toEqual(of('c'))
    expect(await names('?surface=social')).toEqual([...of('l'), ...of('r')])
    expect(await names('?channel=reddit')).toEqual(of('r'))
    expect(await names('?surface=content&channel=reddit')).toEqual([])

    // A style added before the cursor does not shift the following pages.
    const between = async (seen: Style[]) => seen.length === 14 && made(content('late'))
    expect(await walk(7, between)).toEqual(whole)
  })

  it('has a stable order for equal sort orders', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await update((await made(content(name))).id, { sort_order: 3 })
    const whole = await names('')
    expect(await walk(2)).toEqual(whole)
    expect(new Set(whole).size).toBe(5)
  })

  it('is deleted with its brand', async () => {
    await made(content('a'))
    const { app, brandId } = fixture()
    await app.operate('delete-brand', { brand_id: brandId })
    const rows = app.app.services.db.selectFrom('writing_styles').select('id').where('brand_id', '=', brandId)
    expect(await rows.execute()).toEqual([])
  })
})
