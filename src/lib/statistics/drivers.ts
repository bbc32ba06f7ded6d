import { type DayModel, dayModel, dayMoments, differenceVariance } from './day-model.ts'
import { twoSidedP } from './distributions.ts'
import { benjaminiHochberg } from './multiplicity.ts'
import type { Pair } from './panel.ts'
import { minClusters } from './ratio-interval.ts'
import { sumBy } from './sum-by.ts'

/*
 * Segments that changed a total. Formulas and simulated error rates: docs/statistics.md, "Drivers".
 */

/** A matched cell: a prompt on an engine in a market. */
export interface DriverCell {
  prompt: number
  engine: string
  market: string
  /** Root topic; 0 if the prompt has none. */
  topic: number
  /** Weights sum to 1 over all cells. */
  weight: number
  /** Answers per period, and those that mention the entity. */
  n: Pair
  y: Pair
}

/** Asked days of an engine in a market: Σ(w/n)·(y−ȳ) per day, and for the history per answer. */
export interface DriverDays {
  engine: string
  market: string
  periods: readonly [ArrayLike<number>, ArrayLike<number>]
  /** Deviations of the history's days in answers, and the history's answers. */
  history: ArrayLike<number>
  historyAnswers: number
}

/** Content of answers, such as a cited site or another mentioned entity. */
export interface Companion {
  kind: 'source' | 'competitor'
  id: string
  /** By index of the cell: answers that contain it, and those of them that mention the entity. */
  counts: ReadonlyMap<number, { with: Pair; both: Pair }>
}

export interface DriverInput {
  cells: readonly DriverCell[]
  days: readonly DriverDays[]
  companions: readonly Companion[]
  /** Asked days between the periods. */
  gap: number
  /** Pooled correlation of days in the list with which the total was tested. */
  leastRho: number
}

export const driverKinds = ['engine', 'market', 'topic', 'prompt', 'source', 'competitor'] as const
export type DriverKind = (typeof driverKinds)[number]

export interface Driver {
  kind: DriverKind
  /** Engine, market, number of the topic or prompt, or the companion's id. */
  key: string
  /** Its contribution to the matched change, as a share. */
  moved: number
  pValue: number
  /** Companions only: whether answers contain it more often than before. */
  isMore?: boolean
}

interface Candidate extends Driver {
  t: number
}

const rate = 0.05
/** Smaller contributions are not reported. */
const minMoved = 0.005
const maxDrivers = 5

/** State of the search: cells without a driver, and their differences between the periods. */
interface Search extends DriverInput {
  /** Indexes of the remaining cells. */
  left: number[]
  /** Difference of each cell's share between the periods, minus the part that found companions explain. */
  moved: number[]
  sign: number
}

/**
 * Finds the segments whose change differs from the rest and moves the total by at least half a point, largest
 * first. A uniform change has no drivers. Call it only for a total with a verdict.
 */
export function findDrivers(input: DriverInput): Driver[] {
  const moved = input.cells.map(({ n, y }) => y[1] / n[1] - y[0] / n[0])
  const total = sumBy(
    input.cells.keys(),
    (index) => (input.cells[index] as DriverCell).weight * (moved[index] as number),
  )
  const search: Search = { ...input, left: [...input.cells.keys()], moved, sign: Math.sign(total) }
  const found: Driver[] = []
  while (found.length < maxDrivers) {
    const next = nextDriver(search)
    // A competitor replaces the entity in answers: with another driver it would count the same change twice.
    if (next === undefined || (next.kind === 'competitor' && found.length > 0)) break
    const { t: _, ...driver } = next
    found.push(driver)
    removeDriver(search, next)
  }
  return found.sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved))
}

