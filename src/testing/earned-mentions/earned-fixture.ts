import fc from 'fast-check'

// Made-up words, which cannot be mistaken for anything but names.
export const ownName = 'Zuvari'
export const ownDomain = 'zuvari.example'
/** Competitors; the second to last counts only next to a mention of its domain, and the last is inactive. */
export const competitorNames = ['Bolmex', 'Kentrafo', 'Wendolin', 'Orvelin', 'Pludinga'] as const
export const domainOnlyCompetitor = 'Orvelin'
export const inactiveCompetitor = 'Pludinga'
export const domainOf = (name: string) => `${name.toLowerCase()}.example`

export const fixtureTopics = ['Alpha', 'Alpha / One', 'Alpha / Two', 'Beta', 'Beta / One', 'Beta / Three', 'Gamma']
const fixtureEngines = ['chatgpt', 'claude', 'gemini', 'perplexity']
export const lastDay = '2026-03-02'

const sites = ['news.example', 'forum.example', 'author.github.io', ownDomain, ...competitorNames.map(domainOf)]
export const fixturePages = Array.from({ length: 60 }, (_, index) => {
  const domain = index < 35 ? (sites[index % 3] as string) : (sites[index % sites.length] as string)
  return { domain, url: `https://${index % 5 === 0 ? 'www.' : ''}${domain}/p${index}` }
})

export interface FixtureScan {
  outcome: 'read' | 'unreadable' | 'gone'
  title: string
  words: string[]
  links: string[]
  authors: string[]
  outlet: string
  published: string | undefined
  minute: number
}

export interface FixtureAnswer {
  topic: string
  engine: string
  daysBefore: number
  pages: number[]
}

export interface EarnedFixture {
  /** Results of repeated scans, by the page's index in `fixturePages`. */
  scans: FixtureScan[][]
  answers: FixtureAnswer[]
  deletedTopics: string[]
}

const word = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...competitorNames) },
  { weight: 1, arbitrary: fc.constant(ownName) },
  { weight: 6, arbitrary: fc.constantFrom('the', 'costs', 'é', 'better', '.', '\n') },
)

const scan: fc.Arbitrary<FixtureScan> = fc.record({
  outcome: fc.constantFrom('read', 'read', 'read', 'read', 'read', 'read', 'unreadable', 'gone'),
  title: fc.constantFrom('', 'Best of all', 'Bolmex today', 'All of them'),
  words: fc.array(word, { minLength: 1, maxLength: 7, size: 'max' }),
  links: fc.subarray([domainOf(domainOnlyCompetitor), 'news.example']),
  authors: fc.subarray(['Jane Doe', 'Zoë Roe']),
  outlet: fc.constantFrom('', 'The Daily'),
  published: fc.constantFrom(undefined, '2025-01-02T03:04:05.000Z'),
  minute: fc.nat(59),
})

const citing: fc.Arbitrary<FixtureAnswer> = fc.record({
  topic: fc.constantFrom(...fixtureTopics),
  engine: fc.constantFrom(...fixtureEngines),
  daysBefore: fc.constantFrom(0, 1, 6, 7, 8, 29, 30, 60, 100, 141, 500),
  pages: fc.uniqueArray(fc.nat(fixturePages.length - 1), { maxLength: 15, size: 'max' }),
})

/** A random brand's pages, and a number of answers that cite them. */
export const earnedFixture = (min: number, max: number): fc.Arbitrary<EarnedFixture> =>
  fc.record({
    scans: fc.array(fc.array(scan, { minLength: 1, maxLength: 3 }), {
      minLength: fixturePages.length,
      maxLength: fixturePages.length,
    }),
    answers: fc.array(citing, { minLength: min, maxLength: max, size: 'max' }),
    deletedTopics: fc.subarray(['Gamma', 'Beta / Three']),
  })
