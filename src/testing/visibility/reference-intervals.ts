import { t975, twoSidedP } from '../../lib/statistics/distributions.ts'
import type { ReferenceAnswer, ReferenceBrand } from './reference-brand.ts'

// The intervals computed independently from single answers, in the order of docs/statistics.md. Only the
// quantile and the tails of t are the program's own, which other tests check against printed tables.

/** One answer's contribution to both sides of a ratio. */
interface Part {
  prompt: string
  topic: string | undefined
  engine: string
  day: string
  a: number
  b: number
}

/** Answers of a period and of its history. */
export interface ReferenceDays {
  period: readonly ReferenceAnswer[]
  history: readonly ReferenceAnswer[]
}

export interface ReferenceInterval {
  low: number
  high: number
}

export interface ReferenceIntervals {
  value: number | null
  promptsLikeThese: ReferenceInterval | null
  thesePrompts: ReferenceInterval | null
  reason: string | null
}

interface Tested extends ReferenceIntervals {
  /** P-values of both intervals by Student's t if the ratio is 0. */
  pOthers: number
  pThese: number
}

interface Metric {
  of(answer: ReferenceAnswer, entityId: string): [a: number, b: number]
  least: number
  most: number
  /** Shares only: the assumed likeness, and the limit below which Wilson's interval applies. */
  share?: { likeness: number; wilsonBelow: number }
}

const sum = <T>(values: Iterable<T>, of: (value: T) => number) => {
  let all = 0
  for (const value of values) all += of(value)
  return all
}
const groups = <T>(values: readonly T[], of: (value: T) => string) => [...Map.groupBy(values, of).values()]

function metricsOf(brand: ReferenceBrand): Record<string, Metric> {
  const named = (answer: ReferenceAnswer, id: string) => answer.mentions.find((one) => one.entityId === id)
  const place = (answer: ReferenceAnswer, id: string) => {
    const order = brand.entities.flatMap((entity) => named(answer, entity.id) ?? [])
    order.sort((a, b) => a.first - b.first)
    return order.findIndex((mention) => mention.entityId === id) + 1
  }
  return {
    visibility_pct: {
      of: (answer, id) => [named(answer, id) === undefined ? 0 : 1, 1],
      least: 0,
      most: 1,
      share: { likeness: 0.4, wilsonBelow: 1 },
    },
    market_share_pct: {
      of: (answer, id) => [
        named(answer, id)?.count ?? 0,
        sum(brand.entities, (entity) => named(answer, entity.id)?.count ?? 0),
      ],
      least: 0,
      most: 1,
      share: { likeness: 0.15, wilsonBelow: 0.1 },
    },
    sentiment_score: {
      of: (answer, id) => {
        const sentiment = named(answer, id)?.sentiment ?? null
        return sentiment === null ? [0, 0] : [sentiment / 100 - 50, 1]
      },
      least: -50,
      most: 50,
    },
    avg_rank: {
      of: (answer, id) => (named(answer, id) === undefined ? [0, 0] : [place(answer, id), 1]),
      least: 1,
      most: brand.entities.length,
    },
    recommended_pct: {
      of: (answer, id) => {
        const stance = named(answer, id)?.stance ?? 'unknown'
        return stance === 'unknown' ? [0, 0] : [stance === 'recommended' ? 1 : 0, 1]
      },
      least: 0,
      most: 1,
      share: { likeness: 0.4, wilsonBelow: 1 },
    },
  }
}

/** The last 84 days with answers before a period, starting at the last step. */
export function referenceHistory(
  answers: readonly ReferenceAnswer[],
  start: string,
  steps: readonly string[],
): ReferenceAnswer[] {
  const step =
    steps
      .filter((day) => day <= start)
      .sort()
      .at(-1) ?? ''
  const before = answers.filter(({ day }) => day < start && day >= step)
  const days = [...new Set(before.map(({ day }) => day))].sort().slice(-84)
  return before.filter(({ day }) => days.includes(day))
}

