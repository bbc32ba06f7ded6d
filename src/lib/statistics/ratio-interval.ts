import { normal975, t975, twoSidedP } from './distributions.ts'

/**
 * Sums for the intervals of a ratio R = Σa/Σb. a and b are sums over answers: of visibility, answers that
 * mention an entity and all answers. They are summed by cluster (a prompt), by topic, by cell (prompt and
 * engine) and by day; h = b/Σb of a cluster, c = 1/(1−h).
 */
export interface RatioSums {
  /** Σa and Σb over everything. */
  a: number
  b: number
  /** All answers, including those with b = 0. */
  answers: number
  /** Clusters with b > 0. */
  clusters: number
  /** Σc·a², Σc·a·b, Σc·b² over clusters. */
  caa: number
  cab: number
  cbb: number
  /** Σh², Σh²c, Σh⁴c², Σh⁴ over clusters. */
  h2: number
  h2c: number
  h4c2: number
  h4: number
  /** Clusters with a > 0, and those with a < b. */
  withSome: number
  withoutAll: number
  /** Σn·s² over cells with several answers, s² the variance of a−q·b within the cell, q its Σa/Σb. */
  withinCells: number
  /** Cells with a single answer. */
  singleCells: number
  /** Σa², Σa·b, Σb² over answers. */
  aa: number
  ab: number
  bb: number
  /** The same sums over topics; null if fewer than five have b > 0, or if no two prompts share one. */
  topics: TopicSums | null
  /** Days with b > 0. */
  days: number
  /** Σu² over days: see `residualsByDay`. */
  uu: number
  /** Days of the history with b > 0. */
  history: number
  /** Variance of the days' mean from slow swings of history and period; null if there are too few days. */
  swings: Swings | null
}

/** Sums over topics; a prompt without a topic is a separate one. */
export type TopicSums = Pick<RatioSums, 'caa' | 'cab' | 'cbb' | 'h2'>

export interface Swings {
  variance: number
  df: number
}

/** The limits of a metric, and the assumed similarity of its clusters if there is little data. */
export type RatioKind =
  | {
      /** From 0 to 1. */
      kind: 'share'
      /** The similarity of a cluster's answers that is assumed before there are data. */
      priorLikeness: number
      /** Shares below it, and above 1 minus it, have Wilson's interval; others Student's. */
      wilsonBelow: number
    }
  | { kind: 'mean'; min: number; max: number }

export interface Interval {
  low: number
  high: number
}

/** Why an interval is missing or, with `short_history`, less certain. */
export type IntervalReason = 'few_prompts' | 'not_named' | 'one_prompt' | 'one_day' | 'short_history'

export interface RatioIntervals {
  value: number | null
  /** 95%: for other prompts of this kind, on other days. */
  promptsLikeThese: Interval | null
  /** 95%: for exactly these prompts, on other days. */
  thesePrompts: Interval | null
  reason: IntervalReason | null
}

/** Minimum clusters to generalize to other prompts. */
export const minClusters = 5
/** Minimum topics to generalize to other topics. */
export const minTopics = 5
/** Minimum days of history that show weekly swings. */
export const enoughHistory = 14
/** Minimum days whose own variance needs no floor. */
const enoughDays = 5
/** Minimum variance of a whole day as a part of p(1−p), if there are too few days to measure it. */
export const dayFloor = 0.05
/** The degrees of freedom of a floor. */
export const floorDegrees = 60
/** Clusters on the smaller side at which the data and the assumed similarity have equal weight. */
const shrinkage = 5
/** The similarity of prompts of one topic, as a part of the assumed similarity of a prompt's answers. */
const topicLikeness = 0.3
/** By how much the variance by topic must be larger to count: more than rounding. */
const clearlyLarger = 1 + 1e-9
/** Sums of squares below these can be rounding errors, in answers or relative to the terms. */
const minSquare = 1e-9
const minPart = 1e-12

