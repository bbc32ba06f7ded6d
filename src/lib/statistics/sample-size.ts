import { assumedRho, differenceVariance, meanFactor } from './day-model.ts'
import { t80, t975 } from './distributions.ts'
import { minClusters } from './ratio-interval.ts'

/** The components of the variance of a share p, each as a part of p(1−p). */
export interface VarianceParts {
  /** Between prompts, and between the engines of one prompt beyond that. */
  prompt: number
  promptEngine: number
  /** Of single answers of one engine to one prompt. */
  run: number
  /** Of whole days, for all prompts. */
  day: number
  /** Correlation of adjacent asked days, from 0 to 0.95; not a part of p(1−p). */
  dayCorrelation: number
  /** Between prompts, in their change from one period to the next. */
  promptChange: number
}

/**
 * Default components for brands without their own data: from 528 answers of two engines to 132 shopping
 * prompts, two runs each (ai-product-bench, 2026), with cautious assumptions for days and changes.
 */
export const publishedParts = (share: number): VarianceParts => ({
  prompt: 0.32,
  promptEngine: 0.1,
  run: 0.58,
  day: 0.05 * share * (1 - share),
  dayCorrelation: assumedRho,
  promptChange: 0.02,
})

/** The goal: the half width of either interval, or the change detected in 4 of 5 cases. */
export const precisionGoals = ['change', 'prompts_like_these', 'these_prompts'] as const
export type PrecisionGoal = (typeof precisionGoals)[number]

/** The answers of a period; for a change, of each of two equally long periods. */
export interface SampleDesign {
  prompts: number
  /** Average number of prompts that are wordings of one topic; 1 if prompts are independent. */
  promptsPerCluster: number
  /** The effective number of engines: lower than the actual number if they run unequally often. */
  engines: number
  /** Average answers per prompt and day from all engines. */
  runsPerDay: number
  days: number
  /** The part of days with runs. */
  askedDays: number
}

/** The target of planning: a share (0 to 1) and its variance components. */
export interface SampleModel {
  goal: PrecisionGoal
  share: number
  parts: VarianceParts
}

/** Shares closer to 0 and 1 are planned as if they were these: the formulas use the normal distribution. */
const shareBounds = [0.05, 0.95] as const

/** The share used for planning. */
export const plannableShare = (share: number) => Math.min(shareBounds[1], Math.max(shareBounds[0], share))

export const answersOfDesign = ({ prompts, runsPerDay, days }: SampleDesign) => prompts * runsPerDay * days

/** Assumed days of history that show daily swings, and the resulting degrees of freedom of intervals. */
const historyDays = 84
const swingDegrees = 8

/**
 * The precision of a figure under a design: the half width of a 95% interval, or the smallest change that a
 * test at 5% detects with a power of 80%; both as parts of 1. With p the share, G prompts, E engines, D days,
 * N answers and ρ the parts of p(1−p):
 *
 *   half width² = t²·p(1−p)·[ρ_P/G + ρ_PE/(G·E) + ρ_run/N + ρ_D·K/D]; of these prompts without the first two
 *   change² = (t.975+t.80)²·p(1−p)·[2ρ_PT/G + 2ρ_run/N + ρ_D·(2K/D − 2c)]
 *
 * K and c come from the day model: correlated days count for less, and adjacent periods share their swings.
 * @returns null if there are too few prompts (5) or, for other prompts, too few topics (5) to generalize
 */
export function precisionOf({ goal, share, parts }: SampleModel, design: SampleDesign): number | null {
  const { prompts, promptsPerCluster, engines } = design
  const clusters = prompts / promptsPerCluster
  const days = Math.max(1, design.days * design.askedDays)
  const single = share * (1 - share)
  const ofRuns = parts.run / answersOfDesign(design)
  if (goal === 'change') return prompts < minClusters ? null : changeOf(parts, prompts, ofRuns, days, single)
  const ofDays = (parts.day * meanFactor(parts.dayCorrelation, days)) / days
  if (goal === 'these_prompts') return t975(swingDegrees) * Math.sqrt(single * (ofRuns + ofDays))
  if (clusters < minClusters) return null
  const ofPrompts = parts.prompt / prompts + parts.promptEngine / (prompts * engines) + ofRuns
  if (ofPrompts + ofDays === 0) return 0
  const df = (ofPrompts + ofDays) ** 2 / (ofPrompts ** 2 / (clusters - 1) + ofDays ** 2 / swingDegrees)
  return t975(Math.max(1, df)) * Math.sqrt(single * (ofPrompts + ofDays))
}