/** The intervals of an entity, in the units of its metrics. */
export function referenceIntervals(
  brand: ReferenceBrand,
  days: ReferenceDays,
  entityId: string,
): Record<string, ReferenceIntervals> {
  const shown = Object.entries(metricsOf(brand)).map(([name, metric]) => {
    const [factor, start] = metric.share !== undefined ? [100, 0] : name === 'sentiment_score' ? [1, 50] : [1, 0]
    const { pOthers: _others, pThese: _these, ...own } = intervalsOf(brand, days, metric, entityId)
    return [name, scaled(own, factor, start)]
  })
  return Object.fromEntries(shown)
}

function scaled(own: ReferenceIntervals, factor: number, start: number): ReferenceIntervals {
  const unit = (bounds: ReferenceInterval | null) =>
    bounds && { low: bounds.low * factor + start, high: bounds.high * factor + start }
  return {
    ...own,
    value: own.value === null ? null : own.value * factor + start,
    promptsLikeThese: unit(own.promptsLikeThese),
    thesePrompts: unit(own.thesePrompts),
  }
}

const isNamed = (answer: ReferenceAnswer, id: string) => answer.mentions.some((one) => one.entityId === id)

/** The brand's lead over each competitor, by competitor id. */
export function referenceLeads(brand: ReferenceBrand, days: ReferenceDays) {
  const competitors = brand.entities.filter(({ isOurBrand }) => !isOurBrand)
  const gap: Metric = {
    of: (answer, id) => [Number(isNamed(answer, brand.id)) - Number(isNamed(answer, id)), 1],
    least: -1,
    most: 1,
  }
  const found = competitors.map(({ id }) => intervalsOf(brand, days, gap, id))
  const swings = competitors.map(({ id }) => swingsOf(brand, days, gap, id))
  const rate = isBelow(swings, 0.3) ? 0.1 : 0.05
  // Keeps the k smallest p-values, for the largest k whose k-th smallest is at most k/m of the rate.
  const isKept = (of: (one: Tested) => number, own: Tested) => {
    const p = found.map(of).sort((x, y) => x - y)
    const kept = p.filter((_, index) => p.some((q, k) => k >= index && q <= ((k + 1) * rate) / p.length))
    return kept.some((q) => q >= of(own))
  }
  return new Map(
    found.map((own, index) => {
      const { pOthers: _others, pThese: _these, ...shown } = own
      const apart = (bounds: ReferenceInterval | null) => bounds !== null && bounds.low * bounds.high > 0
      const real = apart(own.thesePrompts) && isKept(({ pThese }) => pThese, own)
      const also = real && apart(own.promptsLikeThese) && isKept(({ pOthers }) => pOthers, own)
      const verdict = also ? 'yes_also_with_other_prompts' : real ? 'yes_for_these_prompts' : 'not_clear'
      const isReal = own.thesePrompts === null ? null : verdict
      return [competitors[index]?.id, { ...scaled(shown, 100, 0), isReal }]
    }),
  )
}

function partsOf(brand: ReferenceBrand, answers: readonly ReferenceAnswer[], metric: Metric, entityId: string): Part[] {
  return answers.map((answer) => {
    const [a, b] = metric.of(answer, entityId)
    const topic = brand.topics.find(({ id }) => id === answer.prompt?.topicId)
    const isUnassigned = topic?.name === 'Unassigned' && topic.parentId === null
    const { asked: prompt, engine, day } = answer
    return { prompt, topic: isUnassigned ? undefined : topic?.id, engine, day, a, b }
  })
}

const square = (x: number) => (x < 1e-9 ? 0 : x)

