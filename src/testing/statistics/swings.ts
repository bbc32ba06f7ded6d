import { daySums } from '../../lib/statistics/day-swings.ts'
import {
  clusterSums,
  type DaySum,
  type Interval,
  type RatioKind,
  type RatioSums,
  ratioIntervals,
  topicSums,
} from '../../lib/statistics/ratio-interval.ts'
import { normal, shareAround } from './random.ts'

// Worlds with correlated days: all prompts' shares swing with the day, in log odds.

/** Correlation of days: that of adjacent ones, the mean of a week, or half slow and half independent. */
export type Swing = number | 'week' | 'half slow'

export interface SwingWorld {
  prompts: number
  engines: number
  days: number
  /** Days asked before the period. */
  history: number
  swing: Swing
  /** Standard deviation of a day's swing in log odds. */
  sd: number
  /** The share over all possible prompts; prompts differ by the usual likeness. */
  share: number
  /** Part of the prompts that replaced others after the history. */
  newPrompts?: number
}

export const visibilityKind: RatioKind = { kind: 'share', priorLikeness: 0.4, wilsonBelow: 1 }
export const gapKind: RatioKind = { kind: 'mean', min: -1, max: 1 }

/** Swings of successive days with variance 1. */
export function swingsOfDays(swing: Swing, days: number, random: () => number): number[] {
  if (swing === 'week') {
    const drawn = Array.from({ length: days + 6 }, () => normal(random))
    return Array.from(
      { length: days },
      (_, day) => drawn.slice(day, day + 7).reduce((all, x) => all + x) / Math.sqrt(7),
    )
  }
  if (swing === 'half slow') {
    const slow = swingsOfDays(0.95, days, random)
    return slow.map((x) => (x + normal(random)) * Math.SQRT1_2)
  }
  let last = normal(random)
  return Array.from({ length: days }, () => {
    const now = last
    last = swing * now + Math.sqrt(1 - swing ** 2) * normal(random)
    return now
  })
}

const swung = (share: number, by: number) => (share === 0 ? 0 : 1 / (1 + ((1 - share) / share) * Math.exp(-by)))

/** Mean of a function over normal swings. */
function overSwings(sd: number, of: (by: number) => number): number {
  let [all, weights] = [0, 0]
  for (let z = -4; z <= 4; z += 0.25) {
    const weight = Math.exp(-z * z * 0.5)
    all += weight * of(sd * z)
    weights += weight
  }
  return all / weights
}

/** The value a of one answer; b is 1. */
type Ask = (prompt: number, engine: number, day: number) => number

/** Sums of individually drawn answers. @param topicOf undefined for prompts without a topic */
export function drawnSums(
  { prompts, engines, days, history, newPrompts = 0 }: SwingWorld,
  ask: Ask,
  topicOf: (prompt: number) => number | undefined = () => undefined,
): RatioSums {
  const a = new Float64Array(prompts)
  const byDay: DaySum[] = []
  let [all, squares, withinCells] = [0, 0, 0]
  for (let engine = 0; engine < engines; engine++) {
    const [cell, cellSquares] = [new Float64Array(prompts), new Float64Array(prompts)]
    for (let day = 0; day < history + days; day++) {
      let sum = 0
      for (let prompt = 0; prompt < prompts; prompt++) {
        const value = ask(prompt, engine, day)
        sum += value
        if (day < history || value === 0) continue
        cell[prompt] = (cell[prompt] as number) + value
        cellSquares[prompt] = (cellSquares[prompt] as number) + value * value
      }
      byDay.push({ engine: String(engine), day, a: sum, b: prompts })
    }
    for (let prompt = 0; prompt < prompts; prompt++) {
      const [own, ownSquares] = [cell[prompt] as number, cellSquares[prompt] as number]
      a[prompt] = (a[prompt] as number) + own
      all += own
      squares += ownSquares
      if (days > 1) withinCells += (days / (days - 1)) * (ownSquares - (own * own) / days)
    }
  }
  const each = engines * days
  const clusters = [...a].map((own) => ({ a: own, b: each }))
  const period = byDay.filter(({ day }) => Number(day) >= history)
  const before = byDay.filter(({ day }) => Number(day) < history)
  return {
    a: all,
    b: prompts * each,
    answers: prompts * each,
    clusters: prompts,
    withSome: clusters.filter((own) => own.a > 0).length,
    withoutAll: clusters.filter((own) => own.a < own.b).length,
    ...clusterSums(clusters),
    topics: topicSums(
      clusters,
      clusters.map((_, prompt) => topicOf(prompt)),
    ),
    withinCells,
    singleCells: days > 1 ? 0 : prompts * engines,
    aa: squares,
    ab: all,
    bb: prompts * each,
    ...daySums({ history: before, period, hasOtherPrompts: newPrompts > 0 && history > 0 }),
  }
}

/** How often intervals contained the truth, the median of their half widths, and how often they excluded 0. */
export interface Held {
  coverage: number
  halfWidth: number
  leavesOutZero: number
}

/** The mean over several worlds. */
export const meanHeld = (found: readonly Held[]): Held => {
  const mean = (of: (one: Held) => number) => found.reduce((all, one) => all + of(one), 0) / found.length
  return {
    coverage: mean(({ coverage }) => coverage),
    halfWidth: mean(({ halfWidth }) => halfWidth),
    leavesOutZero: mean(({ leavesOutZero }) => leavesOutZero),
  }
}

export interface HeldBoth {
  thesePrompts: Held
  promptsLikeThese: Held
}

/** One world: its sums, and the true values for its prompts and for all prompts. */
interface Drawn {
  sums: RatioSums
  these: number
  others: number
}

