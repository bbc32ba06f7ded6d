import { dayModel, dayMoments, enoughDays } from './day-model.ts'
import { matchCells } from './panel.ts'
import { clusterSums, correction, minClusters, residualsByDay } from './ratio-interval.ts'
import type { VarianceParts } from './sample-size.ts'
import { sumBy } from './sum-by.ts'

/** A prompt on an engine: answers, and those that mention the entity, per half of the days. */
export interface HalvedCell {
  /** The independent unit: the prompt itself, or its topic. */
  cluster: number
  prompt: number
  engine: string
  n: readonly [first: number, second: number]
  y: readonly [first: number, second: number]
}

/** An engine's answers on a day (b), and those that mention the entity (a). */
export interface DayCount {
  engine: string
  day: string
  a: number
  b: number
}

export const insufficientDataReasons = ['few_days', 'few_prompts', 'all_alike'] as const
export type ThinReason = (typeof insufficientDataReasons)[number]

/** Minimum days with answers to estimate variances. */
export const enoughDaysForParts = enoughDays

interface Cell extends HalvedCell {
  answers: number
  named: number
  /** The variance of its single answers. */
  single: number
}

/**
 * Estimates the variance components of a share by the method of moments: each variance in the intervals,
 * minus the part expected from the finer ones, divided by the squares of its weights.
 */
export function varianceParts(halved: readonly HalvedCell[], days: readonly DayCount[]): VarianceParts | ThinReason {
  if (new Set(days.map(({ day }) => day)).size < enoughDaysForParts) return 'few_days'
  const answers = sumBy(halved, ({ n }) => n[0] + n[1])
  const share = sumBy(halved, ({ y }) => y[0] + y[1]) / answers
  const pq = share * (1 - share)
  if (new Set(halved.map(({ cluster }) => cluster)).size < minClusters) return 'few_prompts'
  if (pq === 0) return 'all_alike'
  const cells = halved.map((cell) => withSingle(cell, pq))
  const change = promptChangeVariance(halved)
  if (change === null) return 'few_prompts'
  const noise = sumBy(cells, (cell) => cell.answers * cell.single) / answers ** 2
  const ofEngines = engineVariance(cells)
  const ofDays = dayPart(days, answers, noise)
  const parts = {
    prompt: promptVariance(cells, answers, share, noise, ofEngines),
    promptEngine: ofEngines,
    run: noise * answers,
    promptChange: change,
  }
  return {
    prompt: parts.prompt / pq,
    promptEngine: parts.promptEngine / pq,
    run: parts.run / pq,
    day: ofDays.variance / pq,
    dayCorrelation: ofDays.rho,
    promptChange: parts.promptChange / pq,
  }
}

/** @param pq the variance of an answer that is the only one of its cell */
function withSingle(cell: HalvedCell, pq: number): Cell {
  const answers = cell.n[0] + cell.n[1]
  const named = cell.y[0] + cell.y[1]
  const q = named / answers
  return { ...cell, answers, named, single: answers > 1 ? (q * (1 - q) * answers) / (answers - 1) : pq }
}

/** Between clusters (CR2), minus the part of engines and single answers. Per prompt. */
function promptVariance(
  cells: readonly Cell[],
  answers: number,
  share: number,
  noise: number,
  ofEngines: number,
): number {
  const sizes = Map.groupBy(cells, ({ prompt }) => prompt).values()
  const squares = sumBy(sizes, (own) => (sumBy(own, (cell) => cell.answers) / answers) ** 2)
  const clusters = [...Map.groupBy(cells, ({ cluster }) => cluster).values()].map((own) => ({
    a: sumBy(own, ({ named }) => named),
    b: sumBy(own, (cell) => cell.answers),
  }))
  const { caa, cab, cbb } = clusterSums(clusters)
  const between = (caa - 2 * share * cab + share * share * cbb) / answers ** 2
  const cellSquares = sumBy(cells, (cell) => (cell.answers / answers) ** 2)
  return Math.max(0, between - noise - ofEngines * cellSquares) / squares
}

/** Between the engines of a prompt, each relative to its engine's share; 0 with one engine per prompt. */
function engineVariance(cells: readonly Cell[]): number {
  const shares = new Map(
    [...Map.groupBy(cells, ({ engine }) => engine)].map(([engine, own]) => [
      engine,
      sumBy(own, ({ named }) => named) / sumBy(own, ({ answers }) => answers),
    ]),
  )
  const several = [...Map.groupBy(cells, ({ prompt }) => prompt).values()].filter(({ length }) => length > 1)
  const degrees = sumBy(several, ({ length }) => length - 1)
  if (degrees === 0) return 0
  const apart = (cell: Cell) => cell.named / cell.answers - (shares.get(cell.engine) as number)
  const squares = sumBy(several, (own) => {
    const mean = sumBy(own, apart) / own.length
    const noise = sumBy(own, ({ single, answers }) => single / answers) / own.length
    return sumBy(own, (cell) => (apart(cell) - mean) ** 2) - (own.length - 1) * noise
  })
  return Math.max(0, squares) / degrees
}

/** Whole days: the variance of swings beyond the noise of single answers, and their correlation. */
function dayPart(days: readonly DayCount[], answers: number, noise: number) {
  const residuals = residualsByDay(days)
  const count = residuals.length
  const deviations = residuals.map((u) => (count * u) / answers)
  const model = dayModel(dayMoments([{ deviations, noise: count * noise }]))
  const sizes = Map.groupBy(days, ({ day }) => day).values()
  const squares = sumBy(sizes, (own) => (sumBy(own, ({ b }) => b) / answers) ** 2)
  return { variance: (model?.variance ?? 0) / (count * squares), rho: model?.rho ?? 0 }
}

/**
 * The change of prompts from one half of the days to the other, beyond the noise of single answers. Per
 * period, of which a change has two. Null if fewer than 5 prompts have the same cells in both.
 */
function promptChangeVariance(cells: readonly HalvedCell[]): number | null {
  const prompts = new Map<number, { a: number; b: number }>()
  let noise = 0
  for (const { index, weight } of matchCells(cells)) {
    const { prompt, n, y } = cells[index] as HalvedCell
    const q = [y[0] / n[0], y[1] / n[1]] as const
    const own = prompts.getOrInsertComputed(prompt, () => ({ a: 0, b: 0 }))
    own.a += weight * (q[1] - q[0])
    own.b += weight
    for (const half of [0, 1] as const)
      if (n[half] > 1) noise += (weight ** 2 * q[half] * (1 - q[half])) / (n[half] - 1)
  }
  if (prompts.size < minClusters) return null
  const change = sumBy(prompts.values(), ({ a }) => a)
  const between = sumBy(prompts.values(), ({ a, b }) => correction(b) * (a - change * b) ** 2)
  return Math.max(0, between - noise) / (2 * sumBy(prompts.values(), ({ b }) => b ** 2))
}