function nextDriver(search: Search): Candidate | undefined {
  const candidates = [
    ...crossing(search, 'engine'),
    ...crossing(search, 'market'),
    ...ofPrompts(search),
    ...search.companions.flatMap((companion) => ofCompanion(search, companion) ?? []),
  ]
  const kept = benjaminiHochberg(
    candidates.map(({ pValue }) => pValue),
    rate,
  )
  const named = candidates.filter(({ moved }, index) => kept[index] === true && moved * search.sign >= minMoved)
  // A competitor that lost the mentions explains what happened, but not where: prefer other drivers.
  const [first] = named.sort(
    (a, b) => Number(a.kind === 'competitor') - Number(b.kind === 'competitor') || Math.abs(b.t) - Math.abs(a.t),
  )
  if (first?.kind !== 'prompt') return first
  const topic = topicOf(search, Number(first.key))
  const whole = named.find(({ kind, key }) => kind === 'topic' && key === topic)
  return whole !== undefined && Math.abs(whole.moved) >= 2 * Math.abs(first.moved) ? whole : first
}

const topicOf = ({ cells }: Search, wanted: number) => String(cells.find(({ prompt }) => prompt === wanted)?.topic ?? 0)

const keyOf = (cell: DriverCell, kind: DriverKind) =>
  kind === 'engine' || kind === 'market' ? cell[kind] : String(kind === 'topic' ? cell.topic : cell.prompt)

function removeDriver(search: Search, { kind, key }: Candidate): void {
  const companion = search.companions.find((one) => one.kind === kind && one.id === key)
  if (companion === undefined) {
    search.left = search.left.filter((index) => keyOf(search.cells[index] as DriverCell, kind) !== key)
    if (kind === 'engine' || kind === 'market') search.days = search.days.filter((place) => place[kind] !== key)
    return
  }
  const slope = slopeOf(search, companion)?.value ?? 0
  for (const [index, { with: own }] of companion.counts) {
    const { n } = search.cells[index] as DriverCell
    search.moved[index] = (search.moved[index] as number) - slope * (own[1] / n[1] - own[0] / n[0])
  }
  search.companions = search.companions.filter((one) => one !== companion)
}

/** Weighted mean difference of some cells, and their weight. */
function meanOf({ cells, moved }: Search, places: readonly number[]) {
  const weight = sumBy(places, (index) => (cells[index] as DriverCell).weight)
  return {
    weight,
    value: sumBy(places, (index) => (cells[index] as DriverCell).weight * (moved[index] as number)) / weight,
  }
}

/** Engines or markets, which cross prompts: each prompt's difference from the rest is one observation. */
function crossing(search: Search, kind: 'engine' | 'market'): Candidate[] {
  const { cells, left } = search
  const keys = [...new Set(left.map((index) => (cells[index] as DriverCell)[kind]))]
  if (keys.length < 2) return []
  const prompts = [...Map.groupBy(left, (index) => (cells[index] as DriverCell).prompt).values()]
  return keys.flatMap((key) => {
    const isIn = (index: number) => (cells[index] as DriverCell)[kind] === key
    const pairs = prompts.flatMap((own) => {
      const [within, rest] = [own.filter(isIn), own.filter((index) => !isIn(index))]
      return within.length === 0 || rest.length === 0 ? [] : [{ within, rest }]
    })
    const count = pairs.length
    if (count < minClusters) return []
    const apart = pairs.map(({ within, rest }) => meanOf(search, within).value - meanOf(search, rest).value)
    const excess = sumBy(apart, (one) => one) / count
    const between = sumBy(apart, (one) => (one - excess) ** 2) / (count - 1) / count
    const noise = sumBy(pairs, ({ within, rest }) => noiseOf(search, within) + noiseOf(search, rest)) / count ** 2
    const fixed = Math.max(between, noise)
    const { variance, df } = segmentDays(search, kind, key)
    const joint = (fixed + variance) ** 2 / (fixed ** 2 / (count - 1) + (variance === 0 ? 0 : variance ** 2 / df))
    const inside = meanOf(search, left.filter(isIn))
    return candidate(kind, key, inside.weight * inside.value, excess, fixed + variance, joint)
  })
}

