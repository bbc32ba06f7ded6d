import { tOf, twoSidedP } from './distributions.ts'
import { sumBy } from './sum-by.ts'

/** A range of days as indexes, without its end. */
export interface Days {
  from: number
  to: number
}

/** Sums of a prompt on one engine in one market, by day: the figure is a/b. */
export interface CellDays {
  a: Float64Array
  b: Float64Array
  /** Answers. */
  n: Float64Array
}

export interface ExperimentPrompt {
  isTreated: boolean
  /** Prompts of a cluster move together. */
  cluster: number
  /** By stratum (engine and market). Undefined without answers. */
  cells: readonly (CellDays | undefined)[]
}

export interface Effect {
  /** Change of the treated less that of the controls, in the unit of a/b. */
  value: number
  variance: number
  df: number
}

/** How an effect was estimated. */
export interface Estimate extends Effect {
  treated: number
  controls: number
  /** Strata with too few matched cells. */
  leftOut: number[]
}

/** Fewer prompts in an arm allow no verdict. */
export const minPrompts = 5
/** Fewer controls in an engine and market do not show how it moves without the treatment. */
export const minControls = 2
/** A verdict is possible from this day on. */
export const minDays = 14
/** Answers from which on a cell's weight hardly grows. */
export const weightAnswers = 28
/** Smaller sums are rounding errors. */
const noise = 1e-9

interface Cell {
  prompt: number
  stratum: number
  isTreated: boolean
  a: readonly [number, number]
  b: readonly [number, number]
  days: CellDays
  change: number
  weight: number
  /** Share of the arm's weight: w of treated prompts, v of controls. */
  share: number
}

const length = ({ from, to }: Days) => to - from

export function sumOf(values: Float64Array, { from, to }: Days): number {
  let sum = 0
  for (let day = from; day < to; day++) sum += values[day] as number
  return Math.abs(sum) < noise ? 0 : sum
}

/**
 * Clears days of a stratum on which only one arm has answers, so that both arms speak of the same days.
 * @param days number of days in all cells
 */
export function keepCommonDays(prompts: readonly ExperimentPrompt[], strata: number, days: number): void {
  for (let stratum = 0; stratum < strata; stratum++) {
    const arms = [true, false].map((isTreated) =>
      prompts.flatMap((prompt) => (prompt.isTreated === isTreated ? (prompt.cells[stratum] ?? []) : [])),
    )
    for (let day = 0; day < days; day++)
      if (!arms.every((cells) => cells.some(({ n }) => (n[day] as number) > 0)))
        for (const { a, b } of arms.flat()) a[day] = b[day] = 0
  }
}

/** The cells with answers in both periods, in strata with enough of them in both arms. */
function matchedCells(prompts: readonly ExperimentPrompt[], periods: readonly [Days, Days]) {
  const byStratum = new Map<number, Cell[]>()
  const leftOut: number[] = []
  prompts.forEach(({ isTreated, cells }, prompt) => {
    cells.forEach((days, stratum) => {
      if (days === undefined) return
      const cellsOfStratum = byStratum.getOrInsertComputed(stratum, () => [])
      const a = [sumOf(days.a, periods[0]), sumOf(days.a, periods[1])] as const
      const b = [sumOf(days.b, periods[0]), sumOf(days.b, periods[1])] as const
      if (b[0] <= 0 || b[1] <= 0) return
      const weight = 1 / (1 / weightAnswers + 1 / b[0] + 1 / b[1])
      const change = a[1] / b[1] - a[0] / b[0]
      cellsOfStratum.push({ prompt, stratum, isTreated, a, b, days, change, weight, share: 0 })
    })
  })
  const cells: Cell[] = []
  for (const [stratum, own] of byStratum) {
    const clusters = new Set(own.filter((cell) => !cell.isTreated).map((cell) => prompts[cell.prompt]?.cluster))
    if (clusters.size >= minControls && own.some((cell) => cell.isTreated)) cells.push(...own)
    else leftOut.push(stratum)
  }
  return { cells, leftOut }
}

