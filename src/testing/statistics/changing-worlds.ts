import { pooledCorrelation } from '../../lib/statistics/day-model.ts'
import {
  type ChangeEstimate,
  estimateChange,
  type FigurePeriods,
  type MatchedChange,
  testChange,
  type WeightedSums,
} from '../../lib/statistics/matched-change.ts'
import { benjaminiHochberg } from '../../lib/statistics/multiplicity.ts'
import type { Pair } from '../../lib/statistics/panel.ts'
import { type ChangePart, changeInput } from './change-input.ts'
import { shareAround } from './random.ts'
import { type Swing, swingsOfDays } from './swings.ts'

// Worlds of two periods and the days before them, with correlated days, for tests of changes.

export const changingFigures = ['visibility', 'share of voice', 'position', 'sentiment', 'lead'] as const
export type ChangingFigure = (typeof changingFigures)[number]

export interface ChangingWorld {
  prompts: number
  engines: number
  /** Days of each period, and asked days before both. */
  days: number
  history: number
  swing: Swing
  /** Standard deviation of a day's swing in log odds. */
  sd: number
  share: number
  /** All engines swing together. */
  isShared?: boolean
}

export const usualWorld: ChangingWorld = {
  prompts: 30,
  engines: 2,
  days: 14,
  history: 84,
  swing: 0,
  sd: 0.4,
  share: 0.3,
}

/** Correlation of answers to one prompt, and its addition on one engine. */
const [promptLikeness, engineLikeness] = [0.32, 0.15]
/** Share of answers that mention the entity, for metrics over these. */
const namingShare = 0.6
const steps = 8

const swung = (share: number, by: number) =>
  share <= 0 || share >= 1 ? share : 1 / (1 + ((1 - share) / share) * Math.exp(-by))

const binomial = (n: number, share: number, random: () => number) => {
  let all = 0
  for (let drawn = 0; drawn < n; drawn++) all += Number(random() < share)
  return all
}

/** One answer's contribution to both sides of a metric. Positions and sentiments are drawn in steps. */
function drawn(figure: ChangingFigure, share: number, random: () => number): { a: number; b: number } {
  if (figure === 'visibility') return { a: Number(random() < share), b: 1 }
  if (figure === 'lead') return { a: Number(random() < share) - Number(random() < 0.3), b: 1 }
  if (figure === 'share of voice') {
    const all = 1 + binomial(6, 0.5, random)
    return { a: binomial(all, share, random), b: all }
  }
  const b = Number(random() < namingShare)
  const value = binomial(steps, share, random)
  return { a: b * (figure === 'position' ? 1 + value : (100 * value) / steps - 50), b }
}

/** Swings of the days of each engine, in log odds. */
type Swings = readonly (readonly number[])[]

/** Shifts shares in log odds so that their mean changes by `moved`. */
function movedBy(cells: readonly number[], moved: number): number[] {
  const mean = (by: number) => cells.reduce((all, cell) => all + swung(cell, by) - cell, 0) / cells.length
  let [low, high] = [-8, 8]
  if (moved === 0) return [...cells]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (mean(middle) < moved) low = middle
    else high = middle
  }
  return cells.map((cell) => swung(cell, low))
}

/** Shares of one entity's cells, prompt by prompt. */
function drawCells({ prompts, engines, share }: ChangingWorld, random: () => number): number[] {
  return Array.from({ length: prompts }, () => {
    const own = shareAround(share, promptLikeness, random)
    return Array.from({ length: engines }, () => shareAround(own, engineLikeness, random))
  }).flat()
}

/** Answers of one entity in the period before, in the period, and in the history. @param moved change of its mean share */
export function answersOf(
  world: ChangingWorld,
  figure: ChangingFigure,
  swings: Swings,
  moved: number,
  random: () => number,
): [ChangePart[], ChangePart[], ChangePart[]] {
  const { engines, days, history } = world
  const cells = drawCells(world, random)
  const changed = movedBy(cells, moved)
  const parts: [ChangePart[], ChangePart[], ChangePart[]] = [[], [], []]
  cells.forEach((cell, index) => {
    const [prompt, engine] = [Math.floor(index / engines), index % engines]
    for (let day = 0; day < history + 2 * days; day++) {
      const block = day < history ? 2 : day < history + days ? 0 : 1
      const now = swung(block === 1 ? (changed[index] as number) : cell, swings[engine]?.[day] ?? 0)
      parts[block].push({ prompt, engine, day, ...drawn(figure, now, random) })
    }
  })
  return parts
}