function candidate(
  kind: DriverKind,
  key: string,
  moved: number,
  excess: number,
  variance: number,
  df: number,
): Candidate[] {
  if (!(variance > 0)) return []
  const t = excess / Math.sqrt(variance)
  return [{ kind, key, moved, t, pValue: twoSidedP(t, Math.max(1, df)) }]
}

/** The variance that single answers add to the weighted mean difference of some cells. */
function noiseOf({ cells }: Search, places: readonly number[]): number {
  const weight = sumBy(places, (index) => (cells[index] as DriverCell).weight)
  return sumBy(places, (index) => {
    const cell = cells[index] as DriverCell
    return (cell.weight / weight) ** 2 * (singleNoise(cell, 0) + singleNoise(cell, 1))
  })
}

const singleNoise = ({ n, y }: DriverCell, period: 0 | 1) =>
  n[period] > 1 ? ((y[period] / n[period]) * (1 - y[period] / n[period])) / (n[period] - 1) : 0

/** The variance that days add to the difference between segment and rest. */
function segmentDays(search: Search, kind: 'engine' | 'market', key: string): { variance: number; df: number } {
  const { cells, left, days, gap, leastRho } = search
  const sides = [true, false].map((isSegment) => {
    const own = left.filter((index) => ((cells[index] as DriverCell)[kind] === key) === isSegment)
    return {
      places: days.filter((place) => (place[kind] === key) === isSegment),
      weight: sumBy(own, (index) => (cells[index] as DriverCell).weight),
      cells: own,
    }
  })
  const blocks = ([0, 1] as const).map((period) => {
    const size = Math.max(0, ...days.map(({ periods }) => periods[period].length))
    const deviations = new Float64Array(size)
    let noise = 0
    sides.forEach(({ places, weight, cells: own }, side) => {
      for (const place of places)
        for (let day = 0; day < size; day++)
          deviations[day] =
            (deviations[day] as number) + ((side === 0 ? 1 : -1) * size * (place.periods[period][day] ?? 0)) / weight
      noise += sumBy(own, (index) => {
        const cell = cells[index] as DriverCell
        return (cell.weight / weight) ** 2 * singleNoise(cell, period)
      })
    })
    return { deviations, noise: size * noise }
  })
  const past = historyBlock(
    sides.map(({ places }) => places),
    blocks,
  )
  const model: DayModel | undefined = dayModel(dayMoments(past === undefined ? blocks : [past, ...blocks]), leastRho)
  const sizes = [blocks[0]?.deviations.length ?? 0, blocks[1]?.deviations.length ?? 0] as const
  return model === undefined
    ? { variance: 0, df: 1 }
    : { variance: differenceVariance(model, sizes, gap), df: model.df }
}

/** The history's days of the same difference. Their noise is assumed to be that of the periods' days. */
function historyBlock(sides: readonly (readonly DriverDays[])[], blocks: readonly { noise: number }[]) {
  const size = Math.max(0, ...sides.flat().map(({ history }) => history.length))
  const answers = sides.map((places) => sumBy(places, ({ historyAnswers }) => historyAnswers))
  if (size < 7 || answers.some((count) => count === 0)) return undefined
  const deviations = new Float64Array(size)
  sides.forEach((places, side) => {
    for (const { history } of places)
      for (let day = 0; day < size; day++)
        deviations[day] =
          (deviations[day] as number) + ((side === 0 ? 1 : -1) * size * (history[day] ?? 0)) / (answers[side] as number)
  })
  return { deviations, noise: sumBy(blocks, ({ noise }) => noise) / blocks.length }
}