/** Degrees of freedom of an arm whose clusters have these shares of its weight. */
function degreesOf(shares: readonly number[]): number {
  const [h2, h4] = [sumBy(shares, (h) => h ** 2), sumBy(shares, (h) => h ** 4)]
  const [h2c, h4c2] = [sumBy(shares, (h) => h ** 2 / (1 - h)), sumBy(shares, (h) => (h ** 2 / (1 - h)) ** 2)]
  return Math.max(1, Math.min(1 / (h2 + h2c ** 2 - h4c2), h2 ** 2 / h4 - 1))
}

/** The least variance that single answers give a visibility: an arm that is all 0 % or 100 % has noise, too. */
const floorOf = (cells: readonly Cell[]) =>
  0.5 *
  sumBy(cells, ({ a, b, share }) => {
    const of = (t: 0 | 1) => {
      const p = (a[t] + 0.5) / (b[t] + 1)
      return (p * (1 - p)) / (b[t] + 1)
    }
    return share ** 2 * (of(0) + of(1))
  })

/**
 * What days that move one arm alone add to the variance, by blocks of days.
 * @returns the variance and its degrees of freedom
 */
function dayVariance(cells: readonly Cell[], periods: readonly [Days, Days], signs: (cell: Cell) => number) {
  const width = Math.max(1, Math.min(7, Math.floor(Math.min(length(periods[0]), length(periods[1])) / 4)))
  let [value, all, squares] = [0, 0, 0]
  for (const t of [0, 1] as const) {
    const blocks = Math.floor(length(periods[t]) / width)
    if (blocks < 2) continue
    let [together, apart] = [0, 0]
    for (let block = 0; block < blocks; block++) {
      const from = periods[t].from + block * width
      const days = { from, to: block === blocks - 1 ? periods[t].to : from + width }
      const byPrompt = new Map<number, number>()
      for (const cell of cells) {
        const expected = (cell.a[t] / cell.b[t]) * sumOf(cell.days.b, days)
        const u = (signs(cell) * (sumOf(cell.days.a, days) - expected)) / cell.b[t]
        byPrompt.set(cell.prompt, (byPrompt.get(cell.prompt) ?? 0) + u)
      }
      together += sumBy(byPrompt.values(), (u) => u) ** 2
      apart += sumBy(byPrompt.values(), (u) => u ** 2)
    }
    const scale = blocks / (blocks - 1)
    value += scale * (together - apart)
    all += scale * together
    squares += (scale * together) ** 2 / (blocks - 1)
  }
  return { value: Math.max(0, value), df: squares === 0 ? 1 : all ** 2 / squares }
}

/**
 * The effect of a treatment: the change of treated prompts less the change of the controls in the same engine and
 * market. Cells weigh by their answers up to a level, so that prompts that are asked often do not decide alone.
 * The variance is that of prompts' changes (cluster-robust with leverage correction: Bell and McCaffrey 2002,
 * degrees of freedom after Satterthwaite 1946), plus that of days that move one arm alone.
 * @param isShare whether a counts answers among b
 * @returns undefined if an arm has too few prompts with answers in both periods, or the variance is 0
 */
