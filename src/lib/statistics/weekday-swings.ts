import type { DailyCells } from './daily-cells.ts'
import { assumedRho, correlationWhere, enoughDays, maxLag, shrinkage } from './day-model.ts'

// Daily swings around weekday means, for alerts: the model of `day-model.ts` with a mean per weekday.
// Matrix form: docs/statistics.md, "Alerts".

/** The last day before a day that is part of its base: later ones may belong to the same change. */
export const lastBaseDay = 8
/** The first day before a day that shows swings: 112 days, until the 8th before it. */
export const firstSwingDay = 119
const week = 7

/** Sums over a run of asked days that show how the days swing. */
interface SwingMoments {
  /** Weekday of each asked day (0 to 6), oldest first. */
  weekdays: Uint8Array
  /** Σx² and the sum of the first 7 lagged products, without the variance of single answers. */
  variance: number
  covariance: number
  /** The part of a day's variance that comes from single answers. */
  noise: number
}

/** How the days before a day swing: from `from` until the 8th day before it. */
export interface Swing extends SwingMoments {
  from: number
  reference: number
}

/** By day on which alarms are possible; undefined if the day has no answers. */
export type Swings = readonly (Swing | undefined)[]

/**
 * Each day's mean deviation of the given prompts, each from its own share in all days until the 8th before
 * `reference`, so that added or removed prompts cause no swing.
 */
export function swingBefore(
  { n, y, prompts }: DailyCells,
  cells: readonly number[],
  from: number,
  reference: number,
): Swing | undefined {
  const to = reference - lastBaseDay
  const answers = new Float64Array(cells.length)
  const named = new Float64Array(cells.length)
  const byDay: { weekday: number; place: number; answers: number }[] = []
  for (let day = from; day <= to; day++) {
    let all = 0
    for (let cell = 0; cell < cells.length; cell++) {
      const place = day * prompts + (cells[cell] as number)
      all += n[place] as number
      answers[cell] = (answers[cell] as number) + (n[place] as number)
      named[cell] = (named[cell] as number) + (y[place] as number)
    }
    if (all > 0) byDay.push({ weekday: day % week, place: day * prompts, answers: all })
  }
  if (byDay.length === 0) return undefined
  const shares = named.map((count, cell) => count / Math.max(1, answers[cell] as number))
  let [total, noise] = [0, 0]
  shares.forEach((share, cell) => {
    const own = answers[cell] as number
    total += own
    if (own > 1) noise += (share * (1 - share) * own ** 2) / (own - 1)
  })
  const deviations = Float64Array.from(byDay, ({ place, answers: all }) => {
    let sum = 0
    for (let cell = 0; cell < cells.length; cell++) {
      const at = place + (cells[cell] as number)
      sum += (y[at] as number) - (shares[cell] as number) * (n[at] as number)
    }
    return sum / all
  })
  const weekdays = Uint8Array.from(byDay, ({ weekday }) => weekday)
  return { ...swingMoments(weekdays, deviations, (byDay.length * noise) / total ** 2), from, reference }
}

/** @param deviations each asked day's deviation from the mean; the means of weekdays are subtracted here */
function swingMoments(weekdays: Uint8Array, deviations: Float64Array, noise: number): SwingMoments {
  const counts = countsOf(weekdays)
  const means = new Float64Array(counts.length)
  weekdays.forEach((weekday, day) => {
    means[weekday] = at(means, weekday) + at(deviations, day) / at(counts, weekday)
  })
  const x = deviations.map((value, day) => value - at(means, at(weekdays, day)))
  const n = x.length
  let [variance, covariance] = [0, 0]
  for (let day = 0; day < n; day++) {
    variance += at(x, day) ** 2
    for (let lag = 1; lag <= maxLag && day + lag < n; lag++) {
      covariance += at(x, day) * at(x, day + lag)
      const weekday = at(weekdays, day)
      if (weekday === at(weekdays, day + lag)) covariance += noise / at(counts, weekday)
    }
  }
  const degrees = n - counts.filter((count) => count > 0).length
  return { weekdays, variance: Math.max(0, variance - noise * degrees), covariance, noise }
}

