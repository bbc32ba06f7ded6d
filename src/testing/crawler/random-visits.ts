import fc from 'fast-check'

/** The last day of visits and answers; the program's clock is at noon of it. */
export const lastDay = '2026-06-15'
/** When GPTBot's address list was fetched: it verifies visits within 7 days. */
export const listedAt = '2026-06-13T12:00:00.000Z'
export const listedNetwork = '20.42.10.0/24'

const dayMs = 86_400_000
const days = 26

/** Bots and their user agents; more than fit on a page. */
export const agents = [
  { name: 'GPTBot', category: 'openai', purpose: 'training', agent: 'Mozilla/5.0 (compatible; GPTBot/1.2)' },
  { name: 'ClaudeBot', category: 'anthropic', purpose: 'training', agent: 'ClaudeBot/1.0' },
  { name: 'Claude-User', category: 'anthropic', purpose: 'fetch', agent: 'Claude-User/1.0' },
  { name: 'PerplexityBot', category: 'perplexity', purpose: 'search', agent: 'PerplexityBot/1.0' },
  { name: 'Bytespider', category: 'bytedance', purpose: 'training', agent: 'Bytespider' },
  { name: 'meta-externalagent', category: 'meta', purpose: 'training', agent: 'meta-externalagent/1.1' },
  { name: 'Google-Extended', category: 'google', purpose: 'training', agent: 'Google-Extended/1.0' },
] as const

const addresses = [null, '20.42.10.5', '8.8.8.8', '10.0.0.1', '8.8.4.4'] as const

export const hosts = [null, 'acme.com', 'www.acme.com', 'shop.acme.com', 'other.net'] as const

const long = `/${'x'.repeat(2046)}`

/** Paths as sent, as shown, and as the normalized page. */
export const paths = [
  { sent: '/', shown: '/', page: '' },
  { sent: '/a', shown: '/a', page: '/a' },
  { sent: '/a/', shown: '/a/', page: '/a' },
  { sent: '/%61', shown: '/%61', page: '/a' },
  { sent: '/b', shown: '/b', page: '/b' },
  { sent: '/b/c', shown: '/b/c', page: '/b/c' },
  { sent: '/ü', shown: '/%C3%BC', page: '/%C3%BC' },
  { sent: '/%c3%bc', shown: '/%c3%bc', page: '/%C3%BC' },
  // Truncated within an escape.
  { sent: `${long}😀y`, shown: long, page: long },
  { sent: '*', shown: '*', page: undefined },
  { sent: '@acme.com/a', shown: '@acme.com/a', page: undefined },
  { sent: null, shown: null, page: undefined },
] as const

const statuses = [null, 200, 304, 399, 400, 404, 503] as const

export interface RandomVisit {
  atMs: number
  bot: (typeof agents)[number]
  address: (typeof addresses)[number]
  host: (typeof hosts)[number]
  path: (typeof paths)[number]
  status: (typeof statuses)[number]
}

export interface RandomAnswer {
  engine: string
  atMs: number
  /** URLs of different pages. */
  cited: string[]
}

export interface RandomVisits {
  /** Null if unknown: visits without a host belong to no site, and no citation is the brand's. */
  domain: string | null
  visits: RandomVisit[]
  answers: RandomAnswer[]
}

/** Times that coincide often: day boundaries and a few others. */
const moment = fc
  .tuple(fc.nat(days - 1), fc.constantFrom(0, 1, 43_200_000, 43_200_001, dayMs - 1))
  .map(([ago, inDay]) => Date.parse(lastDay) - ago * dayMs + inDay)
  .filter((atMs) => atMs <= Date.parse(`${lastDay}T12:00:00Z`))

const visit: fc.Arbitrary<RandomVisit> = fc.record({
  atMs: moment,
  bot: fc.constantFrom(...agents),
  address: fc.constantFrom(...addresses),
  host: fc.constantFrom(...hosts),
  path: fc.constantFrom(...paths),
  status: fc.constantFrom(...statuses),
})

const citable = [
  ['https://acme.com/a', 'https://www.acme.com/a/', 'http://acme.com/a'],
  ['https://acme.com/cited'],
  ['https://shop.acme.com/b', 'https://shop.acme.com/b/'],
  ['https://acme.com/%C3%BC'],
  ['https://other.net/b'],
]

const answer: fc.Arbitrary<RandomAnswer> = fc.record({
  engine: fc.constantFrom('chatgpt', 'gemini', 'claude'),
  atMs: moment,
  cited: fc.subarray(citable).chain((pages) => fc.tuple(...pages.map((spellings) => fc.constantFrom(...spellings)))),
})

export const randomVisits = (least: number, most: number): fc.Arbitrary<RandomVisits> =>
  fc.record({
    domain: fc.constantFrom('acme.com', 'acme.com', null),
    visits: fc.array(visit, { minLength: least, maxLength: most, size: 'max' }),
    answers: fc.array(answer, { maxLength: 12 }),
  })

export interface VisitRequest {
  start_date?: string
  end_date?: string
  bot_category?: string[]
  crawler?: string[]
}

const someDay = fc
  .integer({ min: -3, max: days + 2 })
  .map((ago) => new Date(Date.parse(lastDay) - ago * dayMs).toISOString().slice(0, 10))

const period = fc.oneof(
  fc.constant({}),
  someDay.map((end_date) => ({ end_date })),
  someDay.filter((date) => date <= lastDay).map((start_date) => ({ start_date })),
  fc.tuple(someDay, someDay).map((both) => {
    const [start_date, end_date] = both.sort() as [string, string]
    return { start_date, end_date }
  }),
)

const some = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })
const categories = [...new Set(agents.map(({ category }) => category)), 'mistral']
const names = [...agents.map(({ name }) => name), 'CCBot']

export const periodRequest: fc.Arbitrary<VisitRequest> = period

export const visitRequest: fc.Arbitrary<VisitRequest> = fc
  .tuple(
    period,
    fc.oneof(fc.constant({}), fc.record({ bot_category: some(categories) })),
    fc.oneof(fc.constant({}), fc.record({ crawler: some(names) })),
  )
  .map((parts) => Object.assign({}, ...parts))
