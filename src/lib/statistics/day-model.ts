/*
 * Correlated days: the daily swings of a figure follow an AR(1) process, estimated from runs of asked days.
 * Formulas and their simulated error rates: docs/statistics.md, "Correlated days".
 */

/** A run of asked days without a known change in it: the history before the periods, or one of them. */
export interface DayBlock {
  /** Each asked day's deviation from the mean of the block, in units of the figure, oldest first: n·u/N. */
  deviations: ArrayLike<number>
  /** The part of a day's variance that comes from single answers: n·V_W. */
  noise: number
}

/** Sums over blocks for estimating the model. */
export interface DayMoments {
  /** Number of days of each block. */
  sizes: number[]
  /** Σx² and the sum of the first 7 lagged products, without the variance of single answers. */
  variance: number
  covariance: number
  /** Mean noise of a day, weighted by days. */
  noise: number
}

export interface DayModel {
  /** Correlation of adjacent days, from 0 to 0.95. */
  rho: number
  /** Variance of a day's swing, and its degrees of freedom. */
  variance: number
  df: number
}

/** Includes products of days up to a week apart, so that a weekly cycle does not look like a trend. */
export const maxLag = 7
const maxRho = 0.95
/** The correlation assumed for fewer than `enoughDays` days. */
export const assumedRho = 0.5
export const enoughDays = 28
/** Draws the correlation toward 0 if the swings are small compared with the noise of single answers. */
export const shrinkage = 5
/** A shorter history is ignored. */
export const minHistoryDays = 7

/** n times the variance of the mean of n days of an AR(1) process with variance 1. */
export const meanFactor = (rho: number, n: number): number =>
  (1 + rho) / (1 - rho) - (2 * rho * (1 - rho ** n)) / (n * (1 - rho) ** 2)

export function dayMoments(blocks: readonly DayBlock[]): DayMoments {
  const moments: DayMoments = { sizes: [], variance: 0, covariance: 0, noise: 0 }
  let degrees = 0
  for (const { deviations: x, noise } of blocks) {
    const n = x.length
    if (n === 0) continue
    moments.sizes.push(n)
    moments.variance -= noise * (n - 1)
    moments.noise += noise * (n - 1)
    degrees += n - 1
    for (let lag = 0; lag <= Math.min(maxLag, n - 1); lag++) {
      let products = 0
      for (let day = 0; day < n - lag; day++) products += (x[day] as number) * (x[day + lag] as number)
      if (lag === 0) moments.variance += products
      else moments.covariance += products + (noise * (n - lag)) / n
    }
  }
  moments.variance = Math.max(0, moments.variance)
  moments.noise = degrees === 0 ? 0 : moments.noise / degrees
  return moments
}

/** Expected sums over n days by correlation, in steps of 1%. */
interface Expected {
  /** Of the first lagged products, and of squares, after the mean is subtracted. */
  covariance: Float64Array
  variance: Float64Array
}

const steps = Math.round(maxRho * 100) + 1
const expectedBySize = new Map<number, Expected>()

function expectedOf(n: number): Expected {
  return expectedBySize.getOrInsertComputed(n, () => {
    const expected = { covariance: new Float64Array(steps), variance: new Float64Array(steps) }
    for (let step = 0; step < steps; step++) {
      const rho = step / 100
      const factor = meanFactor(rho, n)
      // Covariance of a day with the mean of its block.
      const withMean = Float64Array.from(
        { length: n },
        (_, day) => (1 + rho - rho ** (day + 1) - rho ** (n - day)) / (n * (1 - rho)),
      )
      let covariance = 0
      for (let lag = 1; lag <= Math.min(maxLag, n - 1); lag++)
        for (let day = 0; day < n - lag; day++)
          covariance += rho ** lag - (withMean[day] as number) - (withMean[day + lag] as number) + factor / n
      expected.covariance[step] = covariance
      expected.variance[step] = n - factor
    }
    return expected
  })
}

const days = ({ sizes }: DayMoments) => sizes.reduce((sum, n) => sum + n, 0)

/** The correlation at which AR(1) days have this ratio of lagged products to squares. */
function solve(sizes: readonly number[], covariance: number, variance: number): number {
  if (variance <= 0) return 0
  const expected = [...Map.groupBy(sizes, (n) => n)].map(([n, of]) => ({
    ...expectedOf(n),
    times: of.length,
  }))
  const ratioAt = (step: number) => {
    let [lagged, squares] = [0, 0]
    for (const one of expected) {
      lagged += one.times * (one.covariance[step] as number)
      squares += one.times * (one.variance[step] as number)
    }
    return squares === 0 ? 0 : lagged / squares
  }
  return correlationWhere(covariance / variance, ratioAt)
}

/**
 * Finds the correlation, from 0 to 0.95, by bisection.
 * @param ratioAt expected ratio of lagged products to squares at a correlation in hundredths; must increase
 */
export function correlationWhere(wanted: number, ratioAt: (hundredths: number) => number): number {
  let [low, high] = [0, steps - 1]
  if (wanted >= ratioAt(high)) return maxRho
  if (wanted <= ratioAt(low)) return 0
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (ratioAt(middle) < wanted) low = middle
    else high = middle
  }
  const [below, above] = [ratioAt(low), ratioAt(high)]
  return (low + (wanted - below) / (above - below)) / 100
}

/** Correlation of adjacent days of one series. */
export function correlation(moments: DayMoments): number {
  if (days(moments) < enoughDays) return assumedRho
  return solve(moments.sizes, moments.covariance, moments.variance + shrinkage * moments.noise)
}

/** Correlation of the days of several series together, each in units of its noise. */
export function pooledCorrelation(list: readonly DayMoments[]): number {
  const counted = list.filter(({ noise }) => noise > 0)
  const enough = counted.filter((moments) => days(moments) >= enoughDays)
  if (enough.length === 0) return counted.length === 0 ? 0 : assumedRho
  const sum = (of: (moments: DayMoments) => number) => enough.reduce((all, one) => all + of(one), 0)
  return solve(
    enough.flatMap(({ sizes }) => sizes),
    sum(({ covariance, noise }) => covariance / noise),
    sum(({ variance, noise }) => variance / noise + shrinkage),
  )
}

/**
 * Models the daily swings of a figure.
 * @param least the minimum correlation: that of the list that contains the series
 * @returns undefined if the blocks have too few days to show swings
 */
export function dayModel(moments: DayMoments, least = 0): DayModel | undefined {
  const rho = Math.max(least, correlation(moments))
  const degrees = moments.sizes.reduce((sum, n) => sum + n - meanFactor(rho, n), 0)
  if (degrees < 1e-9) return undefined
  return {
    rho,
    variance: moments.variance / degrees,
    df: Math.max(1, (degrees * (1 - rho)) / (1 + rho)),
  }
}

/**
 * The variance that daily swings add to the difference between the means of two periods.
 * @param gap asked days between the periods
 */
export function differenceVariance(
  { rho, variance }: DayModel,
  [before, after]: readonly [before: number, after: number],
  gap: number,
): number {
  const shared = (rho ** (gap + 1) * (1 - rho ** before) * (1 - rho ** after)) / (before * after * (1 - rho) ** 2)
  return variance * Math.max(0, meanFactor(rho, before) / before + meanFactor(rho, after) / after - 2 * shared)
}
