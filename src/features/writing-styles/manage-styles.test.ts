import { expect, test } from 'vitest'
import { type Input, made, type Style, stylesOfBrand } from '../../testing/writing-styles/styles-of-brand.ts'

const { fixture, listed, content, social, defaults, update, remove, refusal } = stylesOfBrand()

test('the first style of a scope is the default until another one becomes it', async () => {
  await made(content('a', { is_default: false }))
  await made(content('b'))
  await made(social('c'))
  expect(await defaults()).toEqual(['a', 'c'])
  await made(content('d', { is_default: true }))
  expect(await defaults()).toEqual(['d', 'c'])
  const [a] = await listed()
  fixture().app.setNow('2026-06-16T00:00:00Z')
  expect(await update(a?.id as string, { is_default: true })).toMatchObject({
    is_default: true,
    updated_at: '2026-06-16T00:00:00.000Z',
  })
  expect(await defaults()).toEqual(['a', 'c'])
  const other = (await listed()).find(({ name }) => name === 'b')?.id as string
  expect(await update(other, { is_default: false })).toMatchObject({ is_default: false })
  expect(await refusal('update-writing-style', { writing_style_id: a?.id as string, is_default: false })).toEqual([
    'conflict',
    expect.stringContaining('default'),
  ])
  expect(await defaults()).toEqual(['a', 'c'])
})

test('if the default is deleted, the first remaining style becomes the default', async () => {
  const [a, b, c] = [await made(content('a')), await made(content('b')), await made(content('c', { is_default: true }))]
  const thread = await made(social('d'))
  expect(await remove(b.id)).toEqual({ deleted_writing_style_id: b.id, new_default_id: null })
  expect(await defaults()).toEqual(['c', 'd'])
  expect(await remove(c.id)).toEqual({ deleted_writing_style_id: c.id, new_default_id: a.id })
  expect(await defaults()).toEqual(['a', 'd'])
  expect((await remove(a.id)).new_default_id).toBeNull()
  expect(await listed()).toEqual([thread])
  expect(await refusal('delete-writing-style', { writing_style_id: a.id })).toEqual([
    'not_found',
    'writing style not found',
  ])
})

test('concurrent updates, additions and deletions leave exactly one default', async () => {
  const scopes = [content, social]
  const all: Style[] = []
  for (const make of scopes) for (const name of ['a', 'b', 'c', 'd', 'e']) all.push(await made(make(name)))
  const changes = Array.from({ length: 50 }, (_, number) => {
    const { id } = all[number % all.length] as Style
    if (number < 30) return update(id, { is_default: true })
    const make = scopes[number % 2] as typeof content
    return number < 40 ? make(`n${number}`, { is_default: number % 4 < 2 }) : remove(id)
  })
  // Updates and deletions of deleted styles fail; all others succeed.
  await Promise.allSettled(changes)
  const left = await listed('?limit=100')
  for (const surface of ['content', 'social']) {
    const inScope = left.filter((style) => style.surface === surface)
    expect(inScope.length).toBeGreaterThan(1)
    expect(inScope.filter((style) => style.is_default)).toHaveLength(1)
  }
})

test('an update changes only the given fields', async () => {
  let style = await made(content('a', { tone_of_voice: { presets: ['Bold'], description: 'x' } }))
  const changes: [Input, object][] = [
    [{ name: ' A ' }, { name: 'A' }],
    [
      { tone_of_voice: '{"custom_tones":["dry"]}' },
      { tone_of_voice: { presets: [], custom_tones: ['dry'], description: '' } },
    ],
    [{ writing_rules: '{"always_do":["x"]}' }, { writing_rules: { always_do: ['x'], never_do: [] } }],
    [{ heading_case_style: 'title' }, { heading_case_style: 'title' }],
    [{ translation_formality: 'default' }, { translation_formality: 'default' }],
    [{ competitor_statistics_mode: 'include' }, { competitor_statistics_mode: 'include' }],
    [{ english_variant: 'us' }, { english_variant: 'us' }],
    [{ sort_order: 7 }, { sort_order: 7 }],
    [{ clear: ['english_variant', 'translation_formality'] }, { english_variant: null, translation_formality: null }],
    [{}, {}],
  ]
  for (const [input, change] of changes) {
    const changed = await update(style.id, input)
    expect(changed).toEqual({ ...style, ...change })
    style = changed
  }
  expect(await listed()).toEqual([style])
  const thread = await made(social('b'))
  const { language_overrides } = await update(thread.id, {
    language_overrides: '{"fr":{"formality":"prefer_more"}}',
  })
  expect(language_overrides).toMatchObject({ fr: { formality: 'prefer_more' } })
})

test('an update is validated like a new style', async () => {
  const [a, b, thread] = [await made(content('a')), await made(content('b')), await made(social('c'))]
  const faults: [Style, Input, string, string][] = [
    [a, { name: 'B' }, 'conflict', 'already'],
    [a, { language_overrides: '{}' }, 'invalid_request', 'language_overrides applies only to social styles'],
    [thread, { english_variant: 'us' }, 'invalid_request', 'english_variant applies only to content styles'],
    [a, { surface: 'social' }, 'invalid_request', 'unknown "surface"'],
    [a, { channel: 'reddit' }, 'invalid_request', 'unknown "channel"'],
    [a, { tone_of_voice: 'x' }, 'invalid_request', 'tone_of_voice must be an object'],
    [a, { sort_order: -1 }, 'invalid_request', 'sort_order must be an integer from 0 to 1000'],
    [
      a,
      { english_variant: 'us', clear: ['english_variant'] },
      'invalid_request',
      'english_variant: set or clear it, not both',
    ],
  ]
  for (const [{ id }, input, code, message] of faults)
    expect(await refusal('update-writing-style', { writing_style_id: id, ...input })).toEqual([
      code,
      expect.stringContaining(message),
    ])
  expect((await update(b.id, { name: 'B' })).name).toBe('B')
})

test('the operator creates a style with flags, and objects as JSON', async () => {
  const { app, brandId } = fixture()
  const style = await app.operate('create-writing-style', {
    brand_id: brandId,
    surface: 'social',
    channel: 'linkedin',
    name: 'Posts',
    tone_of_voice: '{"presets":["Direct"]}',
    language_overrides: '{"en":{"english_variant":"us"}}',
    is_default: true,
  })
  expect(style).toMatchObject({
    tone_of_voice: { presets: ['Direct'] },
    language_overrides: { en: { english_variant: 'us' } },
  })
})
