import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { matchCells, type Pair, type PanelCell } from '../../lib/statistics/panel.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { inPeriod } from './count-answers.ts'
import { compare } from './metrics.ts'
import { activeOnly, type Place, type Places, packedInto, packPlaces } from './packed-cells.ts'
import { dayNumber, type Period } from './period.ts'
import { placeOfTopic, type StoredTopic } from './topic-tree.ts'
import type { View } from './view.ts'

export const changeDimensions = ['engine', 'market', 'topic'] as const
export type ChangeDimension = (typeof changeDimensions)[number]

/** A prompt at an engine in two periods, and whom its answers name how often. */
export interface ChangeCell extends PanelCell {
  named: Map<number, Pair>
}

/** What changes of one group of answers are made of. */
export interface ChangeCounts {
  cells: ChangeCell[]
  /** For either period the days that have answers of cells that match, and Σr² of entities over them: see `matchedChange`. */
  days: Pair
  residuals: Map<number, Pair>
}

/** The model that each engine mostly served in either period; null where its answers do not say. */
export type ServedModels = Map<string, [before: string | null, after: string | null]>

/** Answers of two periods, and the groups that they are in. */
interface Reading {
  condition: Sql
  /** The first day of both periods, and of the later one, as days since 1970. */
  first: number
  start: number
  /** Numbers of days from the first on, which is 1, are smaller. */
  days: number
  places: Places
  /** The number of an answer's group over columns, and of a cell; and what the group is called. */
  group: Sql
  groups: number
  groupOf(prompt: number, place: Place): number
  nameOf(group: number): string
}

/** Days that have answers, and how many each: two flat arrays, since a pair for each day of each cell takes many times the memory. */
interface DailyAnswers {
  days: number[]
  answers: number[]
}

/** A cell with its answers on each day, as it is read. */
interface DailyCell {
  number: number
  counts: ChangeCell
  daily: DailyAnswers
}

/** A cell that was asked in both periods, with what an answer of either weighs: w/n. */
interface WeighedCell extends DailyCell {
  weights: Pair
}

interface SourceRow {
  engine: string
  market: string
  later: number
  model: string
  answers: string
}

interface DailyRow extends DailyAnswers {
  cell: string
}

/** Of a cell in a period, or of a group on a day. */
interface NamedRow {
  /** Twice the number of the cell, and one more in the later period; 0 of a day. */
  half: string
  /** The number of the group times `days`, and that of the day from 1 on; 0 of a cell. */
  place: string
  /** Entities, how many answers name each, and what these weigh together. */
  named: number[]
  times: number[]
  weights: number[]
}

/**
 * Counts answers of the view's period and of an earlier one in groups: in one with an empty name, or by engine, market or place of
 * a root topic among those given (0 for prompts in none).
 */
export async function countChanges(
  { services: { clickhouse, config } }: BrandContext,
  view: View,
  before: Period,
  dimension: ChangeDimension | undefined,
  roots: readonly StoredTopic[],
): Promise<{ groups: Map<string, ChangeCounts>; served: ServedModels }> {
  const seconds = config.QUERY_TIMEOUT_SECONDS
  const condition = inBoth(view, before)
  const sources = await clickhouse.query<SourceRow>(sourceQuery(view, condition, dimension), seconds)
  const read = openReading(view, before, condition, sources, dimension, roots)
  const daily = await clickhouse.query<DailyRow>(dailyQuery(read), seconds)
  const cells = cellsOf(read, daily)
  const all = [...cells.values()].flat()
  const weighed = new Map([...cells].map(([group, own]) => [group, weigh(own)] as const))
  const query = namedQuery(view, read, all, [...weighed.values()].flat())
  const named = await clickhouse.query<NamedRow>(query, seconds)
  const isOfDay = ({ place }: NamedRow) => Number(place) > 0
  addNamed(
    all,
    named.filter((row) => !isOfDay(row)),
  )
  const daysOf = Map.groupBy(named.filter(isOfDay), ({ place }) => Math.floor(Number(place) / read.days))
  const groups = [...cells].map(([group, own]) => {
    const counts = own.map((cell) => cell.counts)
    const residuals = residualsOf(read, weighed.get(group) ?? [], daysOf.get(group) ?? [])
    return [read.nameOf(group), { cells: counts, ...residuals }] as const
  })
  return { groups: new Map(groups), served: servedModels(sources) }
}

const inBoth = ({ snapshot, period, condition }: View, before: Period): Sql =>
  sql`brand_id = ${snapshot.brandId} AND version = ${snapshot.version} AND ${committedUntil(snapshot.seq)}
    AND ((${inPeriod(before)}) OR (${inPeriod(period)})) AND ${condition}`

