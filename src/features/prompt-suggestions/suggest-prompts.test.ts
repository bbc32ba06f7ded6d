import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from './languages.ts'
import { suggestPrompts } from './list-prompt-suggestions.ts'
import type { SearchedQuery } from './read-queries.ts'
import type { SuggestionInput } from './suggestion.ts'

const query = (text: string, answers = 10, more: Partial<SearchedQuery> = {}): SearchedQuery => ({
  text,
  answers,
  engines: ['chatgpt'],
  countries: ['US'],
  prompts: [1],
  ...more,
})

const material = (prompts: readonly string[], more: Partial<SuggestionInput> = {}): SuggestionInput => ({
  brand: { name: 'Acme', aliases: ['Acme Shoes'] },
  competitors: [],
  products: [],
  topics: [{ id: 'running', name: 'Running', parentId: null, prompts: prompts.map((_, index) => index + 1) }],
  prompts: prompts.map((text, index) => ({ number: index + 1, text, topicId: 'running' })),
  markets: new Map(),
  answers: 1000,
  ...more,
})
const globex = { id: 'g', name: 'Globex', aliases: ['GBX'], relation: 'direct_competitor', answers: 0 }

const searched = (queries: readonly SearchedQuery[], prompts: readonly string[] = [], more = {}) =>
  suggestPrompts(queries, material(prompts, more))
    .filter(({ kind }) => kind === 'searched')
    .map(({ text }) => text)

it('lists prompts without a name of the brand or a competitor first, then the strongest evidence', () => {
  const named = { ...globex, answers: 500 }
  const topics = [{ id: 'trail', name: 'Trail', parentId: null, prompts: [] }]
  const suggestions = suggestPrompts(
    [query('acme or globex trail shoes', 90), query('trail running shoes wide feet', 20)],
    material([], { competitors: [named], topics }),
  )
  const found = suggestions.map(({ text }) => /acme|globex/i.test(text))
  expect(found).toContain(true)
  expect(found).toEqual(found.toSorted((a, b) => Number(a) - Number(b)))
  expect(suggestions.slice(0, 2).map(({ kind }) => kind)).toEqual(['searched', 'topic'])
})

describe('search queries of engines', () => {
  it('become one suggestion per subject, without year and page type, with all evidence', () => {
    const queries = [
      query('trail running shoes wide feet review 2026', 30, { engines: ['gemini'], countries: ['GB'] }),
      query('best trail running shoes wide feet 2025', 20),
      query('Trail running shoes wide feet reddit', 7),
    ]
    const [suggestion, ...others] = suggestPrompts(queries, material(['Which running shoes last?']))
    expect(others.filter(({ kind }) => kind === 'searched')).toEqual([])
    expect(suggestion).toEqual({
      text: 'best trail running shoes wide feet',
      kind: 'searched',
      reason: 'Searched by 2 engines; “trail running shoes wide feet review 2026” for 30 answers.',
      evidence: {
        answers: 30,
        engines: ['chatgpt', 'gemini'],
        queries: queries.map(({ text, answers }) => ({ text, answers })),
        competitor_id: null,
        product_id: null,
      },
      topic: { id: 'running', name: 'Running' },
      language: 'en',
      countries: ['GB', 'US'],
    })
  })

  it.each([
    ['the prompt itself', 'Best running shoes for flat feet?', 'best running shoes for flat feet'],
    ['different punctuation', 'ＢＥＳＴ running-shoes, flat feet!', 'best running shoes flat feet'],
    ['as search keywords', 'Which running shoes are best for flat feet?', 'flat feet running shoes review 2026'],
    ['in the singular', 'Which running shoes fit a flat foot?', 'running shoe flat foot'],
    ['with other forms of its words', 'Quelles chaussures sont les plus fiables ?', 'chaussures fiabilité avis'],
  ])('are not suggested if a prompt already covers them: %s', (_, prompt, text) => {
    expect(searched([query(text)], [prompt])).toEqual([])
  })

  it('are suggested if they ask for something else', () => {
    expect(searched([query('manual treadmill for small rooms')], ['Which treadmill is quiet?'])).toHaveLength(1)
    expect(
      searched([query('running shoes for stony trails')], ['Which running shoes are best for flat feet?']),
    ).toEqual(['running shoes for stony trails'])
  })

  // The first ones are recorded queries of models from several providers.
  it.each([
    'tech news today December 5 2025',
    'site:theverge.com "December 5, 2025" "technology"',
    'weather in San Francisco today',
    'best speakers released July 2026',
    'current laptop reviews',
    'stock market today',
    'acme shoes login',
    'https://acme.example/shop shoes',
    'acme.com running shoes',
    'shoes',
    'best best best 2026',
    '12 345 678',
    'Acme running shoes manual pdf',
    'a b c d e f g h i j k l m n o p q r s t u v w x y z running shoes',
  ])('are not suggested if they lead to one site or day, or ask nothing: %s', (text) => {
    expect(searched([query(text)])).toEqual([])
  })

  it('are not suggested if they are only about another brand', () => {
    const about = ['Globex running shoes', 'gbx trail shoes review', 'Globex reviews 2026']
    const both = ['acme vs globex trail shoes', 'globex alternatives for wide feet']
    const texts = [...about, ...both].map((text) => query(text))
    expect(searched(texts, [], { competitors: [globex] }).sort()).toEqual(both.sort())
  })

  it('are not suggested if searched only once among many answers, which can be chance', () => {
    const queries = [query('shoes for nurses on long shifts', 1)]
    expect(searched(queries)).toEqual([])
    expect(searched(queries, [], { answers: 20 })).toEqual(['shoes for nurses on long shifts'])
  })

  it('can be in scripts without spaces', () => {
    expect(searched([query('初心者 ランニングシューズ おすすめ')])).toEqual(['初心者 ランニングシューズ おすすめ'])
    expect(searched([query('初心者ランニングシューズおすすめ')], ['初心者 ランニングシューズ おすすめ'])).toEqual([])
  })
})