function intervalsOf(brand: ReferenceBrand, days: ReferenceDays, metric: Metric, entityId: string): Tested {
  const parts = partsOf(brand, days.period, metric, entityId)
  const n = sum(parts, ({ b }) => b)
  const none = { promptsLikeThese: null, thesePrompts: null, pOthers: 1, pThese: 1 }
  if (n === 0) return { value: null, ...none, reason: 'not_named' }
  const value = sum(parts, ({ a }) => a) / n
  const prompts = clustersOf(parts, ({ prompt }) => prompt)
  const byPrompt = betweenClusters(prompts, value, n)
  const topics = clustersOf(parts, ({ prompt, topic }) => topic ?? `prompt ${prompt}`)
  const named = new Set(parts.flatMap(({ topic, prompt }) => (bOf(parts, prompt) > 0 ? (topic ?? []) : [])))
  const byTopic = named.size < 5 || topics.length === prompts.length ? null : betweenClusters(topics, value, n)
  const isByTopic = byTopic !== null && byTopic.variance > byPrompt.variance * (1 + 1e-9)
  const between = isByTopic ? byTopic.variance : byPrompt.variance
  const dfBetween = isByTopic ? Math.max(1, 1 / byTopic.h2 - 1) : byPrompt.df
  const noise = noiseOf(parts, value, n)
  const history = partsOf(brand, days.history, metric, entityId)
  const day = joinedDays(history, parts) ?? daysOf(parts, n, noise, value, metric)
  const extra = day.variance === null ? 0 : square(Math.max(0, day.variance - noise) * n ** 2) / n ** 2
  const variance = between + extra
  const dfOf = (least: number) =>
    variance ** 2 / (between ** 2 / Math.max(least, dfBetween) + (extra > 0 ? extra ** 2 / day.df : 0))
  const { share } = metric
  const cut = (v: number, df: number) => {
    const half = t975(Math.max(1, df)) * Math.sqrt(v)
    return { low: Math.max(metric.least, value - half), high: Math.min(metric.most, value + half) }
  }
  const isEdge = value === 0 || value === 1
  let others: ReferenceInterval | null
  let these: ReferenceInterval | null
  let [pOthers, pThese] = [1, 1]
  if (share !== undefined && (value < share.wilsonBelow || value > 1 - share.wilsonBelow)) {
    const k = isEdge ? 0 : Math.min(prompts.filter(({ a }) => a > 0).length, prompts.filter(({ a, b }) => a < b).length)
    const w = k / (k + 5)
    const seen = isEdge ? 0 : (w * variance * n) / (value * (1 - value))
    const m = byTopic === null ? 1 : byTopic.h2 / byPrompt.h2
    const assumed = (1 + (n * byPrompt.h2 - 1) * share.likeness) * (1 + 0.3 * (m - 1))
    const deff = Math.max(1, seen + (1 - w) * assumed)
    const df = isEdge || variance === 0 ? prompts.length - 1 : dfOf(1)
    others = wilson(value, n / deff, t975(Math.max(1, df)))
    these =
      isEdge || !day.variance
        ? wilson(value, n, 1.959963984540054)
        : wilson(value, (value * (1 - value)) / day.variance, t975(day.df))
  } else {
    others = variance === 0 || byPrompt.df < 1 ? null : cut(variance, dfOf(0))
    these = day.variance ? cut(day.variance, day.df) : null
    if (prompts.length >= 5 && others !== null) pOthers = twoSidedP(value / Math.sqrt(variance), Math.max(1, dfOf(0)))
    if (day.variance) pThese = twoSidedP(value / Math.sqrt(day.variance), day.df)
  }
  if (prompts.length < 5) others = null
  const asked = new Set(history.filter((part) => bOfDay(history, part.day) > 0).map((part) => part.day))
  let reason: string | null = asked.size < 14 ? 'short_history' : null
  if (others === null || these === null) reason = 'few_prompts'
  if (others !== null && these === null && day.variance === null) reason = 'one_day'
  if ((others === null || these === null) && prompts.length === 1) reason = 'one_prompt'
  return { value, promptsLikeThese: others, thesePrompts: these, reason, pOthers, pThese }
}