export function estimateEffect(
  prompts: readonly ExperimentPrompt[],
  periods: readonly [Days, Days],
  isShare: boolean,
): Estimate | undefined {
  const { cells, leftOut } = matchedCells(prompts, periods)
  const arm = (isTreated: boolean) => cells.filter((cell) => cell.isTreated === isTreated)
  const [treated, controls] = [arm(true), arm(false)]
  const counts = [treated, controls].map((own) => new Set(own.map(({ prompt }) => prompt)).size)
  if (counts.some((count) => count < minPrompts)) return undefined
  const clusterOf = ({ prompt }: Cell) => (prompts[prompt] as ExperimentPrompt).cluster
  const allWeight = sumBy(treated, ({ weight }) => weight)
  for (const cell of treated) cell.share = cell.weight / allWeight
  /** By stratum: its share of the treated weight, and the change of its controls. */
  const strata = new Map<number, { share: number; change: number }>()
  for (const [stratum, own] of Map.groupBy(controls, (cell) => cell.stratum)) {
    const share = sumBy(treated, (cell) => (cell.stratum === stratum ? cell.share : 0))
    const weight = sumBy(own, (cell) => cell.weight)
    for (const cell of own) cell.share = (share * cell.weight) / weight
    strata.set(stratum, { share, change: sumBy(own, (cell) => cell.weight * cell.change) / weight })
  }
  const stratumOf = (cell: Cell) => strata.get(cell.stratum) as { share: number; change: number }
  const excess = (cell: Cell) => cell.share * (cell.change - stratumOf(cell).change)
  const value = sumBy(treated, excess)

  const treatedShares: number[] = []
  let treatedVariance = 0
  for (const own of Map.groupBy(treated, clusterOf).values()) {
    const h = sumBy(own, ({ share }) => share)
    if (h > 1 - noise) return undefined
    treatedShares.push(h)
    treatedVariance += (sumBy(own, excess) - value * h) ** 2 / (1 - h)
  }
  const controlShares: number[] = []
  let controlVariance = 0
  for (const own of Map.groupBy(controls, clusterOf).values()) {
    controlShares.push(sumBy(own, ({ share }) => share))
    let sum = 0
    for (const inStratum of Map.groupBy(own, ({ stratum }) => stratum).values()) {
      const k = sumBy(inStratum, (cell) => cell.share / stratumOf(cell).share)
      sum += sumBy(inStratum, excess) / Math.sqrt(1 - k)
    }
    controlVariance += sum ** 2
  }
  if (isShare) {
    treatedVariance = Math.max(treatedVariance, floorOf(treated))
    controlVariance = Math.max(controlVariance, floorOf(controls))
  }
  const days = dayVariance(cells, periods, ({ isTreated, share }) => (isTreated ? share : -share))
  const parts = [
    { value: treatedVariance, df: degreesOf(treatedShares) },
    { value: controlVariance, df: degreesOf(controlShares) },
  ]
  const ofPrompts = combine(parts)
  const { value: variance, df } = combine([ofPrompts, days])
  if (variance < noise ** 2) return undefined
  return { value, variance, df, treated: counts[0] as number, controls: counts[1] as number, leftOut }
}

/** The sum of independent variances and its degrees of freedom (Satterthwaite 1946). */
function combine(parts: readonly { value: number; df: number }[]): { value: number; df: number } {
  const value = sumBy(parts, (part) => part.value)
  const squares = sumBy(parts, (part) => part.value ** 2 / part.df)
  return { value, df: squares === 0 ? 1 : Math.max(1, value ** 2 / squares) }
}

/** Estimates at dates of the past when nothing was done. */
export interface PastCheck {
  /** Windows of the experiment's length that do not overlap. */
  windows: number
  /** Variance that lasts longer than a block of days. 0 with too little past. */
  variance: number
  /** Mean of squared effects over what their intervals promise. Far above 1: intervals are too narrow. */
  ratio: number | undefined
}

/** Windows that the past needs for a check. */
export const minWindows = 3

/**
 * Estimates the effect at fake dates of the past, one a week.
 * @param past days before the baseline
 * @param lengths days of the baseline, left out, and after
 */
export function checkPast(
  prompts: readonly ExperimentPrompt[],
  past: Days,
  [before, between, after]: readonly [number, number, number],
  isShare: boolean,
): PastCheck {
  const span = before + between + after
  const windows = Math.floor(length(past) / span)
  if (windows < minWindows) return { windows, variance: 0, ratio: undefined }
  const estimates: Estimate[] = []
  for (let end = past.to; end - span >= past.from; end -= 7) {
    const from = end - span
    const periods = [
      { from, to: from + before },
      { from: end - after, to: end },
    ] as const
    const estimate = estimateEffect(prompts, periods, isShare)
    if (estimate !== undefined) estimates.push(estimate)
  }
  if (estimates.length < minWindows) return { windows: 0, variance: 0, ratio: undefined }
  const mean = (of: (estimate: Estimate) => number) => sumBy(estimates, of) / estimates.length
  return {
    windows,
    variance: Math.max(0, mean(({ value }) => value ** 2) - mean(({ variance }) => variance)),
    ratio: mean(({ value, variance, df }) => (df <= 4 ? 0 : (value ** 2 * (df - 2)) / (variance * df))),
  }
}

/** O'Brien and Fleming's constant for one look a day up to day 56. */
const boundary = 2.17
const normalDegrees = Number.MAX_SAFE_INTEGER

