import type { DriverDays } from '../../../lib/statistics/drivers.ts'
import type { FigurePeriods, History, WeightedSums } from '../../../lib/statistics/matched-change.ts'
import { matchCells, type Pair, pairOf } from '../../../lib/statistics/panel.ts'
import type { RatioName } from '../entity-sums.ts'
import {
  add,
  type DayRange,
  judged,
  type Layout,
  layoutOf,
  mentions,
  named,
  type PlaceTable,
  positions,
  sentiments,
  squaresPerEntity,
  sumNames,
  sumsPerEntity,
  tablesOf,
} from './change-tables.ts'
import type { ChangeCell, CountedChanges, NamedSums } from './count-changes.ts'

export interface WeightedCell extends ChangeCell {
  /** Weight among the matched cells of its group. 0 if a period has no answers in this cell. */
  weight: number
}

/** One group of answers in both periods, ready to be tested for each entity. */
export interface ChangeGroup {
  cells: readonly WeightedCell[]
  /** Answers by period. */
  answers: Pair
  /** Sums of an entity over all answers of either period: in the order of `sumNames`. */
  sumsOf(entity: number): readonly [Float64Array, Float64Array]
  /** The sums from which the change of a figure is estimated. */
  figure(name: RatioName, entity: number): FigurePeriods
  /** Days by engine and market, with the visibility of an entity. */
  daysOf(entity: number): DriverDays[]
  /** Days with answers between the periods. */
  gap: number
}

/**
 * Yields one group at a time: the day tables of all groups would not fit into memory.
 * @param entities entity numbers to compute figures for
 * @param gap days with answers between the periods
 */
export function* openGroups(
  counted: CountedChanges,
  entities: readonly number[],
  gap: number,
): Generator<[name: string, group: ChangeGroup]> {
  const layout = layoutOf(counted, entities)
  const groupOf = ({ place }: { place: number }) => counted.places[place]?.group ?? 0
  const byGroup = Map.groupBy(counted.cells, groupOf)
  const days = Map.groupBy([...counted.history, ...counted.days], groupOf)
  for (const [group, name] of counted.groups.entries()) {
    const cells = byGroup.get(group)
    if (cells === undefined) continue
    const weights = new Map(matchCells(cells).map(({ index, weight }) => [index, weight]))
    const weighted = cells.map((cell, index) => ({ ...cell, weight: weights.get(index) ?? 0 }))
    const tables = tablesOf(counted, days.get(group) ?? [], layout)
    yield [name, openGroup(weighted, tables, layout, gap)]
  }
}

/** Number of answers in a cell and period that mention an entity. */
export function namedIn(half: NamedSums | undefined, entity: number): number {
  const index = half?.entities.indexOf(entity) ?? -1
  return index < 0 ? 0 : (half?.named[index] as number)
}

interface GroupPlace {
  table: PlaceTable
  weight: number
}

function openGroup(
  cells: readonly WeightedCell[],
  tables: ReadonlyMap<number, PlaceTable>,
  layout: Layout,
  gap: number,
): ChangeGroup {
  const prompts = new Map<number, number>()
  for (const { prompt, weight } of cells) if (weight > 0 && !prompts.has(prompt)) prompts.set(prompt, prompts.size)
  const weights = new Map<number, number>()
  for (const { place, weight } of cells) weights.set(place, (weights.get(place) ?? 0) + weight)
  const byPlace = new Map(
    [...tables].map(([place, table]) => [place, { table, weight: weights.get(place) ?? 0 }] as const),
  )
  const places = [...byPlace.values()]
  const sums = pairOfPeriods((period) => sumPeriod(cells, prompts, byPlace, layout, period))
  const asked = pairOfPeriods((period) => askedDays(places, layout.periods[period]))
  const columnOf = (entity: number) => {
    const column = layout.columns.get(entity)
    if (column === undefined) throw new Error(`entity ${entity} was not counted`)
    return column
  }
  return {
    cells,
    gap,
    answers: pairOf((period) => cells.reduce((all, { n }) => all + n[period], 0)),
    sumsOf(entity) {
      const at = columnOf(entity) * sumsPerEntity
      return pairOfPeriods((period) => sums[period].raw.subarray(at, at + sumsPerEntity))
    },
    figure(name, entity) {
      const column = columnOf(entity)
      const of = (period: 0 | 1) =>
        weightedSums(name, column, sums[period], places, asked[period], layout, layout.periods[period])
      return {
        periods: pairOfPeriods(of),
        history: historyOf(name, column, places, layout),
        gap,
        kind: name === 'visibility_pct' || name === 'market_share_pct' ? 'share' : 'mean',
      }
    },
    daysOf: (entity) => driverDays(places, asked, columnOf(entity), layout),
  }
}

const pairOfPeriods = <T>(of: (period: 0 | 1) => T): [T, T] => [of(0), of(1)]

function askedDays(places: readonly GroupPlace[], { from, to }: DayRange): number[] {
  const rows: number[] = []
  for (let row = from; row < to; row++)
    if (places.some(({ table }) => (table.answers[row] as number) > 0)) rows.push(row)
  return rows
}

