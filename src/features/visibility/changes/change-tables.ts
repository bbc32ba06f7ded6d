import type { ChangePlace, CountedChanges, CountedDay, NamedSums, SquaredSums } from './count-changes.ts'

/** Sums of each entity, in this order. */
export const sumNames = ['named', 'mentions', 'judged', 'sentiments', 'positions'] as const
export const [named, mentions, judged, sentiments, positions] = [0, 1, 2, 3, 4]
export const sumsPerEntity = sumNames.length

/** Sums of squares and products of single answers, in this order. */
const squareNames = ['mentionSquares', 'mentionProducts', 'sentimentSquares', 'positionSquares'] as const
export const squaresPerEntity = squareNames.length

/** The days of a place as a table. */
export interface PlaceTable extends ChangePlace {
  /** By day: answers, and all mentions. */
  answers: Float64Array
  totals: Float64Array
  /** By day, entity and sum. */
  sums: Float64Array
  /** By period and entity: squares; and the squares of all mentions. */
  squares: readonly [Float64Array, Float64Array]
  totalSquares: [number, number]
}

/** A range of table rows. */
export interface DayRange {
  from: number
  to: number
}

export interface Layout {
  /** The column of an entity. */
  columns: ReadonlyMap<number, number>
  width: number
  /** First day of the tables, in days since 1970. */
  first: number
  history: DayRange
  periods: readonly [DayRange, DayRange]
}

export function layoutOf({ days, history, start }: CountedChanges, entities: readonly number[]): Layout {
  const range = (counted: readonly CountedDay[]) =>
    counted.reduce(({ from, to }, { day }) => ({ from: Math.min(from, day), to: Math.max(to, day + 1) }), {
      from: start,
      to: start,
    })
  const [both, past] = [range(days), range(history)]
  const first = Math.min(both.from, past.from)
  return {
    columns: new Map(entities.map((number, column) => [number, column])),
    width: entities.length * sumsPerEntity,
    first,
    history: { from: 0, to: both.from - first },
    periods: [
      { from: both.from - first, to: start - first },
      { from: start - first, to: both.to - first },
    ],
  }
}

export function tablesOf(
  { places, start }: Pick<CountedChanges, 'places' | 'start'>,
  days: readonly CountedDay<NamedSums | SquaredSums>[],
  { columns, width, first, periods }: Layout,
): Map<number, PlaceTable> {
  const span = periods[1].to
  const squares = columns.size * squaresPerEntity
  const tables = new Map<number, PlaceTable>()
  const tableOf = (place: number) =>
    tables.getOrInsertComputed(place, () => ({
      ...(places[place] as ChangePlace),
      answers: new Float64Array(span),
      totals: new Float64Array(span),
      sums: new Float64Array(span * width),
      squares: [new Float64Array(squares), new Float64Array(squares)],
      totalSquares: [0, 0],
    }))
  for (const own of days) {
    const table = tableOf(own.place)
    const row = own.day - first
    const period = own.day < start ? 0 : 1
    table.answers[row] = own.answers
    own.entities.forEach((entity, index) => {
      const column = columns.get(entity)
      if (column === undefined) return
      sumNames.forEach((name, sum) => {
        table.sums[row * width + column * sumsPerEntity + sum] = own[name][index] as number
      })
      add(table.totals, row, own.mentions[index] as number)
      if (!('mentionSquares' in own)) return
      table.totalSquares[period] += own.mentionProducts[index] as number
      squareNames.forEach((name, square) => {
        add(table.squares[period], column * squaresPerEntity + square, own[name][index] as number)
      })
    })
  }
  return tables
}

export const add = (into: Float64Array, at: number, value: number) => {
  into[at] = (into[at] as number) + value
}
