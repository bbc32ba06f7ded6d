import { randomFrom } from '../statistics/random.ts'
import { aiBots, browsers, engineSigns, lookAlikeQueries, lookAlikes, programs } from './engine-signs.ts'
import { type Evidence, type Goal, goals, type PlannedHit, type PlannedVisit, scenes } from './scenes.ts'

const dayMs = 86_400_000
export const truthDays = 10
const firstDay = Date.UTC(2026, 5, 1)
const day = (number: number) => new Date(firstDay + number * dayMs).toISOString().slice(0, 10)
export const truthPeriod = { start_date: day(0), end_date: day(truthDays) }

/** The figures of one engine in the summary. */
export interface EngineTruth {
  visits: number
  paid_visits: number
  goals: number
  goal_value: number
  evidence: Record<Evidence, number>
  /** Visits by day. */
  days: Record<string, number>
}

export interface TruthLog {
  hits: readonly PlannedHit[]
  engines: Record<string, EngineTruth>
  /** Visits that reach each goal. */
  goals: Record<Goal, number>
  visits: number
  /** Requests of AI bots. */
  bots: number
}

/** Plans a log of this many requests, in the order of time, and adds up what its scenes intend. */
export function planTruthLog(lines: number, seed = 1): TruthLog {
  const random = randomFrom(seed)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const hits: PlannedHit[] = []
  const visits: { visit: PlannedVisit; day: string }[] = []
  let visitors = 0
  let bots = 0
  const nextVisitor = () => {
    const number = visitors++
    // Each address serves a browser, or two.
    return `23.${Math.floor(number / 62_500)}.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`
  }
  const request = { method: 'GET', status: 200, referrer: '', target: '/' }

  function play(nth: number): void {
    const signs = engineSigns[Math.floor(nth / scenes.length) % engineSigns.length] as (typeof engineSigns)[0]
    const round = Math.floor(nth / scenes.length / engineSigns.length)
    const turn = <T>(values: readonly T[]) => values[(round + nth) % values.length] as T
    const starts = Math.floor(random() * truthDays)
    const atMs = firstDay + starts * dayMs + Math.floor(random() * 21 * 3600) * 1000
    const visitor = { address: nextVisitor(), agent: pick(browsers) }
    scenes[nth % scenes.length]?.({
      ...{ signs, turn, referrer: turn(signs.referrers), source: turn(signs.sources) },
      hit: (second, target, more) => hits.push({ ...request, ...visitor, target, atMs: atMs + second * 1000, ...more }),
      expectVisit(evidence, more) {
        const visit = { engine: signs.engine, evidence, isPaid: false, goals: [], later: 0, ...more }
        visits.push({ visit, day: day(starts + visit.later) })
      },
    })
  }

  /** Requests of people from elsewhere, look-alikes and bots: pages of goals too, so that they could count. */
  function playOther(): void {
    const atMs = firstDay + Math.floor(random() * truthDays * 86_400) * 1000
    const kind = random()
    const target = pick(['/', '/pricing', '/checkout/done/9', '/caf%C3%A9', '/signup', '/guide?x=1'])
    const other = `24.0.${Math.floor(random() * 20)}.${1 + Math.floor(random() * 250)}`
    const person = { ...request, atMs, target, address: other, agent: pick(browsers) }
    const { referrers, sources } = pick(engineSigns)
    if (kind < 0.5) hits.push({ ...person, referrer: pick(['', 'https://acme.com/', 'https://news.example/']) })
    else if (kind < 0.65) hits.push({ ...person, referrer: pick(lookAlikes) })
    else if (kind < 0.75) hits.push({ ...person, target: `/?${pick(lookAlikeQueries)}` })
    else if (kind < 0.85) {
      hits.push({
        ...person,
        target: `/?utm_source=${pick(sources)}`,
        agent: pick(programs),
        referrer: pick(referrers),
      })
    } else {
      bots += 1
      hits.push({ ...person, agent: pick(aiBots), referrer: pick(referrers) })
    }
  }

  // Scenes are about a third of a long log.
  const all = scenes.length * engineSigns.length
  for (let nth = 0; hits.length < lines - 10 && (nth < all || hits.length < lines / 3); nth += 1) play(nth)
  while (hits.length < lines) playOther()
  hits.sort((one, other) => one.atMs - other.atMs)
  return { hits, ...sumUp(visits), visits: visits.length, bots }
}

function sumUp(visits: readonly { visit: PlannedVisit; day: string }[]) {
  const engines: Record<string, EngineTruth> = {}
  const reached = Object.fromEntries(Object.keys(goals).map((goal) => [goal, 0])) as Record<Goal, number>
  for (const { visit, day } of visits) {
    engines[visit.engine] ??= {
      ...{ visits: 0, paid_visits: 0, goals: 0, goal_value: 0, days: {} },
      evidence: { referrer: 0, utm: 0, referrer_utm: 0, click_id: 0 },
    }
    const engine = engines[visit.engine] as EngineTruth
    engine.visits += 1
    engine.paid_visits += Number(visit.isPaid)
    engine.evidence[visit.evidence] += 1
    engine.days[day] = (engine.days[day] ?? 0) + 1
    for (const goal of visit.goals) {
      engine.goals += 1
      engine.goal_value += goals[goal] ?? 0
      reached[goal] += 1
    }
  }
  return { engines, goals: reached }
}

/** Parts of a log of this size. Some are cut between a redirect and its page. */
export const partsOf = (hits: readonly PlannedHit[], size: number): PlannedHit[][] =>
  Array.from({ length: Math.ceil(hits.length / size) }, (_, nth) => hits.slice(nth * size, (nth + 1) * size))