const [nn, mm, mt, jj, ss, sj, pp, pn] = [0, 1, 2, 3, 4, 5, 6, 7]
const productsPerEntity = 8

/** Columns of a figure a/b: a and, for a mean, b among the sums; and their squares and product. */
interface FigureColumns {
  a: number
  aa: number
  ab?: number
  b?: number
  bb?: number
}

const figureColumns = {
  visibility_pct: { a: named, aa: nn },
  market_share_pct: { a: mentions, aa: mm, ab: mt },
  sentiment_score: { a: sentiments, aa: ss, ab: sj, b: judged, bb: jj },
  avg_rank: { a: positions, aa: pp, ab: pn, b: named, bb: nn },
} satisfies Record<RatioName, FigureColumns>

interface PeriodSums {
  /** The sums over all cells, by entity. */
  raw: Float64Array
  /** Σw·mean of matched cells by prompt and entity; Σw and Σw·mentions by prompt. */
  byPrompt: Float64Array
  weights: Float64Array
  totals: Float64Array
  /** Variance that single answers add to weighted means, by entity, and that of all mentions. */
  noise: Float64Array
  totalNoise: number
  prompts: number
  /** In matched cells. */
  answers: number
}

function sumPeriod(
  cells: readonly WeightedCell[],
  prompts: ReadonlyMap<number, number>,
  places: ReadonlyMap<number, GroupPlace>,
  { columns, width }: Layout,
  period: 0 | 1,
): PeriodSums {
  const sums: PeriodSums = {
    raw: new Float64Array(width),
    byPrompt: new Float64Array(prompts.size * width),
    weights: new Float64Array(prompts.size),
    totals: new Float64Array(prompts.size),
    noise: new Float64Array(columns.size * productsPerEntity),
    totalNoise: 0,
    prompts: prompts.size,
    answers: 0,
  }
  for (const [place, own] of Map.groupBy(cells, (cell) => cell.place)) {
    const means = meansOf(own, columns, period)
    addNoise(sums, own, places.get(place)?.table, means, period)
  }
  for (const { prompt: number, weight, n: answers, halves } of cells) {
    const [half, n] = [halves[period], answers[period]]
    const prompt = prompts.get(number) ?? 0
    if (weight > 0) {
      sums.answers += n
      add(sums.weights, prompt, weight)
    }
    half?.entities.forEach((entity, index) => {
      const column = columns.get(entity)
      if (column === undefined) return
      if (weight > 0) add(sums.totals, prompt, (weight * (half.mentions[index] as number)) / n)
      sumNames.forEach((name, sum) => {
        const value = half[name][index] as number
        add(sums.raw, column * sumsPerEntity + sum, value)
        if (weight > 0) add(sums.byPrompt, prompt * width + column * sumsPerEntity + sum, (weight * value) / n)
      })
    })
  }
  return sums
}

/** Sums over a place's cells, and what their means explain of its squares and products: Σ(Σa)²/n. */
function meansOf(cells: readonly WeightedCell[], columns: Layout['columns'], period: 0 | 1) {
  const explained = {
    products: new Float64Array(columns.size * productsPerEntity),
    totals: 0,
    sums: new Float64Array(columns.size * sumsPerEntity),
  }
  for (const { n: answers, halves } of cells) {
    const [half, n] = [halves[period], answers[period]]
    if (half === undefined || n === 0) continue
    let t = 0
    half.entities.forEach((entity, index) => {
      if (columns.has(entity)) t += half.mentions[index] as number
    })
    explained.totals += (t * t) / n
    half.entities.forEach((entity, index) => {
      const column = columns.get(entity)
      if (column === undefined) return
      const own = sumNames.map((name) => half[name][index] as number)
      const [y, m, j, s, p] = own as [number, number, number, number, number]
      const values = [y * y, m * m, m * t, j * j, s * s, s * j, p * p, p * y]
      own.forEach((value, at) => {
        add(explained.sums, column * sumsPerEntity + at, value)
      })
      values.forEach((value, product) => {
        add(explained.products, column * productsPerEntity + product, value / n)
      })
    })
  }
  return explained
}

/**
 * Adds a place's part of V_W: the pooled variance of answers within its cells, times Σw²/n over matched cells
 * with several answers.
 */
function addNoise(
  sums: PeriodSums,
  cells: readonly WeightedCell[],
  table: PlaceTable | undefined,
  means: ReturnType<typeof meansOf>,
  period: 0 | 1,
): void {
  if (table === undefined) return
  let [degrees, scale] = [0, 0]
  for (const { n, weight } of cells) {
    degrees += Math.max(0, n[period] - 1)
    if (n[period] > 1) scale += weight ** 2 / n[period]
  }
  if (degrees === 0) return
  const each = scale / degrees
  sums.totalNoise += each * (table.totalSquares[period] - means.totals)
  const squares = table.squares[period]
  for (let column = 0; column < squares.length / squaresPerEntity; column++) {
    const [m2, mt2, s2, p2] = squares.subarray(column * squaresPerEntity, (column + 1) * squaresPerEntity)
    const [y, , j, s, p] = means.sums.subarray(column * sumsPerEntity, (column + 1) * sumsPerEntity)
    const own = [y, m2, mt2, j, s2, s, p2, p] as number[]
    own.forEach((square, product) => {
      const at = column * productsPerEntity + product
      add(sums.noise, at, each * (square - (means.products[at] as number)))
    })
  }
}