/** The level at which day t of T decides, if an experiment is looked at every day (O'Brien and Fleming 1979). */
export const levelOn = (day: number, lastDay: number) => twoSidedP(boundary * Math.sqrt(lastDay / day), normalDegrees)

export interface Look extends Effect {
  /** Days after the date, from 1. */
  day: number
  low: number
  high: number
  /** Whether the interval excludes 0. */
  isClear: boolean
  estimate: Estimate
}

export interface ExperimentDesign {
  baseline: Days
  /** Days that count after the date, to the planned end. */
  after: Days
  /** Days left out between both. */
  leftOut: number
  past: Days
  isShare: boolean
  /** One look at the end, for an experiment that was created after it. */
  isRetrospective: boolean
}

/**
 * Looks at an experiment on each day from the 14th on.
 * @param until the first day that is not complete
 */
export function lookDaily(
  prompts: readonly ExperimentPrompt[],
  { baseline, after, leftOut, past, isShare, isRetrospective }: ExperimentDesign,
  until: number,
): { looks: Look[]; past: PastCheck } {
  const lastDay = length(after)
  const checked = checkPast(prompts, past, [length(baseline), leftOut, lastDay], isShare)
  const days = Math.min(lastDay, until - after.from)
  const looks: Look[] = []
  for (let day = isRetrospective ? lastDay : minDays; day <= days; day++) {
    const estimate = estimateEffect(prompts, [baseline, { from: after.from, to: after.from + day }], isShare)
    if (estimate === undefined) continue
    const { value: variance, df } = combine([
      { value: estimate.variance, df: estimate.df },
      { value: checked.variance, df: Math.max(1, checked.windows) },
    ])
    const half = tOf(isRetrospective ? 0.05 : levelOn(day, lastDay), df) * Math.sqrt(variance)
    const [low, high] = [estimate.value - half, estimate.value + half]
    looks.push({
      day,
      value: estimate.value,
      variance,
      df,
      low,
      high,
      isClear: low > 0 || high < 0,
      estimate,
    })
  }
  return { looks, past: checked }
}

/** The smallest effect that an experiment with this variance finds in 80 % of cases. */
export const detectable = ({ variance, df }: Effect, level: number) =>
  (tOf(level, df) + tOf(0.4, df)) * Math.sqrt(variance)

/**
 * The difference in trend before the experiment: slopes over blocks of 14 days, treated less controls, by Welch's test.
 * @returns the change per day and its p-value. Undefined with fewer than three blocks
 */
export function compareTrends(
  prompts: readonly ExperimentPrompt[],
  past: Days,
): { slope: number; p: number } | undefined {
  const blocks = Math.floor(length(past) / 14)
  if (blocks < 3) return undefined
  const slopes: [number[], number[]] = [[], []]
  for (const { isTreated, cells } of prompts) {
    const points: { x: number; y: number }[] = []
    for (let block = 0; block < blocks; block++) {
      const days = { from: past.to - 14 * (block + 1), to: past.to - 14 * block }
      const [a, b] = (['a', 'b'] as const).map((sum) =>
        sumBy(cells, (cell) => (cell === undefined ? 0 : sumOf(cell[sum], days))),
      ) as [number, number]
      if (b > 0) points.push({ x: -14 * block, y: a / b })
    }
    if (points.length < 3) continue
    const [x, y] = (['x', 'y'] as const).map((axis) => sumBy(points, (point) => point[axis]) / points.length) as [
      number,
      number,
    ]
    const spread = sumBy(points, (point) => (point.x - x) ** 2)
    slopes[isTreated ? 0 : 1].push(sumBy(points, (point) => (point.x - x) * (point.y - y)) / spread)
  }
  if (slopes.some((own) => own.length < minPrompts)) return undefined
  const [treated, controls] = slopes.map((own) => {
    const mean = sumBy(own, (slope) => slope) / own.length
    const variance = sumBy(own, (slope) => (slope - mean) ** 2) / (own.length - 1) / own.length
    return { mean, value: variance, df: own.length - 1 }
  }) as [{ mean: number; value: number; df: number }, { mean: number; value: number; df: number }]
  const slope = treated.mean - controls.mean
  const { value, df } = combine([treated, controls])
  return { slope, p: value === 0 ? 1 : twoSidedP(slope / Math.sqrt(value), df) }
}
