import { t975, twoSidedP } from './distributions.ts'
import type { MatchedCell, Pair, PanelCell } from './panel.ts'
import {
  clusterDegrees,
  clusterSums,
  correction,
  dayVariance,
  type Interval,
  minClusters,
} from './ratio-interval.ts'

/** The days of one period: how many have matched answers, and Σr² (see `matchedChange`). */
export interface ChangeDays {
  days: number
  rr: number
}

export interface MatchedChange {
  /** Σw·(q₁−q₀) over matched cells: by how much the share changed where the same was asked of the same. */
  value: number
  /** 95 %; null where nothing varies that could tell how sure it is. */
  interval: Interval | null
  pValue: number
}

/** A variance in squared answers that rounding alone may make. */
const minSquare = 1e-9

/**
 * Tests whether an entity is named more or less often where the same prompts were asked of the same engines in two periods.
 * The variance is that between prompts, or that between days, or both without the noise of single runs that is in both.
 * @param named for each cell the answers that name it, of either period
 * @param days of either period; r of a day is Σ(w/n)·(y−q·n) over its matched cells, n and q those of the period
 * @returns null where fewer than 5 prompts match
 */
export function matchedChange(
  cells: readonly PanelCell[],
  matched: readonly MatchedCell[],
  named: readonly Pair[],
  days: readonly [ChangeDays, ChangeDays],
): MatchedChange | null {
  const prompts = new Map<number, { a: number; b: number }>()
  const shares: [number, number] = [0, 0]
  const noise: [number, number] = [0, 0]
  let answers = 0
  for (const { index, weight } of matched) {
    const { prompt, n } = cells[index] as PanelCell
    const y = named[index] as Pair
    const q: Pair = [y[0] / n[0], y[1] / n[1]]
    const own = prompts.getOrInsertComputed(prompt, () => ({ a: 0, b: 0 }))
    own.a += weight * (q[1] - q[0])
    own.b += weight
    for (const period of [0, 1] as const) {
      shares[period] += weight * q[period]
      answers += n[period] / 2
      if (n[period] > 1) noise[period] += (weight ** 2 * q[period] * (1 - q[period])) / (n[period] - 1)
    }
  }
  const clusters = [...prompts.values()]
  if (clusters.length < minClusters) return null
  const value = clusters.reduce((all, { a }) => all + a, 0)
  const ofDays = changeDays(days, noise, shares)
  const { variance, df } = changeVariance(clusters, value, ofDays, answers)
  if (variance === 0) return withoutVariance(value, shares, clusters.length)
  return student(value, variance, df)
}

function student(value: number, variance: number, df: number): MatchedChange {
  const half = t975(df) * Math.sqrt(variance)
  const interval = { low: Math.max(-1, value - half), high: Math.min(1, value + half) }
  return { value, interval, pValue: twoSidedP(value / Math.sqrt(variance), df) }
}

/** Where nothing varies, a change is judged as if each prompt had been asked once. */
function withoutVariance(value: number, shares: Pair, prompts: number): MatchedChange {
  if (Math.abs(value) < 1e-12) return { value: 0, interval: null, pValue: 1 }
  const mean = (shares[0] + shares[1]) / 2
  return student(value, (2 * mean * (1 - mean)) / prompts, prompts - 1)
}

interface DayVariance {
  days: number
  noise: number
  df: number
}

function changeDays(days: readonly [ChangeDays, ChangeDays], noise: Pair, shares: Pair): DayVariance {
  const periods = days.map(({ days: count, rr }, period) => {
    const own = count > 1 ? (count / (count - 1)) * rr : 0
    return dayVariance(own, noise[period] as number, count, shares[period] as number)
  })
  const sum = periods.reduce((all, { variance }) => all + variance, 0)
  const parts = periods.reduce((all, { variance, df }) => all + (variance * variance) / df, 0)
  return { days: sum, noise: noise[0] + noise[1], df: parts === 0 ? 1 : (sum * sum) / parts }
}

/** The variance of a matched change, and Satterthwaite's degrees of freedom. */
function changeVariance(
  clusters: readonly { a: number; b: number }[],
  value: number,
  { days, noise, df: daysDf }: DayVariance,
  answers: number,
): { variance: number; df: number } {
  const own = clusters.reduce((sum, { a, b }) => sum + correction(b) * (a - value * b) ** 2, 0)
  const clean = (square: number) => (square * answers * answers < minSquare ? 0 : square)
  const between = clean(own)
  const variance = clean(Math.max(between, days, between + days - noise))
  const extra = clean(Math.max(0, days - noise))
  const parts = between ** 2 / Math.max(1, clusterDegrees(clusterSums(clusters))) + extra ** 2 / daysDf
  // Noise of single runs alone: it is known as well as the prompts are many.
  const df = parts === 0 ? clusters.length - 1 : variance ** 2 / parts
  return { variance, df: Math.max(1, df) }
}
