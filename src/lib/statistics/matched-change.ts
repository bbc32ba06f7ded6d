import {
  type DayBlock,
  type DayMoments,
  dayModel,
  dayMoments,
  differenceVariance,
  minHistoryDays,
} from './day-model.ts'
import { t975, twoSidedP } from './distributions.ts'
import { meanOf, type Pair, pairOf } from './panel.ts'
import { dayFloor, enoughHistory, floorDegrees, type Interval, minClusters } from './ratio-interval.ts'

/**
 * One period of a figure Σa/Σb over matched cells. A cell has the weight w and n answers; ā and b̄ are its
 * means per answer, and squares are those of single answers around these means.
 */
export interface WeightedSums {
  /** Σw·ā and Σw·b̄ by prompt, in the same order in both periods. */
  a: ArrayLike<number>
  b: ArrayLike<number>
  /** Σ w²/(n·(n−1)) times sums of squares and products within the cell, for cells with several answers. */
  noise: { aa: number; ab: number; bb: number }
  /** Σ(w/n)·(a−ā) and Σ(w/n)·(b−b̄) by asked day, oldest first. */
  dailyA: ArrayLike<number>
  dailyB: ArrayLike<number>
  /** Answers in matched cells. */
  answers: number
}

/** The days before both periods, which show how the figure swings. */
export interface History {
  /** As in `DayBlock`. */
  deviations: ArrayLike<number>
  answersPerDay: number
}

export interface FigurePeriods {
  periods: readonly [WeightedSums, WeightedSums]
  history: History | undefined
  /** Asked days between the periods. */
  gap: number
  /** A share is between 0 and 1; a mean has any value. */
  kind: 'share' | 'mean'
}

/** A change before its test: all values that do not depend on the list with which it is tested. */
export interface ChangeEstimate {
  value: number
  /** The figure over matched cells in either period. */
  levels: Pair
  kind: FigurePeriods['kind']
  prompts: number
  /** Variance between prompts and its degrees of freedom, and the variance of single answers. */
  between: number
  df: number
  noise: number
  moments: DayMoments
  days: Pair
  gap: number
  /** Matched answers per period, on average. */
  answers: number
  /** Whether there is enough history to show how days swing. */
  hasHistory: boolean
}

export interface MatchedChange {
  /** Σw·ā/Σw·b̄ of the period minus that of the period before. */
  value: number
  /** 95% confidence interval; null if no variance determines its width. */
  interval: Interval | null
  pValue: number
}

/** A variance in squared answers that can come from rounding. */
const minSquare = 1e-9
/** A relative difference of squares that can come from rounding. */
const minPart = 1e-12
const enoughDays = 5

const sum = (values: ArrayLike<number>) => {
  let all = 0
  for (let index = 0; index < values.length; index++) all += values[index] as number
  return all
}

/**
 * Estimates the change of a figure for the same prompts on the same engines in the same markets.
 * @returns null if fewer than 5 prompts count in the figure
 */
export function estimateChange({ periods, history, gap, kind }: FigurePeriods): ChangeEstimate | null {
  const bases = pairOf((period) => sum(periods[period].b))
  if (bases[0] <= 0 || bases[1] <= 0) return null
  const levels = pairOf((period) => sum(periods[period].a) / bases[period])
  const { between, df, prompts } = betweenPrompts(periods, bases, levels)
  if (prompts < minClusters) return null
  const noises = pairOf((period) => {
    const { aa, ab, bb } = periods[period].noise
    const level = levels[period]
    const [squares, cross] = [aa + level * level * bb, 2 * level * ab]
    return squares - cross < minPart * squares ? 0 : (squares - cross) / bases[period] ** 2
  })
  const blocks = ([0, 1] as const).map((period) =>
    blockOf(periods[period], bases[period], levels[period], noises[period]),
  )
  const past = history === undefined ? undefined : historyBlock(history, periods, blocks)
  return {
    value: levels[1] - levels[0],
    levels,
    kind,
    prompts,
    between,
    df,
    noise: noises[0] + noises[1],
    moments: dayMoments(past === undefined ? blocks : [past, ...blocks]),
    days: pairOf((period) => periods[period].dailyA.length),
    gap,
    answers: (periods[0].answers + periods[1].answers) / 2,
    hasHistory: past !== undefined && past.deviations.length >= enoughHistory,
  }
}

