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

/**
 * How sure a figure is by what is asked: the half width of a 95 % interval, or the least change that a test at 5 % finds with a
 * power of 80 %; both as parts of 1. With p the share, G prompts, E engines, D days, N answers and ρ the parts of p(1−p):
 *
 *   half width² = t²·p(1−p)·[ρ_P/G + ρ_PE/(G·E) + ρ_run/N + ρ_D/D]; of these prompts without the first two
 *   change²     = (t.975+t.80)²·2p(1−p)·[ρ_PT/G + ρ_run/N + ρ_D/D]
 *
 * @returns null where fewer than 5 prompts, or topics, may not speak of others
 */
export function precisionOf({ goal, share, parts }: SampleModel, design: SampleDesign): number | null {
  const { prompts, promptsPerCluster, engines } = design
  const clusters = prompts / promptsPerCluster
  const days = Math.max(1, design.days * design.askedDays)
  const single = share * (1 - share)
  const ofRuns = parts.run / answersOfDesign(design)
  const ofDays = parts.day / days
  const daysDf = Math.max(1, days - 1)
  if (goal === 'these_prompts') return t975(daysDf) * Math.sqrt(single * (ofRuns + ofDays))
  if (clusters < minClusters) return null
  if (goal === 'change') {
    const df = Math.max(1, Math.min(clusters - 1, 2 * days - 2))
    return (t975(df) + t80(df)) * Math.sqrt(2 * single * (parts.promptChange / prompts + ofRuns + ofDays))
  }
  const ofPrompts = parts.prompt / prompts + parts.promptEngine / (prompts * engines) + ofRuns
  if (ofPrompts + ofDays === 0) return 0
  const df = (ofPrompts + ofDays) ** 2 / (ofPrompts ** 2 / (clusters - 1) + ofDays ** 2 / daysDf)
  return t975(Math.max(1, df)) * Math.sqrt(single * (ofPrompts + ofDays))
}

/** Nobody asks more; what needs more is not reached by them. */
export const maxPrompts = 2000
export const maxDays = 400
export const maxTimes = 24

/** The least number of prompts by which a figure is so sure; null where more than 2,000 would not do. */
export const promptsFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  least(1, maxPrompts, (prompts) => reaches(model, { ...design, prompts }, wanted))

/** The least number of days, from 2 on; null where more than 400 would not do. */
export const daysFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  least(2, maxDays, (days) => reaches(model, { ...design, days }, wanted))

/** How many times as often everything has to be asked; null where 24 times would not do. */
export const timesFor = (model: SampleModel, design: SampleDesign, wanted: number) =>
  least(1, maxTimes, (times) => reaches(model, asOften(design, times), wanted))

/** The same, so many times as often: on more days first, until something is asked on each. */
export const asOften = (design: SampleDesign, times: number): SampleDesign => ({
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
    const prompts = promptsFor(model, asOften(design, times), wanted)
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
 * The least whole number that does. Greater ones need not: with few days, more prompts leave fewer degrees of freedom. What does is
 * looked for in steps of a quarter, so that a range of such numbers may be missed that is narrower.
 */
export function least(from: number, to: number, does: (value: number) => boolean): number | null {
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