const bOf = (parts: readonly Part[], prompt: string) => sum(parts, (part) => (part.prompt === prompt ? part.b : 0))
const bOfDay = (parts: readonly Part[], day: string) => sum(parts, (part) => (part.day === day ? part.b : 0))

const clustersOf = (parts: readonly Part[], of: (part: Part) => string) =>
  groups(parts, of)
    .map((own) => ({ a: sum(own, ({ a }) => a), b: sum(own, ({ b }) => b) }))
    .filter(({ b }) => b > 0)

/** The variance between clusters, and its degrees of freedom by Bell and McCaffrey. */
function betweenClusters(clusters: readonly { a: number; b: number }[], value: number, n: number) {
  const h = clusters.map(({ b }) => b / n)
  const c = h.map((share) => 1 / (1 - share))
  const squares = clusters.map(({ a, b }, i) => (c[i] ?? 0) * (a - value * b) ** 2)
  const h4 = sum(h, (share) => share ** 4)
  const h2 = sum(h, (share) => share ** 2)
  const h2c = sum(h.keys(), (i) => (h[i] ?? 0) ** 2 * (c[i] ?? 0))
  const h4c2 = sum(h.keys(), (i) => (h[i] ?? 0) ** 4 * (c[i] ?? 0) ** 2)
  return {
    variance: clusters.length === 1 ? 0 : square(sum(squares, (x) => x)) / n ** 2,
    df: Math.min(1 / (h2 + h2c ** 2 - h4c2), h2 ** 2 / h4 - 1),
    h2,
  }
}

function noiseOf(parts: readonly Part[], value: number, n: number): number {
  const ofOne = sum(parts, ({ a, b }) => (a - value * b) ** 2) / parts.length
  const cells = groups(parts, ({ prompt, engine }) => JSON.stringify([prompt, engine]))
  return (
    sum(cells, (own) => {
      if (own.length === 1) return ofOne
      const b = sum(own, (part) => part.b)
      const q = b === 0 ? 0 : sum(own, ({ a }) => a) / b
      return (own.length * sum(own, (part) => (part.a - q * part.b) ** 2)) / (own.length - 1)
    }) /
    n ** 2
  )
}

/** Deviations of each day's a from the expectation by its engines' ratios over all these parts, in day order. */
function deviationsByDay(parts: readonly Part[]): number[] {
  const ratios = new Map(
    groups(parts, ({ engine }) => engine).map((own) => {
      const b = sum(own, (part) => part.b)
      return [own[0]?.engine, b === 0 ? 0 : sum(own, ({ a }) => a) / b]
    }),
  )
  const days = groups(parts, ({ day }) => day).filter((own) => own.some(({ b }) => b > 0))
  return days
    .toSorted((x, y) => ((x[0]?.day ?? '') < (y[0]?.day ?? '') ? -1 : 1))
    .map((own) => sum(own, ({ engine, a, b }) => a - (ratios.get(engine) ?? 0) * b))
}

/** The variance of the days of a period, by cosine sums of history and period; null if there are too few days. */
function joinedDays(history: readonly Part[], period: readonly Part[]) {
  const [before, own] = [deviationsByDay(history), deviationsByDay(period)]
  const prompts = (parts: readonly Part[]) => new Set(parts.map(({ prompt }) => prompt))
  const isSame = prompts(history).symmetricDifference(prompts(period)).size === 0
  const u = isSame ? deviationsByDay([...history, ...period]) : [...before, ...own]
  const [n, d] = [u.length, own.length]
  if (n < 5 || (d < 5 && before.length < 14)) return null
  const answers = sum(history, ({ b }) => b) + sum(period, ({ b }) => b)
  const b = before.length >= 56 ? 8 : 4
  const x = u.map((one) => (n * one) / answers)
  const waves = Array.from({ length: b }, (_, index) => {
    const wave = sum(x.keys(), (i) => (x[i] ?? 0) * Math.cos((Math.PI * (index + 1) * (i + 0.5)) / n))
    return (Math.sqrt(2 / n) * wave) ** 2
  })
  const variance = sum(waves, (wave) => wave) / b / d
  return { variance: square(variance * answers ** 2) / answers ** 2, df: b }
}