/** Variance of the change between prompts (CR2). A prompt's size is its mean share of both periods. */
function betweenPrompts(periods: FigurePeriods['periods'], bases: Pair, levels: Pair) {
  let [between, squares, prompts] = [0, 0, 0]
  for (let prompt = 0; prompt < periods[0].a.length; prompt++) {
    const base = pairOf((period) => (periods[period].b[prompt] as number) / bases[period])
    const share = meanOf(base)
    if (share === 0) continue
    const apart = pairOf(
      (period) => (periods[period].a[prompt] as number) / bases[period] - levels[period] * base[period],
    )
    prompts += 1
    squares += share * share
    if (share < 1) between += (apart[1] - apart[0]) ** 2 / (1 - share)
  }
  return { between, prompts, df: Math.max(1, 1 / squares - 1) }
}

function blockOf({ dailyA, dailyB }: WeightedSums, base: number, level: number, noise: number): DayBlock {
  const days = dailyA.length
  const deviations = Float64Array.from(
    { length: days },
    (_, day) => (days * ((dailyA[day] as number) - level * (dailyB[day] as number))) / base,
  )
  return { deviations, noise: days * noise }
}

/** Estimates the noise of the history's days from the periods' days, by the number of answers per day. */
function historyBlock(
  { deviations, answersPerDay }: History,
  periods: FigurePeriods['periods'],
  blocks: readonly DayBlock[],
): DayBlock | undefined {
  if (deviations.length < minHistoryDays) return undefined
  const single = blocks.map(
    ({ deviations: days, noise }, period) => noise * (periods[period as 0 | 1].answers / Math.max(1, days.length)),
  )
  return { deviations, noise: sum(single) / single.length / answersPerDay }
}

/**
 * Tests a change with a two-sided Student's t-test. Source of the variance: docs/statistics.md, "Changes".
 * @param least the pooled correlation of days in the list with which the change is tested
 * @returns null if nothing varies, so that a mean cannot be tested
 */
export function testChange(estimate: ChangeEstimate, least: number): MatchedChange | null {
  const { value, between, noise, df, answers } = estimate
  const clean = (square: number) => (square * answers * answers < minSquare ? 0 : square)
  const fixed = Math.max(clean(between), clean(noise))
  const days = dayVariance(estimate, least)
  const extra = clean(days.variance)
  if (fixed + extra === 0) return withoutVariance(estimate)
  const joint = (fixed + extra) ** 2 / (fixed ** 2 / df + (extra === 0 ? 0 : extra ** 2 / days.df))
  return student(value, fixed + extra, Math.max(1, joint), estimate.kind)
}

/** The variance that daily swings add to a change. Shares have a floor for few days without history. */
export function dayVariance(
  { moments, days, gap, kind, levels, hasHistory }: Omit<ChangeEstimate, 'value'>,
  least: number,
): { variance: number; df: number } {
  const model = dayModel(moments, least)
  const shown = model === undefined ? 0 : differenceVariance(model, days, gap)
  if (kind === 'mean' || hasHistory || Math.min(...days) >= enoughDays) return { variance: shown, df: model?.df ?? 1 }
  const floors = pairOf((period) =>
    days[period] < enoughDays ? (dayFloor * (levels[period] * (1 - levels[period])) ** 2) / days[period] : 0,
  )
  const floor = floors[0] + floors[1]
  return floor > shown ? { variance: floor, df: floorDegrees } : { variance: shown, df: model?.df ?? 1 }
}

/** Student's test and 95% interval, limited to possible values. */
export function student(value: number, variance: number, df: number, kind: FigurePeriods['kind']): MatchedChange {
  const half = t975(df) * Math.sqrt(variance)
  const [low, high] = [value - half, value + half]
  const interval = kind === 'share' ? { low: Math.max(-1, low), high: Math.min(1, high) } : { low, high }
  return { value, interval, pValue: twoSidedP(value / Math.sqrt(variance), df) }
}

/** Without any variance, tests a share as if each prompt had one answer. */
function withoutVariance({ value, levels, prompts, kind }: ChangeEstimate): MatchedChange | null {
  if (Math.abs(value) < 1e-12) return { value: 0, interval: null, pValue: 1 }
  const mean = meanOf(levels)
  const variance = (2 * mean * (1 - mean)) / prompts
  return kind === 'mean' || variance <= 0 ? null : student(value, variance, prompts - 1, kind)
}