function heldIn(times: number, kind: RatioKind, draw: () => Drawn): HeldBoth {
  const found = Array.from({ length: times }, () => {
    const { sums, these, others } = draw()
    return { these, others, ...ratioIntervals(sums, kind) }
  })
  const held = (intervals: readonly (Interval | null)[], truth: (index: number) => number): Held => {
    const known = intervals.flatMap((interval, index) => interval && { ...interval, truth: truth(index) })
    const all = known.filter((interval) => interval !== null)
    const part = (is: (one: (typeof all)[number]) => boolean) => all.filter(is).length / all.length
    const widths = all.map(({ low, high }) => (high - low) / 2).sort((a, b) => a - b)
    return {
      coverage: part(({ low, high, truth: own }) => low <= own && own <= high),
      halfWidth: widths[Math.floor(widths.length / 2)] as number,
      leavesOutZero: part(({ low, high }) => low > 0 || high < 0),
    }
  }
  return {
    thesePrompts: held(
      found.map(({ thesePrompts }) => thesePrompts),
      (index) => found[index]?.these as number,
    ),
    promptsLikeThese: held(
      found.map(({ promptsLikeThese }) => promptsLikeThese),
      (index) => found[index]?.others as number,
    ),
  }
}

/** Share of p(1−p) by which prompts differ. */
const likeness = 0.4

/** Shares of a world's prompts in the period, and of the prompts in its history. */
function drawShares({ prompts, share, newPrompts = 0 }: SwingWorld, random: () => number) {
  const own = Array.from({ length: prompts }, () => shareAround(share, likeness, random))
  const others = Math.round(prompts * newPrompts)
  const before = own.map((kept, prompt) => (prompt < others ? shareAround(share, likeness, random) : kept))
  return { own, before }
}

/** The mean share of prompts over days. */
const meanShare = (own: readonly number[], sd: number) =>
  own.reduce((all, share) => all + overSwings(sd, (by) => swung(share, by)), 0) / own.length

/** The mean share over days of all possible prompts, estimated from many. */
const meanOfAll = ({ share, sd }: SwingWorld, random: () => number) =>
  sd === 0 ? share : meanShare(drawShares({ prompts: 20_000, share } as SwingWorld, random).own, sd)

/** Draws an entity: whether an answer names it, and its shares of these prompts and of all. */
function drawEntity(world: SwingWorld, ofAll: number, random: () => number) {
  const { own, before } = drawShares(world, random)
  const shown = swingsOfDays(world.swing, world.history + world.days, random).map((by, day) =>
    (day < world.history ? before : own).map((share) => swung(share, world.sd * by)),
  )
  const isNamed = (prompt: number, day: number) => Number(random() < (shown[day]?.[prompt] as number))
  return { isNamed, these: meanShare(own, world.sd), others: ofAll }
}

/** Simulates a world many times and counts how often the intervals of visibility contain its truth. */
export function visibilityHeld(world: SwingWorld, times: number, random: () => number): HeldBoth {
  const ofAll = meanOfAll(world, random)
  return heldIn(times, visibilityKind, () => {
    const { isNamed, these, others } = drawEntity(world, ofAll, random)
    return { sums: drawnSums(world, (prompt, _, day) => isNamed(prompt, day)), these, others }
  })
}

/** The same for the lead of one entity over another with a different share and independent swings. */
export function leadHeld(world: SwingWorld, other: number, times: number, random: () => number): HeldBoth {
  const worlds = [world, { ...world, share: other }] as const
  const ofAll = worlds.map((one) => meanOfAll(one, random)) as [number, number]
  return heldIn(times, gapKind, () => {
    const first = drawEntity(worlds[0], ofAll[0], random)
    const second = drawEntity(worlds[1], ofAll[1], random)
    const ask: Ask = (prompt, _, day) => first.isNamed(prompt, day) - second.isNamed(prompt, day)
    return {
      sums: drawnSums(world, ask),
      these: first.these - second.these,
      others: first.others - second.others,
    }
  })
}

/** A world of topics, on days without swings. */
export interface TopicWorld {
  /** Prompts of each topic. */
  topics: readonly number[]
  share: number
  /** Part of the variance between prompts (0.4 of p(1−p)) that is between topics. */
  ofTopics: number
  days: number
  /** The share that the interval of other prompts should contain; defaults to that of all topics. */
  speaksOf?: 'these topics' | undefined
}

/** How often the intervals contain the share of all possible topics, or that of other prompts of these topics. */
export function topicsHeld(world: TopicWorld, times: number, random: () => number) {
  const { topics, share, ofTopics, days, speaksOf } = world
  const own = { prompts: topics.reduce((all, size) => all + size, 0), engines: 1, history: 0, days }
  const topicOf = topics.flatMap((size, topic) => Array.from({ length: size }, () => topic))
  const among = likeness * ofTopics
  const within = (likeness - among) / (1 - among)
  return heldIn(times, visibilityKind, () => {
    const ofTopic = topics.map(() => shareAround(share, among, random))
    const shares = topicOf.map((topic) => shareAround(ofTopic[topic] as number, within, random))
    const sums = drawnSums(
      { ...own, swing: 0, sd: 0, share },
      (prompt) => Number(random() < (shares[prompt] as number)),
      (prompt) => topicOf[prompt],
    )
    const mean = (of: readonly number[]) => of.reduce((all, one) => all + one, 0) / of.length
    const ofThese = mean(topicOf.map((topic) => ofTopic[topic] as number))
    return { sums, these: mean(shares), others: speaksOf === undefined ? share : ofThese }
  })
}
