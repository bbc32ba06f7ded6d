import type { EngineSigns } from './engine-signs.ts'

export type Evidence = 'referrer' | 'utm' | 'referrer_utm' | 'click_id'

/** A request to log. */
export interface PlannedHit {
  atMs: number
  address: string
  agent: string
  method: string
  /** Path and query. */
  target: string
  status: number
  /** Empty without one. */
  referrer: string
}

/** A visit that the scene intends, whatever the program thinks of its requests. */
export interface PlannedVisit {
  engine: string
  evidence: Evidence
  isPaid: boolean
  /** Paths of `goals` that it reaches. */
  goals: readonly Goal[]
  /** Days after the day of the scene. */
  later: number
}

/** Goals of the truth, with their values. Nothing reaches the last one: _ is not a wildcard. */
export const goals = { '/checkout/done*': 40, '/café': 2.5, '/signup': null, '/checkout_done': 1000 } as const
export type Goal = keyof typeof goals

export interface Stage {
  signs: EngineSigns
  /** A referrer and a utm_source of the engine, different ones in turn. */
  referrer: string
  source: string
  /** Logs a request by the visitor of the scene, at this second of it. */
  hit(second: number, target: string, more?: Partial<PlannedHit>): void
  expectVisit(evidence: Evidence, more?: Partial<PlannedVisit>): void
  /** A different one in turn. */
  turn<T>(values: readonly T[]): T
}

export type Scene = (stage: Stage) => void

const minute = 60
const own = 'https://acme.com/'
const done: Goal = '/checkout/done*'

/** Visits by referrer. */
const referred: readonly Scene[] = [
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/', { referrer })
    hit(5 * minute, '/pricing', { referrer: own })
    expectVisit('referrer')
  },
  // The strongest evidence counts; the assets of the same second inherit its UTM.
  ({ hit, expectVisit, referrer, source }) => {
    const target = `/guide?utm_source=${source}`
    hit(0, target, { referrer })
    for (const asset of ['/a.css', '/b.js', '/c.woff2']) hit(0, asset, { referrer: `https://acme.com${target}` })
    expectVisit('referrer')
  },
  ({ hit, expectVisit, referrer, turn }) => {
    hit(0, '/old', { referrer, status: turn([301, 302, 307, 308]) })
    hit(0, '/older', { referrer, status: 301 })
    hit(1, '/new', { referrer, status: turn([200, 203, 304]) })
    expectVisit('referrer')
  },
  // Another engine within 30 minutes continues the visit.
  ({ hit, expectVisit, referrer, signs }) => {
    hit(0, '/', { referrer })
    hit(10 * minute, '/faq', { referrer: signs.other })
    hit(40 * minute, '/faq', { referrer })
    expectVisit('referrer')
  },
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/', { referrer })
    hit(30 * minute, '/', { referrer })
    hit(60 * minute + 1, '/', { referrer })
    expectVisit('referrer')
    expectVisit('referrer')
  },
  ({ hit, expectVisit, referrer, source }) => {
    hit(0, '/', { referrer })
    hit(20 * minute, '/a')
    hit(49 * minute, '/b')
    hit(70 * minute, `/c?utm_source=${source}`)
    expectVisit('referrer')
    expectVisit('utm')
  },
  // Two browsers behind one address.
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/', { referrer })
    hit(1, '/', { referrer, agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0' })
    expectVisit('referrer')
    expectVisit('referrer')
  },
  // The hash changes at midnight; scenes begin before 21:00.
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/', { referrer })
    hit(24 * 60 * minute, '/', { referrer })
    expectVisit('referrer')
    expectVisit('referrer', { later: 1 })
  },
]

/** Visits by their query, or that of an asset’s referrer. */
const marked: readonly Scene[] = [
  ({ hit, expectVisit, source, turn }) => {
    hit(0, `/?utm_source=${turn([source, source.toUpperCase(), encodeURIComponent(` ${source}`)])}&x=1`)
    hit(25 * minute, `/?x=1&utm_source=${source}`)
    expectVisit('utm')
  },
  ({ hit, expectVisit, source }) => {
    const target = `/landing?utm_source=${source}`
    hit(0, target)
    hit(0, '/a.css', { referrer: `https://acme.com${target}` })
    hit(0, '/b.js', { referrer: `https://www.acme.com${target}` })
    hit(1, '/c.png', { referrer: `https://acme.com${target}` })
    expectVisit('utm')
  },
  // Cached sites, whose pages never reach the server.
  ({ hit, expectVisit, source, turn }) => {
    const referrer = `https://${turn(['acme.com', 'www.acme.com'])}/cached?utm_source=${source}`
    hit(0, '/a.css', { referrer })
    hit(0, '/b.js', { referrer })
    hit(2, '/c.webp?w=2', { referrer })
    hit(31 * minute, '/d.svg', { referrer })
    expectVisit('referrer_utm')
    expectVisit('referrer_utm')
  },
  ({ hit, expectVisit, source }) => {
    hit(0, '/a.css', { referrer: `https://acme.com/cached?utm_source=${source}&utm_medium=cpc` })
    hit(9 * minute, '/checkout/done/5')
    expectVisit('referrer_utm', { isPaid: true, goals: [done] })
  },
  // A redirect that drops the query: its evidence belongs to the page that follows.
  ({ hit, expectVisit, source }) => {
    hit(0, `/moved?utm_source=${source}`, { status: 301 })
    hit(1, '/here')
    expectVisit('utm')
  },
]

