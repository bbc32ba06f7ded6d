import type { DailyCells } from '../../lib/statistics/daily-cells.ts'

// Alarms computed independently up to the first of a series, by matrices, not sums: docs/statistics.md, "Alerts".

type Matrix = number[][]

export interface ReferenceSwing {
  variance: number
  covariance: number
  noise: number
  /** Removes the means of weekdays from the asked days. */
  center: Matrix
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => {
    const out = row.map(() => 0)
    row.forEach((factor, k) => {
      if (factor !== 0)
        for (let column = 0; column < out.length; column++)
          out[column] = (out[column] as number) + factor * (b[k]?.[column] as number)
    })
    return out
  })

export const diagonal = (matrix: Matrix, k: number) => sum(matrix.map((row, index) => row[index + k] ?? 0))
export const laggedDiagonals = (matrix: Matrix) => sum(range(1, 7).map((k) => diagonal(matrix, k)))

const answersOf = ({ n, y, prompts }: DailyCells, day: number, kept: readonly number[]) => ({
  n: kept.map((prompt) => n[day * prompts + prompt] as number),
  y: kept.map((prompt) => y[day * prompts + prompt] as number),
})

const isAsked = (cells: DailyCells, day: number) => sum(answersOf(cells, day, range(0, cells.prompts - 1)).n) > 0

/** Prompts asked on a day and on at least half of the asked days of its base. */
function keptOn(cells: DailyCells, day: number): number[] {
  const base = range(day - 56, day - 8).filter((own) => own >= 0 && isAsked(cells, own))
  return range(0, cells.prompts - 1).filter((prompt) => {
    const times = base.filter((own) => (answersOf(cells, own, [prompt]).n[0] as number) > 0).length
    return base.length > 0 && 2 * times >= base.length && (answersOf(cells, day, [prompt]).n[0] as number) > 0
  })
}

export function referenceSwing(cells: DailyCells, day: number): ReferenceSwing {
  const kept = keptOn(cells, day)
  const days = range(Math.max(0, day - 119), day - 8).filter((own) => sum(answersOf(cells, own, kept).n) > 0)
  const counts = kept.map((_, place) => ({
    n: sum(days.map((own) => answersOf(cells, own, kept).n[place] as number)),
    y: sum(days.map((own) => answersOf(cells, own, kept).y[place] as number)),
  }))
  const shares = counts.map(({ n, y }) => (n === 0 ? 0 : y / n))
  const raw = days.map((own) => {
    const { n, y } = answersOf(cells, own, kept)
    return sum(shares.map((share, place) => (y[place] as number) - share * (n[place] as number))) / sum(n)
  })
  const center = days.map((row) =>
    days.map((column) => {
      const same = days.filter((own) => own % 7 === row % 7).length
      return Number(row === column) - (row % 7 === column % 7 ? 1 / same : 0)
    }),
  )
  const x = center.map((row) => sum(row.map((factor, index) => factor * (raw[index] as number))))
  const products = x.map((one) => x.map((other) => one * other))
  const single = counts.map(({ n, y }) => (n > 1 ? (n * ((y / n) * (1 - y / n) * n)) / (n - 1) : 0))
  const noise = (days.length * sum(single)) / sum(counts.map(({ n }) => n)) ** 2
  return {
    variance: Math.max(0, diagonal(products, 0) - noise * diagonal(center, 0)),
    covariance: laggedDiagonals(products) - noise * laggedDiagonals(center),
    noise,
    center,
  }
}

/** M·R·M with R of correlation ρ. */
export const expectedProducts = ({ center }: ReferenceSwing, rho: number): Matrix => {
  const correlations = center.map((row, i) => row.map((_, j) => rho ** Math.abs(i - j)))
  return multiply(multiply(center, correlations), center)
}