/** Counts the same answers for visibility, for whole lists: those naming the entity, by engine and day and by cell. */
function countNamed(world: ChangingWorld, swings: Swings, moved: number, random: () => number) {
  const { engines, days, history } = world
  const cells = drawCells(world, random)
  const changed = movedBy(cells, moved)
  const factors = swings.map((own) => Float64Array.from(own, (by) => Math.exp(-by)))
  const byCell = [new Float64Array(cells.length), new Float64Array(cells.length)] as const
  const byDay = swings.map(() => new Float64Array(history + 2 * days))
  cells.forEach((cell, index) => {
    const [ofDay, factor] = [byDay[index % engines], factors[index % engines]] as [Float64Array, Float64Array]
    for (let day = 0; day < ofDay.length; day++) {
      const block = day < history + days ? 0 : 1
      const share = block === 0 ? cell : (changed[index] as number)
      const now = share <= 0 || share >= 1 ? share : 1 / (1 + ((1 - share) / share) * (factor[day] as number))
      if (random() >= now) continue
      ofDay[day] = (ofDay[day] as number) + 1
      if (day >= history) byCell[block][index] = (byCell[block][index] as number) + 1
    }
  })
  return { byCell, byDay }
}

/** Deviations of days from the mean of their engine, in answers, from one day up to but not including another. */
function dailyDeviations(byDay: readonly Float64Array[], from: number, to: number): Float64Array {
  const sums = new Float64Array(to - from)
  for (const ofDay of byDay) {
    const own = ofDay.subarray(from, to)
    const mean = own.reduce((all, y) => all + y, 0) / own.length
    own.forEach((y, day) => {
      sums[day] = (sums[day] as number) + y - mean
    })
  }
  return sums
}

/** The input that `changeInput` makes of `answersOf` for visibility. */
export function visibilityInput(
  world: ChangingWorld,
  swings: Swings,
  moved: number,
  random: () => number,
): FigurePeriods {
  const { prompts, engines, days, history } = world
  const cells = prompts * engines
  const { byCell, byDay } = countNamed(world, swings, moved, random)
  const sumsOf = (period: 0 | 1): WeightedSums => {
    const a = new Float64Array(prompts)
    let aa = 0
    byCell[period].forEach((y, index) => {
      const prompt = Math.floor(index / engines)
      a[prompt] = (a[prompt] as number) + y / days / cells
      if (days > 1) aa += (y - y ** 2 / days) / (cells ** 2 * days * (days - 1))
    })
    const from = history + period * days
    return {
      a,
      b: new Float64Array(prompts).fill(1 / prompts),
      noise: { aa, ab: 0, bb: 0 },
      dailyA: dailyDeviations(byDay, from, from + days).map((u) => u / days / cells),
      dailyB: new Float64Array(days),
      answers: cells * days,
    }
  }
  const past = dailyDeviations(byDay, 0, history).map((u) => u / cells)
  return {
    periods: [sumsOf(0), sumsOf(1)],
    history: history === 0 ? undefined : { deviations: past, answersPerDay: cells },
    gap: 0,
    kind: 'share',
  }
}

const kindOf = (figure: ChangingFigure) =>
  figure === 'visibility' || figure === 'share of voice' ? ('share' as const) : ('mean' as const)

/** Estimates the change of one entity. */
export function estimateIn(
  world: ChangingWorld,
  figure: ChangingFigure,
  moved: number,
  random: () => number,
  swings = swingsOf(world, random),
): ChangeEstimate | null {
  if (figure === 'visibility') return estimateChange(visibilityInput(world, swings, moved, random))
  const [before, after, history] = answersOf(world, figure, swings, moved, random)
  return estimateChange(changeInput([before, after], history, kindOf(figure)))
}

/** Swings of each engine; of all engines together if they share one. */
function swingsOf({ swing, sd, days, history, engines, isShared }: ChangingWorld, random: () => number): Swings {
  const one = () => swingsOfDays(swing, history + 2 * days, random).map((by) => sd * by)
  const first = one()
  return Array.from({ length: engines }, (_, engine) => (isShared === true || engine === 0 ? first : one()))
}

/** How often a change is significant at 5%, tested separately. */
export function rejectionsOf(
  world: ChangingWorld,
  figure: ChangingFigure,
  moved: number,
  times: number,
  random: () => number,
): number {
  let rejected = 0
  for (let time = 0; time < times; time++) {
    const estimate = estimateIn(world, figure, moved, random)
    rejected += Number(estimate !== null && (testChange(estimate, 0)?.pValue ?? 1) < 0.05)
  }
  return rejected / times
}

