import {
  answersOfDesign,
  type Combination,
  daysFor,
  maxDays,
  maxTimes,
  precisionOf,
  promptsFor,
  type SampleDesign,
  type SampleModel,
  scaleRuns,
  smallestCombination,
  smallestMatching,
  timesFor,
} from '../../../lib/statistics/sample-size.ts'
import { type PlannedDesign, usdPerDay } from './planned-design.ts'

/** The dimension that a row varies. */
export const variedDimensions = ['prompts', 'runs', 'days', 'prompts_more_often'] as const

/** A design and its precision. */
export interface SampleSizeRow {
  vary: (typeof variedDimensions)[number]
  design: SampleDesign
  answers: number
  /** Cost of the days in US dollars. */
  usd: number | null
  usdPerDay: number | null
  /** Percentage points. Null with too few prompts or topics. */
  points: number | null
  /** Points saved per additional dollar, compared with the previous row. */
  pointsPerUsd: number | null
  /** Whether this is the current design. */
  isNow: boolean
  /** Whether this is the smallest value that reaches the goal. */
  isLeast: boolean
}

/** The smallest value of each that reaches the goal with the rest unchanged. Null if none does. */
export interface SampleSizeNeeds {
  prompts: number | null
  times: number | null
  days: number | null
  /** The combination of prompts and frequency with the fewest answers. */
  best: Combination | null
}

const promptSteps = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500]
const timesSteps = [1, 2, 3, 5, 10]
const daysSteps = [7, 14, 30, 60, 90]

/** @param wanted as a fraction of 1 */
export const sampleSizeNeeds = (model: SampleModel, design: SampleDesign, wanted: number): SampleSizeNeeds => ({
  prompts: promptsFor(model, design, wanted),
  times: timesFor(model, design, wanted),
  days: daysFor(model, design, wanted),
  best: smallestCombination(model, design, wanted),
})

/** Minimum days for any number of prompts at maximum frequency. Null if the goal is never reached. */
export const minDays = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(2, maxDays, (days) => promptsFor(model, scaleRuns({ ...design, days }, maxTimes), wanted) !== null)

/**
 * Precision of designs with more prompts, more runs or more days, the rest unchanged; and of more prompts
 * with a higher frequency, if that needs fewer answers.
 */
export function sampleSizeRows(
  planned: PlannedDesign,
  model: SampleModel,
  days: number,
  needed: SampleSizeNeeds,
): SampleSizeRow[] {
  const base: SampleDesign = { ...planned.design, days }
  const { best } = needed
  const enough = Math.max(100, 2 * (needed.prompts ?? best?.prompts ?? 250), 3 * planned.prompts)
  const prompts = steps([...promptSteps.filter((step) => step <= enough), planned.prompts, needed.prompts])
  const isBoth = best !== null && best.times > 1 && model.goal !== 'these_prompts'
  const moreOften = isBoth ? scaleRuns(base, best.times) : undefined
  const row = rowOf(planned, model, base)
  return [
    ...prompts.map((value) => row('prompts', { ...base, prompts: value }, value === needed.prompts)),
    ...steps([...timesSteps, needed.times]).map((times) => row('runs', scaleRuns(base, times), times === needed.times)),
    ...steps([...daysSteps, days, needed.days]).map((value) =>
      row('days', { ...base, days: value }, value === needed.days),
    ),
    ...(moreOften === undefined
      ? []
      : steps([...prompts, best?.prompts ?? 0]).map((value) =>
          row('prompts_more_often', { ...moreOften, prompts: value }, value === best?.prompts),
        )),
  ].map(withGain)
}

/** Sorted and distinct, without null and 0. */
const steps = (values: readonly (number | null)[]) =>
  [...new Set(values)]
    .filter((value) => value !== null)
    .filter((value) => value > 0)
    .sort((a, b) => a - b)

const rowOf =
  (planned: PlannedDesign, model: SampleModel, base: SampleDesign) =>
  (vary: SampleSizeRow['vary'], design: SampleDesign, isLeast: boolean): SampleSizeRow => {
    const precision = precisionOf(model, design)
    const daily = usdPerDay(planned, design)
    const isBase = design.prompts === base.prompts && design.runsPerDay === base.runsPerDay && design.days === base.days
    return {
      vary,
      design,
      answers: answersOfDesign(design),
      usd: daily === null ? null : daily * design.days,
      usdPerDay: daily,
      points: precision === null ? null : 100 * Math.min(1, precision),
      pointsPerUsd: null,
      isNow: isBase && planned.prompts > 0,
      isLeast,
    }
  }

/** Adds the gain per additional dollar over the previous row. */
function withGain(row: SampleSizeRow, index: number, rows: readonly SampleSizeRow[]): SampleSizeRow {
  const before = rows[index - 1]
  if (before?.vary !== row.vary) return row
  if (row.points === null || before.points === null || row.usd === null || before.usd === null) return row
  const dollars = row.usd - before.usd
  return dollars <= 0 ? row : { ...row, pointsPerUsd: (before.points - row.points) / dollars }
}
