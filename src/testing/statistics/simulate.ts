import { estimateChange, type MatchedChange, testChange } from '../../lib/statistics/matched-change.ts'
import { benjaminiHochberg } from '../../lib/statistics/multiplicity.ts'
import { type Interval, type RatioKind, ratioIntervals } from '../../lib/statistics/ratio-interval.ts'
import { changeInput } from './change-input.ts'
import { type Part, partOf, promptShares, ratioSums, simulateDailyRuns, visibilitySums, type World } from './worlds.ts'

/** Bounds of visibility. */
export const visibility: RatioKind = { kind: 'share', priorLikeness: 0.4, wilsonBelow: 1 }

/** How often intervals of 95% contained the truth. */
export interface Coverage {
  promptsLikeThese: number
  thesePrompts: number
  /** Wilson's interval on the number of answers, for prompts like these. */
  plainWilson: number
}

const holds = (interval: Interval | null, truth: number) =>
  interval !== null && interval.low <= truth && truth <= interval.high

/** Simulates worlds, and counts how often the intervals of visibility contain their truth. */
export function coverageOf(world: World, times: number, random: () => number, kind: RatioKind = visibility): Coverage {
  const hits = { promptsLikeThese: 0, thesePrompts: 0, plainWilson: 0 }
  for (let time = 0; time < times; time++) {
    const shares = promptShares(world, random)
    const runs = simulateDailyRuns(world, shares, random)
    // Prompts are weighted by their runs, as in the metric.
    const own = runs.reduce((all, { prompt, engine }) => all + (shares[prompt]?.[engine] ?? 0), 0) / runs.length
    const sums = visibilitySums(runs)
    const { promptsLikeThese, thesePrompts } = ratioIntervals(sums, kind)
    hits.promptsLikeThese += Number(holds(promptsLikeThese, world.share))
    hits.thesePrompts += Number(holds(thesePrompts, own))
    hits.plainWilson += Number(holds(wilson(sums.a, sums.b), world.share))
  }
  return {
    promptsLikeThese: hits.promptsLikeThese / times,
    thesePrompts: hits.thesePrompts / times,
    plainWilson: hits.plainWilson / times,
  }
}

/** Days asked before a period whose width is planned. */
const history = 84

/** Simulates worlds. @returns the mean half width of the intervals of visibility */
export function meanHalfWidths(world: World, times: number, random: () => number) {
  const half = (interval: Interval | null) => (interval === null ? 0 : (interval.high - interval.low) / 2)
  const sums = { promptsLikeThese: 0, thesePrompts: 0 }
  for (let time = 0; time < times; time++) {
    const runs = simulateDailyRuns({ ...world, days: history + world.days }, promptShares(world, random), random)
    const before = runs.filter(({ day }) => day < history)
    const period = runs.filter(({ day }) => day >= history)
    const own = visibilitySums(period, { history: before.map(partOf) })
    const { promptsLikeThese, thesePrompts } = ratioIntervals(own, visibility)
    sums.promptsLikeThese += half(promptsLikeThese) / times
    sums.thesePrompts += half(thesePrompts) / times
  }
  return sums
}

/** The other metrics with intervals: their bounds, and the range of a world's shares in them. */
export const otherFigures = {
  'market share': { kind: { kind: 'share', priorLikeness: 0.15, wilsonBelow: 0.1 }, min: 0, max: 1 },
  sentiment: { kind: { kind: 'mean', min: -50, max: 50 }, min: -50, max: 50 },
  rank: { kind: { kind: 'mean', min: 1, max: 9 }, min: 1, max: 9 },
} as const satisfies Record<string, { kind: RatioKind; min: number; max: number }>

/** Other answers have no sentiment or rank. */
const namingShare = 0.6

/** An answer's weight in a metric: its mentions, or 1 if it names the entity. */
function weightOf(figure: keyof typeof otherFigures, random: () => number): number {
  if (figure === 'market share') return Math.floor(random() ** 2 * 8)
  return Number(random() < namingShare)
}