/** Returns 0 for a sum of squares that can come from rounding. */
export const dropRoundingError = (square: number, of = 0): number =>
  square < Math.max(minSquare, minPart * of) ? 0 : square

export interface DaySum {
  engine: string
  day: string | number
  a: number
  b: number
}

/**
 * The difference between each day's a and the a expected from the day's b and each engine's own ratio, oldest
 * day first. Omits days with b = 0. An engine without answers on a day adds nothing to it.
 */
export function residualsByDay(sums: readonly DaySum[]): number[] {
  const engines = new Map<string, { a: number; b: number }>()
  for (const { engine, a, b } of sums) {
    const whole = engines.getOrInsertComputed(engine, () => ({ a: 0, b: 0 }))
    whole.a += a
    whole.b += b
  }
  const days = new Map<string | number, { b: number; u: number }>()
  for (const { engine, day, a, b } of sums) {
    const whole = engines.get(engine) as { a: number; b: number }
    const own = days.getOrInsertComputed(day, () => ({ b: 0, u: 0 }))
    own.b += b
    own.u += a - (whole.b === 0 ? 0 : whole.a / whole.b) * b
  }
  const asked = [...days].filter(([, { b }]) => b > 0)
  return asked.sort(([first], [second]) => (first < second ? -1 : 1)).map(([, { u }]) => u)
}

/**
 * The variance of days and its degrees of freedom. Few days show little variation, so shares have a floor.
 * @param own D/(D−1)·Σu²/N², the variance between the observed days
 * @param noise V_W, the variance of single answers
 */
export function dayVariance(own: number, noise: number, days: number, share: number): { variance: number; df: number } {
  if (days >= enoughDays) return { variance: own, df: days - 1 }
  const floor = noise + (dayFloor * (share * (1 - share)) ** 2) / days
  if (days <= 1) return { variance: floor, df: floorDegrees }
  return { variance: Math.max(own, floor), df: days - 1 }
}

interface Pair {
  a: number
  b: number
}

/**
 * The same sums over topics.
 * @param topics the topic of each cluster, in the same order; undefined for a prompt without a topic
 */
export function topicSums(clusters: readonly Pair[], topics: readonly (number | undefined)[]): TopicSums | null {
  const known = new Set(topics.filter((topic) => topic !== undefined))
  if (known.size < minTopics) return null
  const sums = new Map<string, Pair>()
  clusters.forEach(({ a, b }, index) => {
    const topic = topics[index]
    const own = sums.getOrInsertComputed(topic === undefined ? `prompt ${index}` : `topic ${topic}`, () => ({
      a: 0,
      b: 0,
    }))
    own.a += a
    own.b += b
  })
  return sums.size === clusters.length ? null : clusterSums([...sums.values()])
}

/** Corrects a cluster's residual for its own part of the ratio (CR2). */
export const correction = (share: number) => 1 / (1 - share)

/** Sums over clusters for `RatioSums`; the sums with c are meaningless for a single cluster. */
export function clusterSums(clusters: readonly Pair[]) {
  const all = clusters.reduce((sum, { b }) => sum + b, 0)
  const sums = { caa: 0, cab: 0, cbb: 0, h2: 0, h2c: 0, h4c2: 0, h4: 0 }
  for (const { a, b } of clusters) {
    const h = b / all
    const c = correction(h)
    sums.caa += c * a * a
    sums.cab += c * a * b
    sums.cbb += c * b * b
    sums.h2 += h * h
    sums.h2c += h * h * c
    sums.h4c2 += h ** 4 * c * c
    sums.h4 += h ** 4
  }
  return sums
}

interface Variances {
  /** Between clusters, the larger of the variances by prompt and topic: CR2 in closed form for ratios. */
  clusters: number
  clustersDf: number
  /** Degrees of freedom by prompt, whichever variance is larger. */
  promptsDf: number
  /** Between days; undefined if there is only one day. */
  days: number | undefined
  daysDf: number
  /** Of days, without the noise of single answers, which the variance between clusters already includes. */
  extra: number
}

