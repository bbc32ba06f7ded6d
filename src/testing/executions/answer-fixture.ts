import fc from 'fast-check'

// Made-up words, which cannot be mistaken for anything but names.
export const brandName = 'Zuvari'
export const brandDomain = 'zuvari.example'

/** Competitors by name. The last is deactivated after the answers are imported, and the previous one has no domain. */
export const competitorDomains = {
  Bolmex: 'bolmex.example',
  Kentrafo: 'kentrafo.example',
  Orvelin: 'kentrafo.example',
  Pludinga: 'pludinga.example',
}
export const switchedOff = 'Pludinga'

export const fixtureEngines = ['chatgpt', 'claude', 'perplexity']
export const fixtureCountries = ['US', 'DE']
const fixtureTags = ['red', 'green', 'blue']
const topics = ['Alpha', 'Alpha / One', 'Beta', undefined]

/** Pages by key, each with the spellings of its URL. */
export const fixturePages: Record<string, { domain: string; spellings: string[] }> = {
  own: {
    domain: brandDomain,
    spellings: ['https://zuvari.example/a', 'http://www.zuvari.example/a/', 'https://zuvari.example/%61'],
  },
  ownQuery: { domain: brandDomain, spellings: ['https://shop.zuvari.example/a?b=1/'] },
  rival: {
    domain: 'kentrafo.example',
    spellings: ['https://kentrafo.example/', 'http://kentrafo.example/', 'https://www.kentrafo.example//'],
  },
  rivalPage: {
    domain: 'kentrafo.example',
    spellings: ['https://kentrafo.example/x/?q=%7e', 'https://kentrafo.example/x?q=~'],
  },
  off: { domain: 'pludinga.example', spellings: ['https://pludinga.example/b'] },
  news: { domain: 'news.example', spellings: ['https://news.example/b', 'https://news.example/b/'] },
  otherNews: { domain: 'news.example', spellings: ['https://news.example/B'] },
  blog: { domain: 'author.github.io', spellings: ['https://author.github.io/%2fpost'] },
}
const tracked = ['', '?utm_source=chatgpt.com', '#:~:text=best']

/** The last day with answers. */
export const lastDay = '2026-03-02'

export interface FixturePrompt {
  topic: string | undefined
  tags: string[]
  isDeleted: boolean
  isActive: boolean
}

export interface FixtureCitation {
  page: string
  /** An index into the page's spellings, and a suffix for URLs without a query. */
  spelling: number
  tracking: string
  title: string
  kind: 'cited' | 'consulted' | undefined
  position: number | undefined
  /** Whether it is positioned at the beginning of the answer. */
  isPlaced: boolean
}

export const unansweredOutcomes = ['none_shown', 'failed', 'unreadable'] as const

/** Optional fields of a line about the origin of its answer. */
export interface FixtureFacts {
  surface?: 'api' | 'ui' | undefined
  source?: string | undefined
  requested_model?: string | undefined
  search?: 'searched' | 'not_searched' | undefined
  location?: string | undefined
  language?: string | undefined
  replicate?: number | undefined
  cost_usd?: number | undefined
  latency_ms?: number | undefined
}

export interface FixtureAnswer {
  prompt: number
  engine: string
  country: string
  daysBefore: number
  msOfDay: number
  outcome: 'answered' | (typeof unansweredOutcomes)[number]
  facts: FixtureFacts
  words: string[]
  model: string | undefined
  searchQueries: string[]
  citations: FixtureCitation[]
}

export interface AnswerFixture {
  prompts: FixturePrompt[]
  answers: FixtureAnswer[]
}

const dayMs = 86_400_000

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(brandName, ...Object.keys(competitorDomains)) },
  { weight: 2, arbitrary: fc.constantFrom(`**${brandName}**`, '*Bolmex*', 'ZUVARI', '[Kentrafo](#k)') },
  { weight: 4, arbitrary: fc.constantFrom('the', 'costs', '😀', 'é', 'today', '.', '\n\n') },
  { weight: 2, arbitrary: fc.constantFrom('excellent', 'awful', 'reliable', 'terrible') },
)

const citation: fc.Arbitrary<FixtureCitation> = fc.record({
  page: fc.constantFrom(...Object.keys(fixturePages)),
  spelling: fc.nat(2),
  tracking: fc.constantFrom(...tracked),
  title: fc.constantFrom('', '', 'First title', 'Second title', 'Änother'),
  kind: fc.constantFrom(undefined, 'cited', 'consulted'),
  position: fc.constantFrom(undefined, undefined, 1, 4, 9),
  isPlaced: fc.boolean(),
})

const perhaps = <T>(...values: T[]) => fc.constantFrom(undefined, ...values)

const facts: fc.Arbitrary<FixtureFacts> = fc.record({
  surface: perhaps('api', 'ui'),
  source: perhaps('cloro', "a 'source'"),
  requested_model: perhaps('model-1'),
  search: perhaps('searched', 'not_searched'),
  location: perhaps('Berlin, Germany'),
  language: perhaps('de'),
  replicate: perhaps(1, 3),
  cost_usd: perhaps(0, 0.0123),
  latency_ms: perhaps(0, 12_345),
})

const answer = (prompts: number): fc.Arbitrary<FixtureAnswer> =>
  fc.record({
    prompt: fc.nat(prompts - 1),
    engine: fc.constantFrom(...fixtureEngines),
    country: fc.constantFrom(...fixtureCountries),
    // Few days and times, so that some answers have the same time.
    daysBefore: fc.constantFrom(0, 0, 1, 2, 28, 29, 30, 31, 45),
    msOfDay: fc.constantFrom(0, 1, 43_200_000, dayMs - 1),
    outcome: fc.oneof(
      { weight: 5, arbitrary: fc.constant('answered' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...unansweredOutcomes) },
    ),
    facts,
    words: fc.array(word, { minLength: 1, maxLength: 12, size: 'max' }),
    model: fc.constantFrom(undefined, 'model-1', 'model-2'),
    searchQueries: fc.subarray(['best one', 'which \'one\' \\ "of" them?']),
    citations: fc.array(citation, { maxLength: 6, size: 'max' }),
  })

/** A random brand with a number of answers. */
export const answerFixture = (min: number, max: number): fc.Arbitrary<AnswerFixture> =>
  fc.integer({ min: 1, max: 6 }).chain((prompts) =>
    fc.record({
      prompts: fc.array(
        fc.record({
          topic: fc.constantFrom(...topics),
          tags: fc.subarray(fixtureTags),
          isDeleted: fc.constantFrom(false, false, false, true),
          isActive: fc.boolean(),
        }),
        { minLength: prompts, maxLength: prompts },
      ),
      answers: fc.array(answer(prompts), { minLength: min, maxLength: max, size: 'max' }),
    }),
  )

/** The URL of a citation as a source writes it. */
export function writtenUrl({ page, spelling, tracking }: FixtureCitation): string {
  const url = keptUrl({ page, spelling })
  return url.includes('?') ? url : `${url}${tracking}`
}

/** The same without tracking parameters. */
export function keptUrl({ page, spelling }: Pick<FixtureCitation, 'page' | 'spelling'>): string {
  const { spellings } = fixturePages[page] as { spellings: string[] }
  return spellings[spelling % spellings.length] as string
}