/** What answered in either period. */
function sourceQuery({ period }: View, condition: Sql, dimension: ChangeDimension | undefined): Sql {
  const country = dimension === 'market' ? sql`country` : sql`''`
  return sql`SELECT engine, ${country} AS market, executed_at >= ${new Date(period.start_date)} AS later, model, count() AS answers
    FROM readings PREWHERE ${condition} GROUP BY engine, market, later, model`
}

function openReading(
  { period }: View,
  before: Period,
  condition: Sql,
  sources: readonly SourceRow[],
  dimension: ChangeDimension | undefined,
  roots: readonly StoredTopic[],
): Reading {
  const texts = (of: (row: SourceRow) => string) => [...new Set(sources.map(of))].sort()
  const engines = texts(({ engine }) => engine)
  const countries = dimension === 'market' ? texts(({ market }) => market) : []
  const places = packPlaces(engines, countries)
  const start = dayNumber(period.start_date)
  const first = Math.min(start, dayNumber(before.start_date))
  const last = Math.max(dayNumber(period.end_date), dayNumber(before.end_date))
  const reading = { condition, first, start, days: last - first + 2, places }
  if (dimension === 'engine') {
    const groupOf = (_: number, { engine }: Place) => engines.indexOf(engine)
    const groups = engines.length
    return { ...reading, group: places.engine, groups, groupOf, nameOf: (group) => engines[group] ?? '' }
  }
  if (dimension === 'market') {
    const groupOf = (_: number, { country }: Place) => countries.indexOf(country)
    const groups = countries.length
    return { ...reading, group: places.country, groups, groupOf, nameOf: (group) => countries[group] ?? '' }
  }
  if (dimension === undefined)
    return { ...reading, group: sql`0`, groups: 1, groupOf: () => 0, nameOf: () => '' }
  const topics = new Map(roots.flatMap(({ prompts }, index) => prompts.map((prompt) => [prompt, index + 1])))
  const groupOf = (prompt: number) => topics.get(prompt) ?? 0
  return { ...reading, group: placeOfTopic(roots), groups: roots.length + 1, groupOf, nameOf: String }
}

/** Numbers of days are smaller. */
const dayNumbers = 65_536

const dailyQuery = ({ condition, places }: Reading): Sql =>
  sql`SELECT intDiv(packed, ${dayNumbers}) AS cell, groupArray(packed % ${dayNumbers}) AS days, groupArray(toFloat64(asked)) AS answers FROM (
      SELECT ${places.cell} * ${dayNumbers} + toUInt16(toDate(executed_at)) AS packed, count() AS asked
      FROM readings PREWHERE ${condition} GROUP BY packed)
    GROUP BY cell`

/** Cells by the numbers of their groups. */
function cellsOf(read: Reading, daily: readonly DailyRow[]): Map<number, DailyCell[]> {
  const groups = new Map<number, DailyCell[]>()
  for (const row of daily) {
    const number = Number(row.cell)
    const place = read.places.unpack(number)
    const n: [number, number] = [0, 0]
    row.days.forEach((day, index) => {
      n[day < read.start ? 0 : 1] += row.answers[index] as number
    })
    const counts = { prompt: place.prompt, engine: place.engine, n, named: new Map<number, Pair>() }
    const own = groups.getOrInsertComputed(read.groupOf(place.prompt, place), () => [])
    own.push({ number, counts, daily: row })
  }
  return groups
}

/** @param cells of one group */
const weigh = (cells: readonly DailyCell[]): WeighedCell[] =>
  matchCells(cells.map(({ counts }) => counts)).map(({ index, weight }) => {
    const cell = cells[index] as DailyCell
    const [before, after] = cell.counts.n
    return { ...cell, weights: [weight / before, weight / after] }
  })

/**
 * Counts whom answers name by cell and period, and sums their weights by group and day; the key that a row is not counted by is 0.
 * Both from one scan, as much of its time goes into making a row of each entity that an answer names.
 */