/** Correlation of adjacent days of several series together, each in units of its noise. */
function swingCorrelation(list: readonly SwingMoments[]): number {
  const noisy = list.filter(({ noise }) => noise > 0)
  const counted = noisy.filter(({ weekdays }) => weekdays.length >= enoughDays)
  if (counted.length === 0) return noisy.length === 0 ? 0 : assumedRho
  let [covariance, variance] = [0, 0]
  for (const own of counted) {
    covariance += own.covariance / own.noise
    variance += own.variance / own.noise + shrinkage
  }
  const tables = counted.map(({ weekdays }) => tableOf(weekdays))
  return correlationWhere(covariance / variance, (hundredths) => {
    let [lagged, squares] = [0, 0]
    for (const expectedAt of tables) {
      const expected = expectedAt(hundredths)
      lagged += expected.covariance
      squares += expected.variance
    }
    return squares <= 0 ? 0 : lagged / squares
  })
}

/** Correlation of adjacent days of all series together, per day. */
export function pooledCorrelation(all: readonly Swings[]): (day: number) => number {
  const days = Math.max(0, ...all.map(({ length }) => length))
  const pooled = Float64Array.from({ length: days }, (_, day) =>
    swingCorrelation(all.flatMap((swings) => swings[day] ?? [])),
  )
  return (day) => pooled[day] ?? 0
}

/**
 * The variance that correlated swings add to that of a day, compared with sums over independent days.
 * @param least the minimum correlation: that of all series together
 */
export function swingVariance(moments: SwingMoments, least: number): number {
  const rho = Math.max(least, swingCorrelation([moments]))
  const expected = expectedSums(moments.weekdays, rho).variance
  return expected < 1e-9 ? 0 : ((moments.variance / expected) * 2 * rho) / (1 - rho)
}

type ExpectedSums = Pick<SwingMoments, 'variance' | 'covariance'>

const tables = new Map<string, Map<number, ExpectedSums>>()
/** Nearly all days have the same preceding days; patterns with missing days are rare. */
const maxTables = 256

/** Expected sums by correlation in hundredths, cached for series with the same weekdays. */
function tableOf(weekdays: Uint8Array): (hundredths: number) => ExpectedSums {
  const first = weekdays[0] ?? 0
  const pattern = weekdays.map((weekday) => (weekday - first + week) % week).join('')
  if (tables.size >= maxTables && !tables.has(pattern)) tables.clear()
  const table = tables.getOrInsertComputed(pattern, () => new Map<number, ExpectedSums>())
  return (hundredths) => table.getOrInsertComputed(hundredths, () => expectedSums(weekdays, hundredths / 100))
}

/** Expected squares and lagged products of AR(1) days with variance 1, without weekday means. */
function expectedSums(weekdays: Uint8Array, rho: number): ExpectedSums {
  const n = weekdays.length
  const counts = countsOf(weekdays)
  // Covariance of each day with the mean of each weekday, and of these means with one another.
  const withMean = counts.reduce((rows: Float64Array[], count, weekday) => {
    rows.push(covariancesWith(weekdays, weekday, count, rho))
    return rows
  }, [])
  const between = withMean.map((row) => {
    const sums = new Float64Array(counts.length)
    weekdays.forEach((weekday, day) => {
      sums[weekday] = at(sums, weekday) + at(row, day) / at(counts, weekday)
    })
    return sums
  })
  let [variance, covariance] = [0, 0]
  let power = 1
  for (let lag = 0; lag <= Math.min(maxLag, n - 1); lag++, power *= rho)
    for (let day = 0; day < n - lag; day++) {
      const [one, other] = [at(weekdays, day), at(weekdays, day + lag)]
      const product =
        power -
        at(withMean[one] as Float64Array, day + lag) -
        at(withMean[other] as Float64Array, day) +
        at(between[one] as Float64Array, other)
      if (lag === 0) variance += product
      else covariance += product
    }
  return { variance, covariance }
}

/** Covariance of each AR(1) day with the mean of the days of one weekday. */
function covariancesWith(weekdays: Uint8Array, weekday: number, count: number, rho: number): Float64Array {
  const row = new Float64Array(weekdays.length)
  if (count === 0) return row
  for (let day = 0, before = 0; day < row.length; day++) {
    before = before * rho + Number(at(weekdays, day) === weekday) / count
    row[day] = before
  }
  for (let day = row.length - 1, after = 0; day >= 0; day--) {
    row[day] = at(row, day) + after
    after = (after + Number(at(weekdays, day) === weekday) / count) * rho
  }
  return row
}

function countsOf(weekdays: Uint8Array): Float64Array {
  const counts = new Float64Array(week)
  for (const weekday of weekdays) counts[weekday] = at(counts, weekday) + 1
  return counts
}

const at = (values: Float64Array | Uint8Array, index: number) => values[index] as number