/** Degrees of freedom between clusters: the smaller of Bell and McCaffrey's and those for unequal sizes. */
export const clusterDegrees = ({ h2, h2c, h4c2, h4 }: Pick<RatioSums, 'h2' | 'h2c' | 'h4c2' | 'h4'>) =>
  Math.min(1 / (h2 + h2c * h2c - h4c2), (h2 * h2) / h4 - 1)

const residual = (ratio: number, aa: number, ab: number, bb: number) => aa - 2 * ratio * ab + ratio * ratio * bb

/** V_W, the variance that single answers add to the ratio. */
export function runVariance(sums: RatioSums, ratio: number): number {
  const ofOne = Math.max(0, residual(ratio, sums.aa, sums.ab, sums.bb)) / sums.answers
  return (sums.withinCells + sums.singleCells * ofOne) / (sums.b * sums.b)
}

/** The variance of whole days: that of slow swings if history and period show them. */
function ofDays(sums: RatioSums, kind: RatioKind, ratio: number, noise: number) {
  if (sums.swings !== null) return sums.swings
  const { days } = sums
  const own = days > 1 ? ((days / (days - 1)) * dropRoundingError(sums.uu)) / (sums.b * sums.b) : 0
  if (kind.kind === 'share') return dayVariance(own, noise, days, ratio)
  return { variance: days > 1 ? own : undefined, df: days - 1 }
}

function variancesOf(sums: RatioSums, kind: RatioKind, ratio: number): Variances {
  const square = sums.b * sums.b
  const between = ({ caa, cab, cbb }: TopicSums) => dropRoundingError(residual(ratio, caa, cab, cbb), caa) / square
  const prompts = between(sums)
  const promptsDf = clusterDegrees(sums)
  const { topics } = sums
  const ofTopics = topics === null ? 0 : between(topics)
  const byTopic = ofTopics > prompts * clearlyLarger
  const noise = runVariance(sums, ratio)
  const { variance: days, df: daysDf } = ofDays(sums, kind, ratio, noise)
  return {
    clusters: byTopic ? ofTopics : prompts,
    clustersDf: byTopic && topics !== null ? Math.max(1, 1 / topics.h2 - 1) : promptsDf,
    promptsDf,
    days,
    daysDf,
    extra: days === undefined ? 0 : dropRoundingError((days - noise) * square, sums.caa) / square,
  }
}

/** The 95% intervals of a ratio, over other prompts and over other days. */
export function ratioIntervals(sums: RatioSums, kind: RatioKind): RatioIntervals {
  if (sums.b === 0) return { value: null, promptsLikeThese: null, thesePrompts: null, reason: 'not_named' }
  const value = sums.a / sums.b
  const variances = variancesOf(sums, kind, value)
  const isWilson = kind.kind === 'share' && (value < kind.wilsonBelow || value > 1 - kind.wilsonBelow)
  const tooFew = sums.clusters < minClusters
  const promptsLikeThese = tooFew
    ? null
    : isWilson
      ? wilsonOfOthers(sums, kind.priorLikeness, value, variances)
      : student(kind, value, spreadOfOthers(variances))
  const thesePrompts = isWilson ? wilsonOfThese(sums, value, variances) : student(kind, value, spreadOfThese(variances))
  const reason = reasonOf(sums, promptsLikeThese, thesePrompts, variances)
  return { value, promptsLikeThese, thesePrompts, reason }
}

function reasonOf(
  { clusters, history }: RatioSums,
  others: Interval | null,
  these: Interval | null,
  { days }: Variances,
): IntervalReason | null {
  if (others !== null && these !== null) return history < enoughHistory ? 'short_history' : null
  if (clusters === 1) return 'one_prompt'
  if (others !== null && days === undefined) return 'one_day'
  return 'few_prompts'
}