function namedQuery(
  view: View,
  read: Reading,
  cells: readonly DailyCell[],
  weighed: readonly WeighedCell[],
): Sql {
  const { places, group, groups, days, first, start, condition } = read
  const active = view.entities.filter(({ isRead }) => isRead).map(({ number }) => number)
  const entities = Math.max(0, ...active) + 1
  const halves = weighed.flatMap(({ number }) => [2 * number, 2 * number + 1])
  const weights = weighed.flatMap((cell) => cell.weights)
  const lastHalf = cells.reduce((last, { number }) => Math.max(last, 2 * number + 1), 0)
  const pack = packedInto(entities * Math.max(lastHalf + 1, groups * days))
  const weight =
    halves.length === 0 ? sql`0.` : sql`transform(cell_half, ${halves}, ${weights}::Array(Float64), 0.)`
  return sql`SELECT half, place, groupArray(entity) AS named, groupArray(times) AS times, groupArray(weight) AS weights FROM (
      SELECT intDiv(half_key, ${entities}) AS half, intDiv(place_key, ${entities}) AS place,
        (half_key + place_key) % ${entities} AS entity, toFloat64(count()) AS times, toFloat64(sum(weight)) AS weight FROM (
        SELECT ${pack}(in_half + entity) AS half_key, ${pack}(in_place + entity) AS place_key, weight FROM (
          SELECT toUInt16(toDate(executed_at)) AS day, ${places.cell} * 2 + (day >= ${start}) AS cell_half,
            ${pack}(cell_half * ${entities}) AS in_half,
            ${pack}((${group} * ${days} + day - ${first - 1}) * ${entities}) AS in_place,
            ${weight} AS weight, mentions.entity AS named
          FROM readings PREWHERE ${condition})
        ARRAY JOIN named AS entity ${activeOnly(view, active)})
      GROUP BY GROUPING SETS ((half_key), (place_key)))
    GROUP BY half, place`
}

function addNamed(cells: readonly DailyCell[], rows: readonly NamedRow[]): void {
  const counts = new Map(cells.map((cell) => [cell.number, cell.counts]))
  for (const row of rows) {
    const half = Number(row.half)
    const own = counts.get(Math.floor(half / 2))?.named
    row.named.forEach((entity, index) => {
      const times = row.times[index] as number
      const [before, after] = own?.get(entity) ?? [0, 0]
      own?.set(entity, half % 2 === 0 ? [times, after] : [before, times])
    })
  }
}

/** Σr² of a group, r = Σ(w/n)·(y−q·n) of a day over cells that match: a table of days and entities. */
function residualsOf(
  { days, first, start }: Reading,
  weighed: readonly WeighedCell[],
  shown: readonly NamedRow[],
): Pick<ChangeCounts, 'days' | 'residuals'> {
  const rows = numbered(weighed.map(({ daily }) => daily.days))
  const columns = numbered(shown.map(({ named }) => named))
  const table = new Float64Array(rows.size * columns.size)
  const startOf = (day: number) => (rows.get(day) as number) * columns.size
  for (const { place, named, weights } of shown) {
    const day = first - 1 + (Number(place) % days)
    if (!rows.has(day)) continue
    named.forEach((entity, index) => {
      table[startOf(day) + (columns.get(entity) as number)] = weights[index] as number
    })
  }
  for (const { counts, daily, weights } of weighed) {
    const expected = ([0, 1] as const).map((period) => {
      const each = weights[period] / counts.n[period]
      return [...counts.named].map(
        ([entity, named]) => [columns.get(entity) as number, each * named[period]] as const,
      )
    })
    daily.days.forEach((day, index) => {
      const [asked, from] = [daily.answers[index] as number, startOf(day)]
      for (const [column, share] of expected[day < start ? 0 : 1] as (readonly [number, number])[])
        table[from + column] = (table[from + column] as number) - share * asked
    })
  }
  const residuals = new Map([...columns].map(([entity]) => [entity, [0, 0] as [number, number]]))
  for (const [day, row] of rows)
    for (const [entity, column] of columns) {
      const r = table[row * columns.size + column] as number
      ;(residuals.get(entity) as [number, number])[day < start ? 0 : 1] += r * r
    }
  const later = [...rows.keys()].filter((day) => day >= start).length
  return { days: [rows.size - later, later], residuals }
}

/** Numbers them in the order that they come in, from 0. */
function numbered(lists: readonly (readonly number[])[]): Map<number, number> {
  const numbers = new Map<number, number>()
  for (const list of lists)
    for (const value of list) if (!numbers.has(value)) numbers.set(value, numbers.size)
  return numbers
}

function servedModels(sources: readonly SourceRow[]): ServedModels {
  const counts = new Map<string, { row: SourceRow; answers: number }>()
  for (const row of sources) {
    const { engine, later, model, answers } = row
    const key = JSON.stringify([engine, later, model])
    counts.getOrInsertComputed(key, () => ({ row, answers: 0 })).answers += Number(answers)
  }
  const models: ServedModels = new Map()
  const known = [...counts.values()].filter(({ row }) => row.model !== '')
  known.sort((a, b) => b.answers - a.answers || compare(a.row.model, b.row.model))
  for (const { row } of known)
    models.getOrInsertComputed(row.engine, () => [null, null])[row.later === 1 ? 1 : 0] ??= row.model
  return models
}
