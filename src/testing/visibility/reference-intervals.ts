import { t975 } from '../../lib/statistics/distributions.ts'
import type { ReferenceAnswer, ReferenceBrand } from './reference-brand.ts'

// The intervals a second time, from single answers and in the order in which docs/statistics.md tells of them. Only the
// quantile of t is the program's, which is held against printed tables.

/** What one answer adds to both sides of a ratio. */
interface Part {
  prompt: string
  cluster: string
  engine: string
  day: string
  a: number
  b: number
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

interface Metric {
  of(answer: ReferenceAnswer, entityId: string): [a: number, b: number]
  least: number
  most: number
  /** Of shares: what likeness is assumed, and from where on Wilson's interval is taken. */
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
        const mention = named(answer, id)
        return mention === undefined ? [0, 0] : [mention.sentiment / 100 - 50, 1]
      },
      least: -50,
      most: 50,
    },
    avg_rank: {
      of: (answer, id) => (named(answer, id) === undefined ? [0, 0] : [place(answer, id), 1]),
      least: 1,
      most: brand.entities.length,
    },
  }
}

/**
 * What the intervals of an entity are, in the units of its figures.
 * @param clusterOf the name of what an answer's prompt is clustered by; the prompt itself where not given
 */
export function referenceIntervals(
  brand: ReferenceBrand,
  answers: readonly ReferenceAnswer[],
  entityId: string,
  clusterOf: (answer: ReferenceAnswer) => string = ({ asked }) => asked,
): Record<string, ReferenceIntervals> {
  const shown = Object.entries(metricsOf(brand)).map(([name, metric]) => {
    const parts = answers.map((answer): Part => {
      const [a, b] = metric.of(answer, entityId)
      const { asked: prompt, engine, day } = answer
      return { prompt, cluster: clusterOf(answer), engine, day, a, b }
    })
    const [factor, start] =
      metric.share !== undefined ? [100, 0] : name === 'sentiment_score' ? [1, 50] : [1, 0]
    const scaled = (bounds: ReferenceInterval | null) =>
      bounds && { low: bounds.low * factor + start, high: bounds.high * factor + start }
    const own = intervalsOf(parts, metric)
    return [
      name,
      {
        ...own,
        value: own.value === null ? null : own.value * factor + start,
        promptsLikeThese: scaled(own.promptsLikeThese),
        thesePrompts: scaled(own.thesePrompts),
      },
    ]
  })
  return Object.fromEntries(shown)
}

function intervalsOf(parts: readonly Part[], metric: Metric): ReferenceIntervals {
  const n = sum(parts, ({ b }) => b)
  if (n === 0) return { value: null, promptsLikeThese: null, thesePrompts: null, reason: 'not_named' }
  const value = sum(parts, ({ a }) => a) / n
  const clusters = groups(parts, ({ cluster }) => cluster)
    .map((own) => ({ a: sum(own, ({ a }) => a), b: sum(own, ({ b }) => b) }))
    .filter(({ b }) => b > 0)
  const h = clusters.map(({ b }) => b / n)
  const c = h.map((share) => 1 / (1 - share))
  const square = (x: number) => (x < 1e-9 ? 0 : x)
  const ofPrompts =
    clusters.length === 1
      ? 0
      : square(sum(clusters.keys(), (i) => (c[i] ?? 0) * residual(clusters[i], value) ** 2)) / n ** 2
  const h4 = sum(h, (share) => share ** 4)
  const h2 = sum(h, (share) => share ** 2)
  const dfPrompts = Math.min(
    1 /
      (h2 +
        sum(h.keys(), (i) => (h[i] ?? 0) ** 2 * (c[i] ?? 0)) ** 2 -
        sum(h.keys(), (i) => (h[i] ?? 0) ** 4 * (c[i] ?? 0) ** 2)),
    h2 ** 2 / h4 - 1,
  )
  const noise = noiseOf(parts, value, n)
  const days = daysOf(parts, n, noise, value, metric)
  const extra = days.variance === null ? 0 : square(Math.max(0, days.variance - noise) * n ** 2) / n ** 2
  const variance = ofPrompts + extra
  const dfOf = (least: number) =>
    variance ** 2 / (ofPrompts ** 2 / Math.max(least, dfPrompts) + (extra > 0 ? extra ** 2 / days.df : 0))
  const { share } = metric
  const cut = (v: number, df: number) => {
    const half = t975(df) * Math.sqrt(v)
    return { low: Math.max(metric.least, value - half), high: Math.min(metric.most, value + half) }
  }
  const isEdge = value === 0 || value === 1
  let others: ReferenceInterval | null
  let these: ReferenceInterval | null
  if (share !== undefined && (value < share.wilsonBelow || value > 1 - share.wilsonBelow)) {
    const k = isEdge
      ? 0
      : Math.min(clusters.filter(({ a }) => a > 0).length, clusters.filter(({ a, b }) => a < b).length)
    const w = k / (k + 5)
    const seen = isEdge ? 0 : (w * variance * n) / (value * (1 - value))
    const deff = Math.max(1, seen + (1 - w) * (1 + (n * h2 - 1) * share.likeness))
    const df = isEdge || variance === 0 ? clusters.length - 1 : dfOf(1)
    others = wilson(value, n / deff, t975(Math.max(1, df)))
    these =
      isEdge || !days.variance
        ? wilson(value, n, 1.959963984540054)
        : wilson(value, (value * (1 - value)) / days.variance, t975(days.df))
  } else {
    others = variance === 0 || dfPrompts < 1 ? null : cut(variance, dfOf(0))
    these = days.variance ? cut(days.variance, days.df) : null
  }
  if (clusters.length < 5) others = null
  let reason: string | null = null
  if (others === null || these === null) reason = 'few_prompts'
  if (others !== null && these === null && days.variance === null) reason = 'one_day'
  if (reason !== null && clusters.length === 1) reason = 'one_prompt'
  return { value, promptsLikeThese: others, thesePrompts: these, reason }
}

const residual = (own: { a: number; b: number } | undefined, value: number) =>
  own === undefined ? 0 : own.a - value * own.b

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

function daysOf(parts: readonly Part[], n: number, noise: number, value: number, { share }: Metric) {
  const ratios = new Map(
    groups(parts, ({ engine }) => engine).map((own) => {
      const b = sum(own, (part) => part.b)
      return [own[0]?.engine, b === 0 ? 0 : sum(own, ({ a }) => a) / b]
    }),
  )
  const days = groups(parts, ({ day }) => day).filter((own) => own.some(({ b }) => b > 0))
  const d = days.length
  const uu = sum(days, (own) => sum(own, ({ engine, a, b }) => a - (ratios.get(engine) ?? 0) * b) ** 2)
  const own = d > 1 ? ((d / (d - 1)) * (uu < 1e-9 ? 0 : uu)) / n ** 2 : null
  const floor = noise + (0.05 * (value * (1 - value)) ** 2) / d
  if (share === undefined || d >= 5) return { variance: own, df: d - 1 }
  return own === null ? { variance: floor, df: 60 } : { variance: Math.max(own, floor), df: d - 1 }
}

function wilson(share: number, n: number, t: number): ReferenceInterval {
  const half = t * Math.sqrt((share * (1 - share)) / n + t ** 2 / (4 * n ** 2))
  const bound = (side: number) => (share + t ** 2 / (2 * n) + side * half) / (1 + t ** 2 / n)
  return { low: share === 0 ? 0 : bound(-1), high: share === 1 ? 1 : bound(1) }
}