/**
 * The same for another metric. An answer makes one draw per step from its prompt's share: a mention belongs to the
 * entity or not, a position is one later or not, and sentiment is positive or not in each of ten respects.
 */
export function coverageOfFigure(
  figure: keyof typeof otherFigures,
  world: World,
  times: number,
  random: () => number,
): Omit<Coverage, 'plainWilson'> {
  const { kind, min, max } = otherFigures[figure]
  const inUnits = (share: number) => min + (max - min) * share
  const hits = { promptsLikeThese: 0, thesePrompts: 0 }
  for (let time = 0; time < times; time++) {
    const shares = promptShares(world, random)
    let [own, all] = [0, 0]
    const parts = simulateDailyRuns(world, shares, random).map(({ prompt, engine, day, shown }): Part => {
      const b = weightOf(figure, random)
      own += b * inUnits(shares[prompt]?.[engine] ?? 0)
      all += b
      const steps = figure === 'market share' ? b : figure === 'rank' ? 8 : 10
      const drawn = Array.from({ length: steps }, () => Number(random() < shown)).reduce((x, y) => x + y, 0)
      return { prompt, engine, day, a: figure === 'market share' ? drawn : b * inUnits(drawn / steps), b }
    })
    const { promptsLikeThese, thesePrompts } = ratioIntervals(ratioSums(parts), kind)
    hits.promptsLikeThese += Number(holds(promptsLikeThese, inUnits(world.share)))
    hits.thesePrompts += Number(holds(thesePrompts, own / all))
  }
  return { promptsLikeThese: hits.promptsLikeThese / times, thesePrompts: hits.thesePrompts / times }
}

/** Wilson’s interval on a number of answers, assuming independence. */
export function wilson(named: number, answers: number): Interval {
  const [share, square] = [named / answers, 1.96 ** 2 / answers]
  const half = Math.sqrt(square * (share * (1 - share) + square / 4))
  return { low: (share + square / 2 - half) / (1 + square), high: (share + square / 2 + half) / (1 + square) }
}

/** Asked days before both periods, as the planner assumes them. */
const historyDays = 84

/** Tests one entity in two periods. @param moved relative increase of its share in the second */
export function changeIn(world: World, moved: number, random: () => number): MatchedChange | null {
  const shares = promptShares(world, random)
  const changed = shares.map((own) => own.map((share) => Math.min(1, share * (1 + moved))))
  const periods = [simulateDailyRuns(world, shares, random), simulateDailyRuns(world, changed, random)] as const
  const history = simulateDailyRuns({ ...world, days: historyDays, late: 0 }, shares, random).map(partOf)
  const estimate = estimateChange(changeInput([periods[0].map(partOf), periods[1].map(partOf)], history))
  return estimate === null ? null : testChange(estimate, 0)
}

/** How often a change is significant at 5%, tested separately. */
export function rejections(world: World, moved: number, times: number, random: () => number): number {
  let rejected = 0
  for (let time = 0; time < times; time++) rejected += Number((changeIn(world, moved, random)?.pValue ?? 1) < 0.05)
  return rejected / times
}

/** How many unchanged entities of a list are called changed, and the share of changed ones that is detected. */
export function verdictsOf(
  world: World,
  { entities, moving, moved }: { entities: number; moving: number; moved: number },
  times: number,
  random: () => number,
): { falseOnes: number; power: number } {
  let [falseOnes, found] = [0, 0]
  for (let time = 0; time < times; time++) {
    const changes = Array.from({ length: entities }, (_, index) =>
      changeIn(world, index < moving ? moved * (index % 2 === 0 ? 1 : -1) : 0, random),
    )
    const kept = benjaminiHochberg(
      changes.map((change) => change?.pValue ?? 1),
      0.1,
    )
    found += kept.slice(0, moving).filter(Boolean).length
    falseOnes += kept.slice(moving).filter(Boolean).length
  }
  return { falseOnes: falseOnes / times, power: moving === 0 ? 0 : found / (times * moving) }
}
