import { pooledCorrelation } from '../../lib/statistics/day-model.ts'
import {
  type ChangeEstimate,
  estimateChange,
  type MatchedChange,
  testChange,
} from '../../lib/statistics/matched-change.ts'
import { benjaminiHochberg } from '../../lib/statistics/multiplicity.ts'
import { type ChangePart, changeInput } from './change-input.ts'
import { shareAround } from './random.ts'
import { type Swing, swingsOfDays } from './swings.ts'

// Worlds of two periods and the days before them, whose days hang together, for tests of changes.

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

/** How alike answers to one prompt are, and to one prompt on one engine beyond that. */
const [promptLikeness, engineLikeness] = [0.32, 0.15]
/** Share of answers that mention the entity, for figures over these. */
const namingShare = 0.6
const steps = 8

const swung = (share: number, by: number) =>
  share <= 0 || share >= 1 ? share : 1 / (1 + ((1 - share) / share) * Math.exp(-by))

const binomial = (n: number, share: number, random: () => number) => {
  let all = 0
  for (let drawn = 0; drawn < n; drawn++) all += Number(random() < share)
  return all
}

/** One answer of a figure: what it adds to both sides. Positions and sentiments are drawn in steps. */
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

/** Moves shares in log odds so that their mean changes by so much. */
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

/** Answers of one entity in the period before, in the period, and in the history. @param moved change of its mean share */
function answersOf(
  world: ChangingWorld,
  figure: ChangingFigure,
  swings: Swings,
  moved: number,
  random: () => number,
): [ChangePart[], ChangePart[], ChangePart[]] {
  const { prompts, engines, days, history, share } = world
  const cells = Array.from({ length: prompts }, () => {
    const own = shareAround(share, promptLikeness, random)
    return Array.from({ length: engines }, () => shareAround(own, engineLikeness, random))
  }).flat()
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
  const [before, after, history] = answersOf(world, figure, swings, moved, random)
  return estimateChange(changeInput([before, after], history, kindOf(figure)))
}

/** Swings of each engine; of all engines together if they share one. */
function swingsOf(
  { swing, sd, days, history, engines, isShared }: ChangingWorld,
  random: () => number,
): Swings {
  const one = () => swingsOfDays(swing, history + 2 * days, random).map((by) => sd * by)
  const first = one()
  return Array.from({ length: engines }, (_, engine) => (isShared === true || engine === 0 ? first : one()))
}

/** How often a change is significant at 5%, judged alone. */
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

/** Judges changes as a list is judged. @returns for each whether it has a verdict */
export function judged(estimates: readonly (ChangeEstimate | null)[]): boolean[] {
  const least = pooledCorrelation(estimates.flatMap((one) => (one === null ? [] : [one.moments])))
  const tests = estimates.map((one): MatchedChange | null => (one === null ? null : testChange(one, least)))
  return benjaminiHochberg(
    tests.map((one) => one?.pValue ?? 1),
    least < 0.3 ? 0.1 : 0.05,
  )
}

export interface ListResult {
  /** Share of verdicts that are false, 0 for lists without verdicts. */
  falseShare: number
  /** False verdicts among all entities that did not move. */
  falseVerdicts: number
  found: number
}

export interface ListRule {
  entities: number
  /** So many move by `moved`, up and down in turn. */
  moving: number
  moved: number
  /** All entities swing together, in either direction. */
  isCommon?: boolean
}

/** Makes lists of entities and judges them. */
export function listsOf(
  world: ChangingWorld,
  { entities, moving, moved, isCommon = false }: ListRule,
  times: number,
  random: () => number,
): ListResult {
  const result = { falseShare: 0, falseVerdicts: 0, found: 0 }
  for (let time = 0; time < times; time++) {
    const common = isCommon ? swingsOf(world, random) : undefined
    const kept = judged(
      Array.from({ length: entities }, (_, entity) => {
        const sign = random() < 0.5 ? 1 : -1
        const by = entity < moving ? moved * (entity % 2 === 0 ? 1 : -1) : 0
        const swings = common?.map((engine) => engine.map((swing) => sign * swing))
        return estimateIn(world, 'visibility', by, random, swings)
      }),
    )
    const [right, wrong] = [kept.slice(0, moving), kept.slice(moving)].map(
      (own) => own.filter(Boolean).length,
    ) as [number, number]
    result.falseShare += right + wrong === 0 ? 0 : wrong / (right + wrong) / times
    result.falseVerdicts += wrong / (entities - moving) / times
    result.found += moving === 0 ? 0 : right / moving / times
  }
  return result
}

/** How often a market that is added, or asked only every seventh day, makes a change of visibility significant at 5%. */
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