/** The numerator a (see `figureColumns`) and denominator b of a figure for one place and day. */
const partsOn = (name: RatioName, { answers, totals, sums }: PlaceTable, row: number, at: number) => ({
  a: sums[at + figureColumns[name].a] as number,
  b:
    name === 'visibility_pct'
      ? (answers[row] as number)
      : name === 'market_share_pct'
        ? (totals[row] as number)
        : (sums[at + figureColumns[name].b] as number),
})

/**
 * One period of a figure. Days are compared within each engine and market: they deviate from the mean of
 * their place, weighted by its matched cells.
 */
function weightedSums(
  name: RatioName,
  column: number,
  sums: PeriodSums,
  places: readonly GroupPlace[],
  asked: readonly number[],
  { width }: Layout,
  { from, to }: DayRange,
): WeightedSums {
  const { a, aa, ab, b, bb }: FigureColumns = figureColumns[name]
  const ofPrompts = (sum: number) =>
    Float64Array.from(
      { length: sums.prompts },
      (_, prompt) => sums.byPrompt[prompt * width + column * sumsPerEntity + sum] as number,
    )
  const square = (place: number) => sums.noise[column * productsPerEntity + place] as number
  const [dailyA, dailyB] = [new Float64Array(asked.length), new Float64Array(asked.length)]
  for (const { table, weight } of places) {
    if (weight === 0) continue
    const whole = { a: 0, b: 0, answers: 0 }
    for (let row = from; row < to; row++) {
      const parts = partsOn(name, table, row, row * width + column * sumsPerEntity)
      whole.a += parts.a
      whole.b += parts.b
      whole.answers += table.answers[row] as number
    }
    asked.forEach((row, day) => {
      const parts = partsOn(name, table, row, row * width + column * sumsPerEntity)
      const share = (table.answers[row] as number) / whole.answers
      add(dailyA, day, (weight / whole.answers) * (parts.a - share * whole.a))
      add(dailyB, day, (weight / whole.answers) * (parts.b - share * whole.b))
    })
  }
  return {
    a: ofPrompts(a),
    b: b !== undefined ? ofPrompts(b) : name === 'visibility_pct' ? sums.weights : sums.totals,
    noise: {
      aa: square(aa),
      ab: ab === undefined ? 0 : square(ab),
      bb: bb !== undefined ? square(bb) : name === 'visibility_pct' ? 0 : sums.totalNoise,
    },
    dailyA,
    dailyB,
    answers: sums.answers,
  }
}

/** Deviations of the history's days with answers, each place relative to its own ratio. */
function historyOf(
  name: RatioName,
  column: number,
  places: readonly GroupPlace[],
  { width, history }: Layout,
): History | undefined {
  const asked = askedDays(places, history)
  const deviations = new Float64Array(asked.length)
  let [base, answers] = [0, 0]
  for (const { table } of places) {
    const days = asked.map((row) => partsOn(name, table, row, row * width + column * sumsPerEntity))
    const [a, b] = [days.reduce((all, one) => all + one.a, 0), days.reduce((all, one) => all + one.b, 0)]
    base += b
    asked.forEach((row, day) => {
      const parts = days[day] as { a: number; b: number }
      answers += table.answers[row] as number
      add(deviations, day, parts.a - (b === 0 ? 0 : (a / b) * parts.b))
    })
  }
  if (base === 0) return undefined
  return {
    deviations: deviations.map((u) => (asked.length * u) / base),
    answersPerDay: answers / asked.length,
  }
}

function driverDays(
  places: readonly GroupPlace[],
  asked: readonly [readonly number[], readonly number[]],
  column: number,
  layout: Layout,
): DriverDays[] {
  const { width, history } = layout
  const past = askedDays(places, history)
  return places.map(({ table, weight }) => {
    const of = (row: number) => table.sums[row * width + column * sumsPerEntity + named] as number
    const deviationsOf = (rows: readonly number[]) => {
      const answers = rows.reduce((all, row) => all + (table.answers[row] as number), 0)
      const share = answers === 0 ? 0 : rows.reduce((all, row) => all + of(row), 0) / answers
      return { answers, deviations: rows.map((row) => of(row) - share * (table.answers[row] as number)) }
    }
    const before = deviationsOf(past)
    return {
      engine: table.engine,
      market: table.market,
      periods: pairOfPeriods((period) => {
        const { answers, deviations } = deviationsOf(asked[period])
        return answers === 0 ? deviations : deviations.map((u) => (weight * u) / answers)
      }),
      history: before.deviations,
      historyAnswers: before.answers,
    }
  })
}
