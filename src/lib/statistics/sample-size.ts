import { assumedRho, differenceVariance, meanFactor } from './day-model.ts'
import { t80, t975 } from './distributions.ts'
import { minClusters } from './ratio-interval.ts'

/** What the variance of a share p is made of, each as a part of p(1−p). */
export interface VarianceParts {
  /** Between prompts, and between the engines of one prompt beyond that. */
  prompt: number
  promptEngine: number
  /** Of single answers to one prompt of one engine. */
  run: number
  /** Of whole days, whatever was asked. */
  day: number
  /** Correlation of adjacent asked days, from 0 to 0.95; not a part of p(1−p). */
  dayCorrelation: number
  /** Between prompts, in how they change from one period to the next. */
  promptChange: number
}

/**
 * What holds before a brand has data of its own: variance components of 528 answers of two engines to 132 shopping prompts,
 * two runs each (ai-product-bench, 2026), and cautious assumptions of days and of changes, of which two runs show little.
 */
export const publishedParts = (share: number): VarianceParts => ({
  prompt: 0.32,
  promptEngine: 0.1,
  run: 0.58,
  day: 0.05 * share * (1 - share),
  dayCorrelation: assumedRho,
  promptChange: 0.02,
})

/** How sure a figure is to be: by the half width of either interval, or by the change that is found in 4 of 5 cases. */
export const precisionGoals = ['change', 'prompts_like_these', 'these_prompts'] as const
export type PrecisionGoal = (typeof precisionGoals)[number]

/** What is asked in a period; for a change, in each of two that are equally long. */
export interface SampleDesign {
  prompts: number
  /** Prompts that are wordings of one topic, on average; 1 where prompts are independent. */
  promptsPerCluster: number
  /** Engines; fewer than there are where these are asked unequally often. */
  engines: number
  /** Answers to one prompt of all engines in a day, on average. */
  runsPerDay: number
  days: number
  /** The part of days on which anything is asked. */
  askedDays: number
}

/** What is planned for: a share (0 to 1), and what its variance is made of. */
export interface SampleModel {
  goal: PrecisionGoal
  share: number
  parts: VarianceParts
}

/** Shares nearer to 0 and 1 are planned for as if they were these: what follows is of the normal distribution. */
const shareBounds = [0.05, 0.95] as const

/** The share that is planned for. */
export const plannableShare = (share: number) => Math.min(shareBounds[1], Math.max(shareBounds[0], share))

export const answersOfDesign = ({ prompts, runsPerDay, days }: SampleDesign) => prompts * runsPerDay * days

/** Asked days before the period that show how days swing, and what intervals then know of swings: their degrees of freedom. */
const historyDays = 84
const swingDegrees = 8

/**
 * How sure a figure is by what is asked: the half width of a 95 % interval, or the least change that a test at 5 % finds with a
 * power of 80 %; both as parts of 1. With p the share, G prompts, E engines, D days, N answers and ρ the parts of p(1−p):
 *
 *   half width² = t²·p(1−p)·[ρ_P/G + ρ_PE/(G·E) + ρ_run/N + ρ_D·K/D]; of these prompts without the first two
 *   change²     = (t.975+t.80)²·p(1−p)·[2ρ_PT/G + 2ρ_run/N + ρ_D·(2K/D − 2c)]
 *
 * K and c of the day model: correlated days count for fewer, and adjacent periods share their swings.
 * @returns null if fewer than 5 prompts may not speak of others; of an interval for other prompts also fewer than 5 topics
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

/** The least change that a test finds; prompts are its clusters, also if intervals take topics. */
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

/** Nobody asks more; what needs more is not reached by them. */
export const maxPrompts = 2000
export const maxDays = 400
export const maxTimes = 24

/** The least number of prompts by which a figure is so sure; null where more than 2,000 would not do. */
export const promptsFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(1, maxPrompts, (prompts) => reaches(model, { ...design, prompts }, wanted))

/** The least number of days, from 2 on; null where more than 400 would not do. */
export const daysFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(2, maxDays, (days) => reaches(model, { ...design, days }, wanted))

/** How many times as often everything has to be asked; null where 24 times would not do. */
export const timesFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(1, maxTimes, (times) => reaches(model, scaleRuns(design, times), wanted))

/** The same, so many times as often: on more days first, until something is asked on each. */
export const scaleRuns = (design: SampleDesign, times: number): SampleDesign => ({
  ...design,
  runsPerDay: times * design.runsPerDay,
  askedDays: Math.min(1, times * design.askedDays),
})

/** A number of prompts, and how many times as often they are asked as now. */
export interface Combination {
  prompts: number
  times: number
}

/**
 * The combination of prompts and times by which a figure is so sure with the fewest answers; of equally many the one that asks
 * less often. A figure of exactly these prompts keeps them. Null where no combination does.
 */
export function smallestCombination(
  model: SampleModel,
  design: SampleDesign,
  wanted: number,
): Combination | null {
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

/** What comes out a hair above is not asked for twice. */
const slack = 1e-12

function reaches(model: SampleModel, design: SampleDesign, wanted: number): boolean {
  const precision = precisionOf(model, design)
  return precision !== null && precision <= wanted + slack
}

/**
 * Finds the least whole number that does. Greater ones need not: more of one part can leave fewer degrees of freedom. Tries steps
 * of a quarter, so that a narrower range of such numbers may be missed.
 */
export function smallestMatching(from: number, to: number, does: (value: number) => boolean): number | null {
  for (let low = from, high = from; ; low = high + 1, high = Math.min(to, Math.ceil(high * 1.25) + 1)) {
    if (does(high)) return firstOf(low, high, does)
    if (high === to) return null
  }
}

/** The first number that does, of a range whose last one does. */
function firstOf(from: number, to: number, does: (value: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (does(middle)) high = middle
    else low = middle + 1
  }
  return high
}
