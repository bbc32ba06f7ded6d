import fc from 'fast-check'

// Made-up words, which cannot be mistaken for anything but names.
const brandName = 'Zuvari'
const names = ['Bolmex', 'Kentrafo', 'Orvelin', 'Pludinga', 'Wexomir', 'Tavurno', 'Fimbrax', 'Quelvor']
const aliases = ['Alzunia', 'Dranuvi', 'Rimbato', 'Jossady', 'Mivorka']
const allNames = [brandName, ...names, ...aliases]
const plainWords = ['the', 'a', 'costs', 'price', 'today', 'weight', 'and', 'or', 'sells', 'is', 'was']
const judgements = ['excellent', 'awful', 'reliable', 'disappointing', 'great', 'terrible', 'recommend', 'avoid']
/** Words of a language without clauses for stances. */
const dutch = 'het is niet voor jou met een van de'
const pages = ['https://one.example/a', 'https://one.example/b', 'https://two.example/', 'https://zuvari.example/']
const spellings = ['', '?utm_source=chatgpt.com', '#here']

export const fixtureEngines = ['chatgpt', 'claude', 'google-ai-mode']
export const fixtureCountries = ['US', 'DE', 'FR']
const topics = ['Alpha', 'Alpha / One', 'Alpha / Two', 'Beta', 'Beta / One', 'alpha', 'Äther / One', undefined]
/** Topics created without prompts, each after its parent. */
const moreTopics = ['Gamma', 'Gamma / One', 'Alpha', 'Alpha / Three', 'Alpha / one']
const tags = ['red', 'green', 'blue']

/** The last day with answers; requests are sent on this day or the next. */
export const lastDay = '2026-03-02'
const daysOfAnswers = 65

const fates = ['stays', 'off', 'off and on', 'off at first', 'renamed', 'gets alias', 'comes'] as const

export interface FixtureCompetitor {
  name: string
  aliases: string[]
  relation: string
  /** The change after the answers are imported. */
  later: (typeof fates)[number]
  laterName: string
}

export interface FixturePrompt {
  topic: string | undefined
  tags: string[]
  later: 'stays' | 'deleted' | 'moved'
  laterTopic: string | undefined
  laterTags: string[]
}

export interface FixtureAnswer {
  prompt: number
  engine: string
  country: string
  /** Topic and tags, if the line has other ones than its prompt. */
  topic: string | undefined
  tags: string[]
  isStray: boolean
  /** Days before the last one, in UTC. */
  daysBefore: number
  /** Milliseconds into the day in UTC. */
  msOfDay: number
  /** The UTC offset in the written time. */
  offsetMinutes: number
  /** The outcome of its slot, mostly `answered`. */
  outcome: 'answered' | 'none_shown' | 'failed' | 'unreadable'
  words: string[]
  /** Cited URLs: the page, and its spelling. */
  citations: [page: string, spelling: string][]
}

/** A planned answer of collection, in addition to the imported ones. */
export interface FixtureSlot {
  prompt: number
  engine: string
  country: string
  /** Days before the last one, in UTC. */
  daysBefore: number
  msOfDay: number
  /** Undefined while it is pending. */
  outcome: 'answered' | 'none_shown' | 'failed' | 'unreadable' | undefined
}

/** A brand's whole life: competitors, prompts and answers, and changes after the answers are imported. */
export interface Fixture {
  brandName: string
  brandAliases: string[]
  competitors: FixtureCompetitor[]
  prompts: FixturePrompt[]
  answers: FixtureAnswer[]
  planned: FixtureSlot[]
  moreTopics: string[]
}

const someTags = fc.subarray(tags)
const aliasList = fc.subarray(aliases, { maxLength: 2 })
const edgesOfDay = fc.constantFrom(0, 1, 43_200_000, 86_399_998, 86_399_999)
const dayMs = 86_400_000

const competitor: fc.Arbitrary<FixtureCompetitor> = fc.record({
  // From a small pool, so that some share a name.
  name: fc.constantFrom(...names),
  aliases: aliasList,
  relation: fc.constantFrom('direct_competitor', 'indirect_competitor', 'partner'),
  later: fc.oneof({ weight: 1, arbitrary: fc.constant('stays') }, { weight: 2, arbitrary: fc.constantFrom(...fates) }),
  laterName: fc.constantFrom(...names, ...aliases),
})