/** Topics and single prompts: two groups of prompts with a pooled variance. */
function ofPrompts(search: Search): Candidate[] {
  const { cells, left } = search
  const prompts = [...Map.groupBy(left, (index) => (cells[index] as DriverCell).prompt)].map(([prompt, own]) => ({
    prompt,
    topic: (cells[own[0] as number] as DriverCell).topic,
    ...meanOf(search, own),
  }))
  const all = prompts.length
  if (all < minClusters) return []
  const topics = [...Map.groupBy(prompts, ({ topic }) => topic)].filter(([topic]) => topic !== 0)
  const groups = [
    ...topics.map(([topic, own]) => ({ kind: 'topic' as const, key: String(topic), own })),
    ...prompts.map((own) => ({ kind: 'prompt' as const, key: String(own.prompt), own: [own] })),
  ]
  const [total, squares] = [sumBy(prompts, ({ value }) => value), sumBy(prompts, ({ value }) => value ** 2)]
  return groups.flatMap(({ kind, key, own }) => {
    const size = own.length
    if (size === all) return []
    const inside = sumBy(own, ({ value }) => value)
    const excess = inside / size - (total - inside) / (all - size)
    const within = squares - inside ** 2 / size - (total - inside) ** 2 / (all - size)
    const variance = (Math.max(0, within) / (all - 2)) * (1 / size + 1 / (all - size))
    const moved = sumBy(own, ({ weight, value }) => weight * value)
    return candidate(kind, key, moved, excess, variance, all - 2)
  })
}

/** Slope of mentions on companions within cells and periods, with the variance between prompts. */
function slopeOf({ cells, left }: Search, { counts }: Companion) {
  const prompts = new Map<number, { xy: number; xx: number }>()
  for (const index of left) {
    const own = counts.get(index)
    if (own === undefined) continue
    const { prompt, n, y } = cells[index] as DriverCell
    const into = prompts.getOrInsertComputed(prompt, () => ({ xy: 0, xx: 0 }))
    for (const period of [0, 1] as const) {
      into.xy += own.both[period] - (own.with[period] * y[period]) / n[period]
      into.xx += own.with[period] - own.with[period] ** 2 / n[period]
    }
  }
  const varying = [...prompts.values()].filter(({ xx }) => xx > 1e-9)
  const xx = sumBy(varying, (one) => one.xx)
  if (varying.length < minClusters) return undefined
  const value = sumBy(varying, ({ xy }) => xy) / xx
  const variance =
    (sumBy(varying, (one) => (one.xy - value * one.xx) ** 2) / xx ** 2) * (varying.length / (varying.length - 1))
  return { value, variance, df: varying.length - 1 }
}

/** A companion whose frequency changed, and whose answers mention the entity more or less than others. */
function ofCompanion(search: Search, companion: Companion): Candidate | undefined {
  const { cells, left } = search
  const slope = slopeOf(search, companion)
  // Answers with many mentions mention each entity more: a competitor counts only if it replaces the entity.
  if (slope === undefined || (companion.kind === 'competitor' && slope.value >= 0)) return undefined
  const prompts = [...Map.groupBy(left, (index) => (cells[index] as DriverCell).prompt).values()].map((own) => ({
    weight: sumBy(own, (index) => (cells[index] as DriverCell).weight),
    change: sumBy(own, (index) => {
      const { weight, n } = cells[index] as DriverCell
      const counts = companion.counts.get(index)?.with ?? [0, 0]
      return weight * (counts[1] / n[1] - counts[0] / n[0])
    }),
    isWith: own.some((index) => companion.counts.has(index)),
  }))
  const whole = sumBy(prompts, ({ weight }) => weight)
  const change = sumBy(prompts, (one) => one.change)
  const variance = sumBy(prompts, (one) => {
    const share = one.weight / whole
    return share === 1 ? 0 : (one.change - change * share) ** 2 / (1 - share)
  })
  const citing = prompts.filter(({ isWith }) => isWith).length
  if (variance <= 0 || slope.variance <= 0 || citing < minClusters) return undefined
  const tests = [
    { t: slope.value / Math.sqrt(slope.variance), df: slope.df },
    { t: change / Math.sqrt(variance), df: citing - 1 },
  ].map(({ t, df }) => ({ t, pValue: twoSidedP(t, df) }))
  const [weaker] = tests.sort((a, b) => b.pValue - a.pValue)
  if (weaker === undefined) return undefined
  const { kind, id: key } = companion
  return { kind, key, moved: slope.value * change, isMore: change > 0, ...weaker }
}