/** Judges changes as in a list. @returns whether each has a verdict */
export function judged(estimates: readonly (ChangeEstimate | null)[]): boolean[] {
  const least = pooledCorrelation(estimates.flatMap((one) => (one === null ? [] : [one.moments])))
  const tests = estimates.map((one): MatchedChange | null => (one === null ? null : testChange(one, least)))
  return benjaminiHochberg(
    tests.map((one) => one?.pValue ?? 1),
    least < 0.3 ? 0.1 : 0.05,
  )
}

/** A mean over lists and its standard error. */
export interface MeanOfLists {
  mean: number
  error: number
}

export interface ListResult {
  /** Share of verdicts that are false, 0 for lists without verdicts. */
  falseShare: MeanOfLists
  /** False verdicts among all unchanged entities. */
  falseVerdicts: MeanOfLists
  found: MeanOfLists
}

export interface ListRule {
  entities: number
  /** Number of entities that move by `moved`, alternately up and down; always up below a share of 20%. */
  moving: number
  moved: number
  /** Lowest and highest share of an entity; its share is drawn between them. Defaults to the world's share for all. */
  shares?: Pair
  /** All entities swing together, in either direction. */
  isCommon?: boolean
}

function meanOfLists(values: readonly number[]): MeanOfLists {
  const mean = values.reduce((all, value) => all + value, 0) / values.length
  const squares = values.reduce((all, value) => all + (value - mean) ** 2, 0)
  return { mean, error: Math.sqrt(squares / values.length / Math.max(1, values.length - 1)) }
}

/** Generates lists of entities and judges them. */
export function listsOf(
  world: ChangingWorld,
  { entities, moving, moved, shares, isCommon = false }: ListRule,
  times: number,
  random: () => number,
): ListResult {
  const lists = Array.from({ length: times }, () => {
    const common = isCommon ? swingsOf(world, random) : undefined
    const kept = judged(
      Array.from({ length: entities }, (_, entity) => {
        const sign = random() < 0.5 ? 1 : -1
        const share = shares === undefined ? world.share : shares[0] + (shares[1] - shares[0]) * random()
        const up = entity % 2 === 0 || share < 0.2
        const by = entity < moving ? (up ? moved : -moved) : 0
        const swings = common?.map((engine) => engine.map((swing) => sign * swing))
        return estimateIn({ ...world, share }, 'visibility', by, random, swings)
      }),
    )
    const [right, wrong] = [kept.slice(0, moving), kept.slice(moving)].map((own) => own.filter(Boolean).length) as [
      number,
      number,
    ]
    return { right, wrong }
  })
  return {
    falseShare: meanOfLists(lists.map(({ right, wrong }) => (right + wrong === 0 ? 0 : wrong / (right + wrong)))),
    falseVerdicts: meanOfLists(lists.map(({ wrong }) => wrong / (entities - moving))),
    found: meanOfLists(lists.map(({ right }) => (moving === 0 ? 0 : right / moving))),
  }
}

/** How often a change of visibility is significant at 5% only because a market is added, or asked every seventh day. */
export function marketRejections(what: 'added' | 'thinned', times: number, random: () => number): number {
  let rejected = 0
  for (let time = 0; time < times; time++) {
    const world = { ...usualWorld, days: 28, history: 56, sd: 0 }
    const swings = swingsOf(world, random)
    const [before, after, history] = answersOf({ ...world, share: 0.5 }, 'visibility', swings, 0, random)
    const low = answersOf({ ...world, share: 0.1 }, 'visibility', swings, 0, random).map((parts) =>
      parts.map((part) => ({ ...part, market: 1 })),
    ) as [ChangePart[], ChangePart[], ChangePart[]]
    const isEvery = ({ day }: ChangePart) => day % 7 === 0
    const periods: [ChangePart[], ChangePart[]] =
      what === 'added'
        ? [before, [...after, ...low[1]]]
        : [
            [...low[0], ...before],
            [...low[1], ...after.filter(isEvery)],
          ]
    const past = what === 'added' ? history : [...history, ...low[2]]
    const estimate = estimateChange(changeInput(periods, past))
    rejected += Number(estimate !== null && (testChange(estimate, 0)?.pValue ?? 1) < 0.05)
  }
  return rejected / times
}