const prompt: fc.Arbitrary<FixturePrompt> = fc.record({
  topic: fc.constantFrom(...topics),
  tags: someTags,
  later: fc.constantFrom('stays', 'stays', 'stays', 'deleted', 'moved'),
  laterTopic: fc.constantFrom(...topics, ...moreTopics),
  laterTags: someTags,
})

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...allNames) },
  { weight: 4, arbitrary: fc.constantFrom(...plainWords) },
  { weight: 2, arbitrary: fc.constantFrom(...judgements) },
  { weight: 2, arbitrary: fc.constant('.') },
  { weight: 1, arbitrary: fc.constant(dutch) },
)

const answer = (prompts: number): fc.Arbitrary<FixtureAnswer> =>
  fc.record({
    prompt: fc.nat(prompts - 1),
    // Engines with equally many answers are ordered by slug.
    engine: fc.constantFrom(...fixtureEngines),
    country: fc.constantFrom(...fixtureCountries),
    topic: fc.constantFrom(...topics),
    tags: someTags,
    isStray: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
    daysBefore: fc.oneof(fc.nat(daysOfAnswers), fc.constantFrom(0, 29, 30, 59, 60)),
    msOfDay: fc.oneof(edgesOfDay, fc.nat(dayMs - 1)),
    offsetMinutes: fc.constantFrom(0, 60, -480, 345, 840, -720),
    outcome: fc.oneof(
      { weight: 6, arbitrary: fc.constant('answered' as const) },
      { weight: 1, arbitrary: fc.constantFrom('none_shown', 'none_shown', 'failed', 'unreadable') },
    ),
    words: fc.array(word, { minLength: 1, maxLength: 14, size: 'max' }),
    citations: fc.array(fc.tuple(fc.constantFrom(...pages), fc.constantFrom(...spellings)), { maxLength: 4 }),
  })

const slot = (prompts: number): fc.Arbitrary<FixtureSlot> =>
  fc.record({
    prompt: fc.nat(prompts - 1),
    // One of the engines has no answers.
    engine: fc.constantFrom(...fixtureEngines, 'copilot'),
    country: fc.constantFrom(...fixtureCountries),
    daysBefore: fc.oneof(fc.integer({ min: -2, max: daysOfAnswers }), fc.constantFrom(0, 29, 30)),
    msOfDay: fc.oneof(edgesOfDay, fc.nat(dayMs - 1)),
    outcome: fc.constantFrom('answered', 'answered', 'none_shown', 'failed', 'unreadable', undefined),
  })

/** The topic and tags on an answer's line. */
export const saidOfPrompt = (
  { prompts }: Fixture,
  answer: FixtureAnswer,
): { topic: string | undefined; tags: string[] } =>
  answer.isStray ? answer : (prompts[answer.prompt] as FixturePrompt)

/** A random fixture with a number of answers. */
export function fixture(answers: { min: number; max: number }): fc.Arbitrary<Fixture> {
  return fc.integer({ min: 1, max: 12 }).chain((prompts) =>
    fc.record({
      brandName: fc.constant(brandName),
      brandAliases: aliasList,
      competitors: fc.array(competitor, { maxLength: 8, size: 'max' }),
      prompts: fc.array(prompt, { minLength: prompts, maxLength: prompts }),
      answers: fc.array(answer(prompts), { minLength: answers.min, maxLength: answers.max, size: 'max' }),
      planned: fc.array(slot(prompts), { maxLength: 40, size: 'max' }),
      moreTopics: fc.subarray(moreTopics),
    }),
  )
}

/** An answer's time as a source would write it, with its UTC offset. */
export function writtenTime(day: string, { msOfDay, offsetMinutes }: FixtureAnswer): string {
  const local = new Date(Date.parse(`${day}T00:00:00Z`) + msOfDay + offsetMinutes * 60_000)
  if (offsetMinutes === 0) return local.toISOString()
  const minutes = Math.abs(offsetMinutes)
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return local.toISOString().replace('Z', offset)
}