/** Visits with evidence of payment, and words that only look so. */
const paid: readonly Scene[] = [
  ({ hit, expectVisit }) => {
    hit(0, '/?oppref=abc')
    hit(0, '/a.css', { referrer: 'https://acme.com/?oppref=abc' })
    expectVisit('click_id', { engine: 'chatgpt', isPaid: true })
  },
  ({ hit, expectVisit }) => {
    hit(0, '/a.css', { referrer: 'https://acme.com/?oppref=abc' })
    expectVisit('referrer_utm', { engine: 'chatgpt', isPaid: true })
  },
  ({ hit, expectVisit, referrer, turn }) => {
    hit(0, `/?${turn(['oppref=1', 'utm_medium=ppc', 'utm_content=a_retargeting', 'msclkid=1'])}`, {
      referrer,
    })
    expectVisit('referrer', { isPaid: true })
  },
  ({ hit, expectVisit, source, turn }) => {
    hit(0, `/?utm_source=${source}&${turn(['utm_medium=CPC', 'utm_term=sponsored', 'utm_campaign=my-ads'])}`)
    expectVisit('utm', { isPaid: true })
  },
  ({ hit, expectVisit, source, turn }) => {
    hit(0, `/?utm_source=${source}&${turn(['utm_campaign=adventure', 'utm_medium=cpcs', 'ads=cpc'])}`)
    expectVisit('utm')
  },
  // An unpaid arrival, and a paid one within 30 minutes.
  ({ hit, expectVisit, referrer, source }) => {
    hit(0, '/', { referrer })
    hit(29 * minute, `/?utm_source=${source}&utm_medium=cpc`)
    expectVisit('referrer')
  },
  ({ hit, expectVisit, referrer, source }) => {
    hit(0, '/', { referrer })
    hit(31 * minute, `/?utm_source=${source}&utm_medium=cpc`)
    expectVisit('referrer')
    expectVisit('utm', { isPaid: true })
  },
]

const converting: readonly Scene[] = [
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/', { referrer })
    hit(10 * minute, '/checkout/done/1')
    hit(11 * minute, '/checkout/done/2?again=1')
    expectVisit('referrer', { goals: [done] })
  },
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/caf%C3%A9', { referrer })
    hit(30 * minute, '/signup')
    hit(60 * minute, '/checkout/done')
    expectVisit('referrer', { goals: ['/café', '/signup', done] })
  },
  // Before the arrival, after a pause, failed, redirected, and on the next day.
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/signup')
    hit(1 * minute, '/', { referrer })
    hit(2 * minute, '/checkout/done/1', { status: 500 })
    hit(3 * minute, '/checkout/done/1', { status: 302 })
    hit(4 * minute, '/checkout/done/1', { method: 'POST' })
    hit(5 * minute, '/checkoutXdone')
    hit(35 * minute + 1, '/checkout/done/1')
    hit(24 * 60 * minute, '/checkout/done/1')
    expectVisit('referrer')
  },
  ({ hit, expectVisit, source }) => {
    hit(0, `/signup?utm_source=${source}`)
    hit(32 * minute, `/signup?utm_source=${source}`)
    expectVisit('utm', { goals: ['/signup'] })
    expectVisit('utm', { goals: ['/signup'] })
  },
  // The pages of one second have no order, except that the arrival is first.
  ({ hit, expectVisit, referrer }) => {
    hit(0, '/', { referrer })
    hit(0, '/signup')
    expectVisit('referrer', { goals: ['/signup'] })
  },
]

/** Requests from an engine that do not count as visits, with pages that would reach a goal. */
const unseen: readonly Scene[] = [
  ({ hit, referrer, turn }) => {
    hit(0, '/', { referrer, status: turn([404, 500, 301, 403]) })
    hit(1, '/checkout/done/1')
  },
  ({ hit, referrer, turn }) => hit(0, '/', { referrer, method: turn(['POST', 'HEAD', 'OPTIONS']) }),
  ({ hit, referrer, turn }) => hit(0, turn(['/image.png', '/robots.txt', '/sitemap.xml', '/a.JPG']), { referrer }),
  // Other sites embed assets.
  ({ hit, source }) => hit(0, '/a.css', { referrer: `https://other.example/p?utm_source=${source}` }),
  // The next page after one with a UTM is not an arrival.
  ({ hit, source }) => hit(0, '/next', { referrer: `https://acme.com/p?utm_source=${source}` }),
]

export const scenes: readonly Scene[] = [...referred, ...marked, ...paid, ...converting, ...unseen]
