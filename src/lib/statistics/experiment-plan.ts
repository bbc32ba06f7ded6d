import { tOf, twoSidedP } from './distributions.ts'
import { type Days, type ExperimentPrompt, minPrompts, sumOf, weightAnswers } from './experiment.ts'
import { sumBy } from './sum-by.ts'

/** What answers of the past say about an experiment. Shares are from 0 to 1. */
export interface Past {
  share: number
  /** Variance of a single answer within a prompt. */
  noise: number
  /** Variance of prompts' changes between two periods, beyond that of single answers. */
  spread: number
  /** Answers to a prompt per day. */
  answersPerDay: number
}

export interface ExperimentPlan {
  treated: number
  controls: number
  baselineDays: number
  days: number
  /** The effect to find, from 0 to 1. */
  effect: number
  past: Past
  /** 0.05 for one look; by default that of looks every day. */
  level?: number
  /** Standard deviation of prompts' effects, as a share of the effect. */
  variation?: number
}

/** Looks every day cost as much as a lower level at the end. */
const dailyLevel = 0.03
const wantedPower = 0.8

const normalBelow = (z: number) => {
  const half = twoSidedP(Math.abs(z), Number.MAX_SAFE_INTEGER) / 2
  return z > 0 ? 1 - half : half
}

/** The probability that an experiment finds its effect: a noncentral t, approximated. */
export function powerOf({ treated, controls, past, effect, level = dailyLevel, ...plan }: ExperimentPlan): number {
  const { share, noise, spread } = past
  const [before, after] = [plan.baselineDays, plan.days].map((days) => past.answersPerDay * days) as [number, number]
  const changed = Math.max(0, noise + effect * (1 - 2 * share) - effect ** 2)
  const treatedNoise = noise / before + changed / after
  const controlNoise = noise / before + noise / after
  const first = (spread + treatedNoise + ((plan.variation ?? 0.5) * effect) ** 2) / treated
  const second = (spread + controlNoise) / controls
  const variance = first + second
  const width = Math.max(1, Math.min(7, Math.floor(Math.min(plan.baselineDays, plan.days) / 4)))
  const blocks = Math.floor(plan.baselineDays / width) + Math.floor(plan.days / width)
  const ofDays = (treatedNoise + spread / 2) / treated + (controlNoise + spread / 2) / controls
  const whole = variance + 0.4 * Math.sqrt(2 / (blocks - 2)) * ofDays
  const df = variance ** 2 / (first ** 2 / (treated - 1) + second ** 2 / (controls - 1))
  const t = tOf(level, df) * Math.sqrt(whole / variance)
  return normalBelow((effect / Math.sqrt(variance) - t * (1 - 1 / (4 * df))) / Math.sqrt(1 + t ** 2 / (2 * df)))
}

/** The smallest effect, in tenths of a point, with a power of 80 %. Undefined if there is none. */
export const detectableEffect = (plan: Omit<ExperimentPlan, 'effect'>) =>
  Array.from({ length: 1000 }, (_, index) => index + 1).find(
    (tenths) => powerOf({ ...plan, effect: tenths / 1000 }) >= wantedPower,
  )

/**
 * Reads variances from the past of prompts.
 * @param lengths planned days of the baseline, and after the start; shortened in proportion if the past is shorter
 * @returns undefined if fewer than five prompts have answers in two periods
 */
export function readPast(
  prompts: readonly ExperimentPrompt[],
  past: Days,
  lengths: readonly [number, number],
): Past | undefined {
  const days = past.to - past.from
  const scale = Math.min(1, days / (lengths[0] + lengths[1]))
  const [before, after] = lengths.map((length) => Math.floor(scale * length)) as [number, number]
  const sums = prompts.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell === undefined ? [] : [{ a: sumOf(cell.a, past), b: sumOf(cell.b, past) }])),
  )
  const answers = sumBy(sums, ({ b }) => b)
  const several = sums.filter(({ b }) => b > 1)
  const noise =
    sumBy(several, ({ a, b }) => (a * (1 - a / b) * b) / (b - 1)) /
    Math.max(
      1,
      sumBy(several, ({ b }) => b),
    )
  const spreads: number[] = []
  for (let end = past.to; before > 0 && after > 0 && end - before - after >= past.from; end -= 7)
    spreads.push(
      ...spreadOf(prompts, { from: end - before - after, to: end - after }, { from: end - after, to: end }, noise),
    )
  if (spreads.length === 0) return undefined
  const asked = prompts.filter(({ cells }) => cells.some((cell) => cell !== undefined && sumOf(cell.b, past) > 0))
  return {
    share: sumBy(sums, ({ a }) => a) / answers,
    noise,
    spread: Math.max(0, sumBy(spreads, (spread) => spread) / spreads.length),
    answersPerDay: answers / asked.length / days,
  }
}

/** The variance of prompts' changes less that of single answers. Empty with too few prompts. */
function spreadOf(prompts: readonly ExperimentPrompt[], before: Days, after: Days, noise: number): number[] {
  const cells = prompts.flatMap((prompt, index) =>
    prompt.cells.flatMap((cell, stratum) => {
      if (cell === undefined) return []
      const [b0, b1] = [sumOf(cell.b, before), sumOf(cell.b, after)]
      if (b0 <= 0 || b1 <= 0) return []
      const change = sumOf(cell.a, after) / b1 - sumOf(cell.a, before) / b0
      return [{ index, stratum, change, inverse: 1 / b0 + 1 / b1, weight: 1 / (1 / weightAnswers + 1 / b0 + 1 / b1) }]
    }),
  )
  const meanOf = (own: typeof cells) =>
    sumBy(own, ({ weight, change }) => weight * change) / sumBy(own, ({ weight }) => weight)
  const means = new Map([...Map.groupBy(cells, ({ stratum }) => stratum)].map(([key, own]) => [key, meanOf(own)]))
  const changes = [...Map.groupBy(cells, ({ index }) => index).values()].map((own) => {
    const weight = sumBy(own, (cell) => cell.weight)
    return {
      change: sumBy(own, (cell) => cell.weight * (cell.change - (means.get(cell.stratum) ?? 0))) / weight,
      noise: (noise * sumBy(own, (cell) => cell.weight ** 2 * cell.inverse)) / weight ** 2,
    }
  })
  if (changes.length < minPrompts) return []
  const variance = sumBy(changes, ({ change }) => change ** 2) / (changes.length - 1)
  return [variance - sumBy(changes, (one) => one.noise) / changes.length]
}