function daysOf(parts: readonly Part[], n: number, noise: number, value: number, { share }: Metric) {
  const u = deviationsByDay(parts)
  const d = u.length
  const uu = sum(u, (one) => one ** 2)
  const own = d > 1 ? ((d / (d - 1)) * (uu < 1e-9 ? 0 : uu)) / n ** 2 : null
  const floor = noise + (0.05 * (value * (1 - value)) ** 2) / d
  if (share === undefined || d >= 5) return { variance: own, df: d - 1 }
  return own === null ? { variance: floor, df: 60 } : { variance: Math.max(own, floor), df: d - 1 }
}

interface SwingSums {
  sizes: number[]
  c0: number
  c1: number
  noise: number
}

/** Sums of squares and of the first seven lagged products over the blocks of history (from 7 days on) and period. */
function swingsOf(brand: ReferenceBrand, { period, history }: ReferenceDays, metric: Metric, id: string): SwingSums {
  const own = partsOf(brand, period, metric, id)
  const n = own.length
  const noise = noiseOf(own, sum(own, ({ a }) => a) / n, n)
  const blocks = [partsOf(brand, history, metric, id), own]
    .map((parts) => {
      const u = deviationsByDay(parts)
      const x = u.map((one) => (u.length * one) / parts.length)
      return { x, nu: (noise * n * u.length) / parts.length }
    })
    .filter(({ x }, index) => index === 1 || x.length >= 7)
  const c0 = sum(blocks, ({ x, nu }) => sum(x, (one) => one ** 2) - nu * (x.length - 1))
  const lags = [1, 2, 3, 4, 5, 6, 7]
  const c1 = sum(blocks, ({ x, nu }) =>
    sum(lags, (k) =>
      k >= x.length ? 0 : sum(x.keys(), (i) => (x[i] ?? 0) * (x[i + k] ?? 0)) + (nu * (x.length - k)) / x.length,
    ),
  )
  const degrees = sum(blocks, ({ x }) => x.length - 1)
  const mean = degrees === 0 ? 0 : sum(blocks, ({ x, nu }) => nu * (x.length - 1)) / degrees
  return { sizes: blocks.map(({ x }) => x.length), c0: Math.max(0, c0), c1, noise: mean }
}

/** Whether the pooled correlation of all series' days is below a bound: their lagged products are then too small. */
function isBelow(series: readonly SwingSums[], rho: number): boolean {
  const counted = series.filter(({ noise }) => noise > 0)
  const enough = counted.filter(({ sizes }) => sum(sizes, (n) => n) >= 28)
  if (enough.length === 0) return counted.length === 0
  const c1 = sum(enough, (one) => one.c1 / one.noise)
  const c0 = sum(enough, (one) => one.c0 / one.noise + 5)
  let [lagged, squares] = [0, 0]
  for (const n of enough.flatMap(({ sizes }) => sizes)) {
    const days = Array.from({ length: n }, (_, day) => day)
    const withMean = days.map((i) => sum(days, (j) => rho ** Math.abs(i - j)) / n)
    const ofMean = sum(withMean, (m) => m) / n
    squares += n - n * ofMean
    for (let k = 1; k <= Math.min(7, n - 1); k++)
      for (let i = 0; i + k < n; i++) lagged += rho ** k - (withMean[i] ?? 0) - (withMean[i + k] ?? 0) + ofMean
  }
  return c0 <= 0 || c1 / c0 < lagged / squares
}

function wilson(share: number, n: number, t: number): ReferenceInterval {
  const half = t * Math.sqrt((share * (1 - share)) / n + t ** 2 / (4 * n ** 2))
  const bound = (side: number) => (share + t ** 2 / (2 * n) + side * half) / (1 + t ** 2 / n)
  return { low: share === 0 ? 0 : bound(-1), high: share === 1 ? 1 : bound(1) }
}