/** Correlation of several series together, from a table in hundredths. */
export function referenceCorrelation(list: readonly ReferenceSwing[]): number {
  const noisy = list.filter(({ noise }) => noise > 0)
  const enough = noisy.filter(({ center }) => center.length >= 28)
  if (enough.length === 0) return noisy.length === 0 ? 0 : 0.5
  const wanted =
    sum(enough.map(({ covariance, noise }) => covariance / noise)) /
    sum(enough.map(({ variance, noise }) => variance / noise + 5))
  const ratioAt = (hundredths: number) => {
    const matrices = enough.map((own) => expectedProducts(own, hundredths / 100))
    return sum(matrices.map(laggedDiagonals)) / sum(matrices.map((own) => diagonal(own, 0)))
  }
  if (wanted <= ratioAt(0)) return 0
  if (wanted >= ratioAt(95)) return 0.95
  const steps = range(1, 95)
  // Binary search for the first greater value.
  let [low, high] = [0, steps.length]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (ratioAt(middle) < wanted) low = middle
    else high = middle
  }
  return (low + (wanted - ratioAt(low)) / (ratioAt(high) - ratioAt(low))) / 100
}

/** Contribution of correlated swings to the variance of a day. */
export function referenceSwingVariance(swing: ReferenceSwing, least: number): number {
  const rho = Math.max(least, referenceCorrelation([swing]))
  const squares = diagonal(expectedProducts(swing, rho), 0)
  return squares < 1e-9 ? 0 : ((swing.variance / squares) * 2 * rho) / (1 - rho)
}

/** A day's share minus the mean of its weekday, and the variance of a day without correlated swings. */
function referenceDay(cells: DailyCells, day: number) {
  const kept = keptOn(cells, day)
  const own = answersOf(cells, day, kept)
  const base = range(day - 56, day - 8)
    .filter((each) => each >= 0)
    .map((each) => ({ weekday: each % 7, ...answersOf(cells, each, kept) }))
    .filter(({ n }) => sum(n) > 0)
    .map(({ weekday, n, y }) => ({ weekday, share: sum(y) / sum(n) }))
  const weekdays = Map.groupBy(base, ({ weekday }) => weekday)
  const same = weekdays.get(day % 7)
  if (sum(own.n) === 0 || base.length < 14 || same === undefined) return undefined
  const centered = base.map(({ weekday, share }) => share - mean((weekdays.get(weekday) ?? []).map((one) => one.share)))
  const p = mean(base.map(({ share }) => share))
  const variance = sum(centered.map((value) => value ** 2)) / Math.max(1, base.length - weekdays.size)
  return {
    off: sum(own.y) / sum(own.n) - mean(same.map(({ share }) => share)),
    spread: Math.max(variance, (0.3 * p * (1 - p)) / sum(own.n)),
    factor: 1 + 1 / same.length,
  }
}

/** First day on which a sum exceeds the threshold, and the most likely first day of that change. */
export function referenceAlarm(cells: DailyCells, threshold: number, leastAt: (day: number) => number) {
  const first = range(0, cells.days - 1).find((day) => isAsked(cells, day)) ?? cells.days
  const runs = (['up', 'down'] as const).map((direction) => {
    return { direction, sum: 0, swing: 0, z: [] as { day: number; value: number }[] }
  })
  for (const day of range(first + 56, cells.days - 1)) {
    const today = referenceDay(cells, day)
    for (const run of runs) {
      if (run.sum === 0) {
        run.z = []
        run.swing = today === undefined ? 0 : referenceSwingVariance(referenceSwing(cells, day), leastAt(day))
      }
      const { off = 0, spread = 1, factor = 1 } = today ?? {}
      const z = off === 0 ? 0 : Math.max(-4, Math.min(4, off / Math.sqrt((spread + run.swing) * factor)))
      if (today !== undefined) run.z.push({ day, value: z })
      run.sum = Math.max(0, run.sum + (run.direction === 'up' ? z : -z) - 0.5)
    }
    const most = runs.toSorted((a, b) => b.sum - a.sum)[0]
    if (most === undefined || most.sum <= threshold) continue
    const starts = most.z.map((_, index) => ({
      index,
      values: most.z.slice(index).map(({ value }) => value),
    }))
    const likelihoods = starts.map(({ values }) => sum(values) ** 2 / values.length)
    const since = most.z[likelihoods.lastIndexOf(Math.max(...likelihoods))]?.day
    return { day, since, direction: most.direction }
  }
  return undefined
}