describe('suggestions from the brand and its answers', () => {
  const german = ['Welche Laufschuhe sind für den Winter?', 'Was ist bei Laufschuhen wichtig?']
  const markets = new Map([
    [1, ['DE']],
    [2, ['AT', 'DE']],
  ])

  it('use the language and markets of the brand’s prompts', () => {
    const competitors = [{ ...globex, answers: 400 }]
    const products = [{ id: 'p', name: 'Trail 3', kind: 'product', parent_id: null }]
    const found = suggestPrompts([], material(german, { competitors, products, markets }))
    expect(found).toMatchObject([
      {
        text: 'Acme oder Globex: was ist besser?',
        kind: 'competitor',
        reason: 'Globex is mentioned in 400 of 1000 answers.',
        evidence: { answers: 400, competitor_id: 'g' },
        language: 'de',
        countries: ['AT', 'DE'],
      },
      { text: 'Welche Alternativen gibt es zu Globex?' },
      { text: 'Lohnt sich Acme Trail 3?', kind: 'product', evidence: { product_id: 'p' } },
    ])
  })

  it('are omitted if a prompt in the same language covers them, but not one in another language', () => {
    const competitors = [{ ...globex, answers: 400 }]
    const texts = (prompts: readonly string[]) =>
      suggestPrompts([], material(prompts, { competitors })).map(({ text }) => text)
    expect(texts([...german, 'Acme oder Globex, was soll ich kaufen?'])).not.toContain(
      'Acme oder Globex: was ist besser?',
    )
    expect(texts([...german, ...german.map((text) => `${text}!`), 'Should I buy Acme or Globex?'])).toContain(
      'Acme oder Globex: was ist besser?',
    )
  })

  it('skip partners, competitors without mentions and the topic Unassigned', () => {
    const competitors = [
      { ...globex, relation: 'partner', answers: 5 },
      { ...globex, id: 'i', name: 'Initech' },
    ]
    const topics = ['Unassigned', 'Hiking'].map((name) => ({ id: name, name, parentId: null, prompts: [] }))
    expect(suggestPrompts([], material([], { competitors, topics }))).toMatchObject([
      { text: 'Hiking: which brands stand out?', kind: 'topic', reason: 'The topic Hiking has no prompt.' },
    ])
  })

  it('ask “which” about categories and “worth” about products, with the brand’s name once', () => {
    const products = [
      { id: '1', name: 'Acme Trail 3', kind: 'product', parent_id: '2' },
      { id: '2', name: 'Winter Boots', kind: 'category', parent_id: null },
      { id: '3', name: 'Repair', kind: 'service', parent_id: '4' },
      { id: '4', name: 'Service', kind: 'category', parent_id: null },
    ]
    expect(suggestPrompts([], material([], { products, topics: [] })).map(({ text }) => text)).toEqual([
      'Which winter boots would you recommend?',
      'Is Acme Trail 3 worth buying?',
      'What do customers say about Acme repair?',
    ])
  })
})

it('returns a limited list of distinct new prompts for any input, and the same list each time', () => {
  const word = fc.constantFrom(
    ...'best trail shoe running boots winter wide feet Globex Acme 2026 vs review für die'.split(' '),
    '‮',
    '<b>',
    '',
  )
  const text = fc.array(word, { maxLength: 7 }).map((words) => words.join(' '))
  const queries = fc.array(
    fc.record({
      text: fc.oneof(text, fc.string({ maxLength: 60, unit: 'binary' })),
      answers: fc.integer({ min: 1, max: 50 }),
      engines: fc.constant<string[]>(['chatgpt']),
      countries: fc.constant<string[]>([]),
      prompts: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
    }),
    { maxLength: 60 },
  )
  const products = fc.array(
    fc.record({
      id: fc.uuid(),
      name: text,
      kind: fc.constantFrom('product', 'category', 'service'),
      parent_id: fc.constant(null),
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(queries, fc.array(text, { maxLength: 8 }), products, (searches, prompts, ofBrand) => {
      const given = material(prompts, { competitors: [{ ...globex, answers: 5 }], products: ofBrand })
      const found = suggestPrompts(searches, given)
      const spelling = found.map((suggestion) => wordsOf(suggestion.text).join(' '))
      expect(found.length).toBeLessThanOrEqual(75)
      expect(new Set(spelling).size).toBe(spelling.length)
      for (const prompt of prompts) expect(spelling).not.toContain(wordsOf(prompt).join(' '))
      expect(suggestPrompts(searches, given)).toEqual(found)
    }),
    { numRuns: 100 },
  )
})