/** Satterthwaite's degrees of freedom for the sum of two variances; ignores the second if it is 0. */
const jointDegrees = (first: number, firstDf: number, second: number, secondDf: number): number =>
  (first + second) ** 2 / ((first * first) / firstDf + (second === 0 ? 0 : (second * second) / secondDf))

/** Wilson's interval (1927) with Student's t, on the effective number of answers. */
export function wilson(share: number, n: number, t: number): Interval {
  const square = (t * t) / n
  const half = t * Math.sqrt((share * (1 - share)) / n + square / (4 * n))
  const bound = (sign: number) => (share + square / 2 + sign * half) / (1 + square)
  return { low: share === 0 ? 0 : Math.max(0, bound(-1)), high: share === 1 ? 1 : Math.min(1, bound(1)) }
}

/**
 * The effective number of answers: their number divided by a design effect (Kish 1965). The fewer clusters
 * mention the entity, or omit it, the more the measured design effect is drawn toward an assumed one.
 */
function wilsonOfOthers(
  sums: RatioSums,
  priorLikeness: number,
  share: number,
  { clusters, clustersDf, extra, daysDf }: Variances,
): Interval {
  const variance = clusters + extra
  const isEdge = share === 0 || share === 1
  const ofTopics = sums.topics === null ? 1 : 1 + topicLikeness * (sums.topics.h2 / sums.h2 - 1)
  const df =
    isEdge || variance === 0 ? sums.clusters - 1 : jointDegrees(clusters, Math.max(1, clustersDf), extra, daysDf)
  const minority = isEdge ? 0 : Math.min(sums.withSome, sums.withoutAll)
  const weight = minority / (minority + shrinkage)
  const shown = isEdge ? 0 : (weight * variance * sums.b) / (share * (1 - share))
  const assumed = (1 - weight) * (1 + (sums.b * sums.h2 - 1) * priorLikeness) * ofTopics
  return wilson(share, sums.b / Math.max(1, shown + assumed), t975(df))
}

function wilsonOfThese(sums: RatioSums, share: number, { days = 0, daysDf }: Variances): Interval {
  if (share === 0 || share === 1 || days === 0) return wilson(share, sums.b, normal975)
  return wilson(share, (share * (1 - share)) / days, t975(daysDf))
}

/** A variance and its degrees of freedom. */
interface Spread {
  variance: number
  df: number
}

function spreadOfOthers({ clusters, clustersDf, promptsDf, extra, daysDf }: Variances): Spread | null {
  const variance = clusters + extra
  if (variance === 0 || promptsDf < 1) return null
  return { variance, df: jointDegrees(clusters, clustersDf, extra, daysDf) }
}

const spreadOfThese = ({ days, daysDf }: Variances): Spread | null =>
  days === undefined || days === 0 ? null : { variance: days, df: daysDf }

/** Student's interval, limited to possible values. */
function student(kind: RatioKind, value: number, spread: Spread | null): Interval | null {
  if (spread === null) return null
  const [min, max] = kind.kind === 'share' ? [0, 1] : [kind.min, kind.max]
  const half = t975(Math.max(1, spread.df)) * Math.sqrt(spread.variance)
  return { low: Math.max(min, value - half), high: Math.min(max, value + half) }
}

/** The p-values of both intervals for a ratio of 0; null without the interval. */
export function zeroTests(
  sums: RatioSums,
  kind: RatioKind,
): { promptsLikeThese: number | null; thesePrompts: number | null } {
  if (sums.b === 0) return { promptsLikeThese: null, thesePrompts: null }
  const value = sums.a / sums.b
  const variances = variancesOf(sums, kind, value)
  const pValue = (spread: Spread | null) =>
    spread === null ? null : twoSidedP(value / Math.sqrt(spread.variance), Math.max(1, spread.df))
  return {
    promptsLikeThese: sums.clusters < minClusters ? null : pValue(spreadOfOthers(variances)),
    thesePrompts: pValue(spreadOfThese(variances)),
  }
}
