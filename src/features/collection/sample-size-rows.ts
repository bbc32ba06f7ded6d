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
} from '../../lib/statistics/sample-size.ts'
import { type PlannedDesign, usdPerDay } from './planned-design.ts'

/** What is done more of while the rest stays as it is. */
export const variedDimensions = ['prompts', 'runs', 'days', 'prompts_more_often'] as const

/** A way to ask, and how sure figures are by it. */
export interface SampleSizeRow {
  vary: (typeof variedDimensions)[number]
  design: SampleDesign
  answers: number
  /** Of the days, in US dollars. */
  usd: number | null
  usdPerDay: number | null
  /** Percentage points; null where fewer than 5 prompts may not speak of others. */
  points: number | null
  /** By how many points each further dollar than in the row before makes it surer. */
  pointsPerUsd: number | null
  /** Asked like this already. */
  isNow: boolean
  /** The least of what is varied by which the goal is reached. */
  isLeast: boolean
}

/** The least of each by which the goal is reached while the rest stays; null where none is. */
export interface SampleSizeNeeds {
  prompts: number | null
  times: number | null
  days: number | null
  /** With the fewest answers, by more prompts and by asking more often together. */
  best: Combination | null
}

const promptSteps = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500]
const timesSteps = [1, 2, 3, 5, 10]
const daysSteps = [7, 14, 30, 60, 90]

/** @param wanted as a part of 1 */
export const sampleSizeNeeds = (
  model: SampleModel,
  design: SampleDesign,
  wanted: number,
): SampleSizeNeeds => ({
  prompts: promptsFor(model, design, wanted),
  times: timesFor(model, design, wanted),
  days: daysFor(model, design, wanted),
  best: smallestCombination(model, design, wanted),
})

/** The days after which some number of prompts, asked as often as anybody asks, would do; null where none ever would. */
export const minDays = (model: SampleModel, design: SampleDesign, wanted: number) =>
  smallestMatching(
    2,
    maxDays,
    (days) => promptsFor(model, scaleRuns({ ...design, days }, maxTimes), wanted) !== null,
  )

/**
 * What more prompts, more runs and more days come to, each by steps while the rest stays as it is; and what more prompts come to
 * that are asked more often as well, where that takes fewer answers.
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
  const oftener = isBoth ? scaleRuns(base, best.times) : undefined
  const row = rowOf(planned, model, base)
  return [
    ...prompts.map((value) => row('prompts', { ...base, prompts: value }, value === needed.prompts)),
    ...steps([...timesSteps, needed.times]).map((times) =>
      row('runs', scaleRuns(base, times), times === needed.times),
    ),
    ...steps([...daysSteps, days, needed.days]).map((value) =>
      row('days', { ...base, days: value }, value === needed.days),
    ),
    ...(oftener === undefined
      ? []
      : steps([...prompts, best?.prompts ?? 0]).map((value) =>
          row('prompts_more_often', { ...oftener, prompts: value }, value === best?.prompts),
        )),
  ].map(withGain)
}

/** In their order, each once; 0 is none. */
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
    const isBase =
      design.prompts === base.prompts && design.runsPerDay === base.runsPerDay && design.days === base.days
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

/** Adds what the dollars beyond those of the row before buy. */
function withGain(row: SampleSizeRow, index: number, rows: readonly SampleSizeRow[]): SampleSizeRow {
  const before = rows[index - 1]
  if (before?.vary !== row.vary) return row
  if (row.points === null || before.points === null || row.usd === null || before.usd === null) return row
  const dollars = row.usd - before.usd
  return dollars <= 0 ? row : { ...row, pointsPerUsd: (before.points - row.points) / dollars }
}