/** The smallest change that a test detects. Its clusters are prompts, even if intervals use topics. */
function changeOf(
  { day, dayCorrelation: rho, promptChange }: VarianceParts,
  prompts: number,
  ofRuns: number,
  days: number,
  single: number,
): number {
  const ofPrompts = 2 * (promptChange / prompts + ofRuns)
  const ofDays = differenceVariance({ rho, variance: day, df: 0 }, [days, days], 0)
  if (ofPrompts + ofDays === 0) return 0
  const known = historyDays - meanFactor(rho, historyDays) + 2 * (days - meanFactor(rho, days))
  const daysDf = Math.max(1, (known * (1 - rho)) / (1 + rho))
  const df = (ofPrompts + ofDays) ** 2 / (ofPrompts ** 2 / (prompts - 1) + ofDays ** 2 / daysDf)
  return (t975(Math.max(1, df)) + t80(Math.max(1, df))) * Math.sqrt(single * (ofPrompts + ofDays))
}

/** Upper limits of a realistic design. */
export const maxPrompts = 2000
export const maxDays = 400
export const maxTimes = 24

/** The minimum number of prompts for a precision; null if it exceeds 2,000. */
export const promptsFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(1, maxPrompts, (prompts) => reaches(model, { ...design, prompts }, wanted))

/** The minimum number of days, at least 2, for a precision; null if it exceeds 400. */
export const daysFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(2, maxDays, (days) => reaches(model, { ...design, days }, wanted))

/** The minimum factor by which runs must increase for a precision; null if it exceeds 24. */
export const timesFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(1, maxTimes, (times) => reaches(model, scaleRuns(design, times), wanted))

/** Multiplies the runs of a design: first by more asked days, until every day has runs. */
export const scaleRuns = (design: SampleDesign, times: number): SampleDesign => ({
  ...design,
  runsPerDay: times * design.runsPerDay,
  askedDays: Math.min(1, times * design.askedDays),
})

/** A number of prompts, and the factor of their runs. */
export interface Combination {
  prompts: number
  times: number
}

/**
 * The combination of prompts and runs with the fewest answers for a precision; of equal ones, the one with
 * fewer runs. Keeps the prompts for a figure of exactly these prompts. Null if no combination is enough.
 */
export function smallestCombination(model: SampleModel, design: SampleDesign, wanted: number): Combination | null {
  if (model.goal === 'these_prompts') {
    const times = timesFor(model, design, wanted)
    return times === null ? null : { prompts: design.prompts, times }
  }
  let best: Combination | null = null
  for (let times = 1; times <= maxTimes; times++) {
    const prompts = promptsFor(model, scaleRuns(design, times), wanted)
    if (prompts === null) continue
    if (best === null || prompts * times < best.prompts * best.times) best = { prompts, times }
  }
  return best
}

/** Ignores rounding errors, which would double the result. */
const slack = 1e-12

function reaches(model: SampleModel, design: SampleDesign, wanted: number): boolean {
  const precision = precisionOf(model, design)
  return precision !== null && precision <= wanted + slack
}

/**
 * Finds the smallest integer that satisfies a condition. Larger ones may fail: more of one factor can reduce
 * the degrees of freedom. Tries steps of 25%, and can miss a narrower range of solutions.
 */
export function smallestMatching(from: number, to: number, matches: (value: number) => boolean): number | null {
  for (let low = from, high = from; ; low = high + 1, high = Math.min(to, Math.ceil(high * 1.25) + 1)) {
    if (matches(high)) return firstOf(low, high, matches)
    if (high === to) return null
  }
}

/** The first number that satisfies a condition, in a range whose last one does. */
function firstOf(from: number, to: number, matches: (value: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (matches(middle)) high = middle
    else low = middle + 1
  }
  return high
}
