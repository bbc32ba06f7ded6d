import { daySums } from '../../lib/statistics/day-swings.ts'
import { clusterSums, type RatioSums, topicSums } from '../../lib/statistics/ratio-interval.ts'
import { shareAround } from './random.ts'

/** A world with a known share of answers that name an entity. */
export interface World {
  prompts: number
  engines: number
  days: number
  /** The share of answers that name it, over all possible prompts. */
  share: number
  /** Correlation of answers to one prompt: its part of p(1−p). */
  likeness: number
  /** Standard deviation of daily shifts of shares, as a part of p(1−p). */
  dayShock: number
  /** Part of the prompts that join only in the last third of days. */
  late: number
}

/** Additional correlation of answers to one prompt on one engine. */
const engineLikeness = 0.15

/** Shares of prompts per engine, the same on every day. */
export function promptShares(world: World, random: () => number): number[][] {
  return Array.from({ length: world.prompts }, () => {
    const own = shareAround(world.share, world.likeness, random)
    return Array.from({ length: world.engines }, () => shareAround(own, engineLikeness, random))
  })
}

export interface Run {
  prompt: number
  engine: number
  day: number
  isNamed: boolean
}

/** A run, and the day's share from which it was drawn. */
export type DrawnRun = Run & { shown: number }

/** Asks every prompt on every engine once a day. Shocks are daily, shared by all and zero on average. */
export function simulateDailyRuns(
  world: World,
  shares: readonly (readonly number[])[],
  random: () => number,
): DrawnRun[] {
  const runs: DrawnRun[] = []
  const firstLate = world.prompts - Math.floor(world.prompts * world.late)
  for (let day = 0; day < world.days; day++) {
    const shock = (2 * random() - 1) * Math.sqrt(3) * world.dayShock
    for (let prompt = 0; prompt < world.prompts; prompt++) {
      if (prompt >= firstLate && day < (world.days * 2) / 3) continue
      for (let engine = 0; engine < world.engines; engine++) {
        const share = shares[prompt]?.[engine] ?? 0
        const shown = share + shock * share * (1 - share)
        runs.push({ prompt, engine, day, isNamed: random() < shown, shown })
      }
    }
  }
  return runs
}

/** One answer's contribution to both sides of a ratio. */
export interface Part {
  prompt: number
  engine: number
  day: number
  a: number
  b: number
}

const sum = <T>(values: readonly T[], of: (value: T) => number) => values.reduce((all, value) => all + of(value), 0)

/** Additional input of an interval. */
export interface Surroundings {
  /** The topic of a prompt; undefined if it has none. */
  topicOf?: (prompt: number) => number | undefined
  /** Answers of the days before the period. */
  history?: readonly Part[]
  hasOtherPrompts?: boolean
}

/** Sums for the interval of a ratio. */
export function ratioSums(
  parts: readonly Part[],
  { topicOf = () => undefined, history = [], hasOtherPrompts = false }: Surroundings = {},
): RatioSums {
  const by = (keyOf: (part: Part) => number | string) => [...Map.groupBy(parts, keyOf).values()]
  const sums = (own: readonly Part[]) => ({ a: sum(own, ({ a }) => a), b: sum(own, ({ b }) => b) })
  const clusters = by(({ prompt }) => prompt)
    .map((own) => ({ ...sums(own), topic: topicOf(own[0]?.prompt as number) }))
    .filter(({ b }) => b > 0)
  const cells = by(({ prompt, engine }) => prompt * 100 + engine)
  const dailyOf = (own: readonly Part[]) =>
    [...Map.groupBy(own, ({ day, engine }) => day * 100 + engine).values()].map((some) => ({
      day: some[0]?.day as number,
      engine: String(some[0]?.engine),
      ...sums(some),
    }))
  return {
    ...sums(parts),
    answers: parts.length,
    clusters: clusters.length,
    ...clusterSums(clusters),
    withSome: clusters.filter((own) => own.a > 0).length,
    withoutAll: clusters.filter((own) => own.a < own.b).length,
    withinCells: sum(cells, noiseOf),
    singleCells: cells.filter(({ length }) => length === 1).length,
    aa: sum(parts, ({ a }) => a * a),
    ab: sum(parts, ({ a, b }) => a * b),
    bb: sum(parts, ({ b }) => b * b),
    topics: topicSums(
      clusters,
      clusters.map(({ topic }) => topic),
    ),
    ...daySums({ history: dailyOf(history), period: dailyOf(parts), hasOtherPrompts }),
  }
}

function noiseOf(cell: readonly Part[]): number {
  const n = cell.length
  const b = sum(cell, (part) => part.b)
  const q = b === 0 ? 0 : sum(cell, ({ a }) => a) / b
  return n === 1 ? 0 : (n / (n - 1)) * sum(cell, (part) => (part.a - q * part.b) ** 2)
}

/** A run as visibility counts it. */
export const partOf = (run: Run): Part => ({ ...run, a: Number(run.isNamed), b: 1 })

/** Input of the interval of visibility. */
export const visibilitySums = (runs: readonly Run[], surroundings?: Surroundings): RatioSums =>
  ratioSums(runs.map(partOf), surroundings)
