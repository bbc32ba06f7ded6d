import { committedUntil } from '../../../kernel/batches.ts'
import type { BrandContext } from '../../../kernel/context.ts'
import type { PanelCell } from '../../../lib/statistics/panel.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { inPeriod, inSnapshot } from '../count-answers.ts'
import { compare } from '../metrics.ts'
import { dayNumber, type Period } from '../period.ts'
import { fromNeutral, isJudged, neutralSentiment } from '../sentiment-sql.ts'
import { placeOfTopic, type StoredTopic } from '../view/topic-tree.ts'
import type { View } from '../view/view.ts'

export const changeDimensions = ['engine', 'market', 'topic'] as const
export type ChangeDimension = (typeof changeDimensions)[number]

/** Sums over answers that mention an entity, in the order of `entities`. */
export interface NamedSums {
  /** Entity numbers, including inactive ones. 0: answers without mentions. */
  entities: number[]
  /** Answers that mention it. */
  named: number[]
  mentions: number[]
  /** Answers with a sentiment towards it. */
  judged: number[]
  /** Hundredths of points from neutral. */
  sentiments: number[]
  positions: number[]
}

/** Adds squares per answer, and mentions times all mentions. */
export interface SquaredSums extends NamedSums {
  mentionSquares: number[]
  mentionProducts: number[]
  sentimentSquares: number[]
  positionSquares: number[]
}

/** A prompt on an engine in a market, with both periods. */
export interface ChangeCell extends PanelCell {
  /** Index of its `ChangePlace`. */
  place: number
  /** Mentions in each period; undefined without answers. */
  halves: [NamedSums | undefined, NamedSums | undefined]
}

export type CountedDay<Sums extends NamedSums = NamedSums> = Sums & {
  day: number
  place: number
  answers: number
}

/** The model that each engine served most in each period. Null if its answers do not name one. */
export type ServedModels = Map<string, [before: string | null, after: string | null]>

/** The unit for counting days: an engine in a market, or an engine in a topic for changes by topic. */
export interface ChangePlace {
  group: number
  engine: string
  market: string
}

export interface CountedChanges {
  cells: ChangeCell[]
  /** Group names: engines, countries, root topic numbers from 1 (0 for none), or one empty name. */
  groups: string[]
  places: ChangePlace[]
  days: CountedDay<SquaredSums>[]
  history: CountedDay[]
  /** First day of the later period, in days since 1970. */
  start: number
  served: ServedModels
}

interface Source {
  engine: string
  market: string
}

interface CellRow extends NamedSums {
  prompt: number
  /** Twice the source index, plus 1 in the later period. */
  half: number
  answers: number
}

interface ModelRow {
  model: string
  halves: number[]
}

/** SQL for the counted parts of an answer: arrays of equal length, and the number of all mentions. */
export interface CountedArrays {
  entities: Sql
  counts: Sql
  sentiments: Sql
  positions: Sql
  total: Sql
}

/** Shared parts of the scans. */
interface Reading {
  arrays: CountedArrays
  engines: string[]
  countries: string[]
  sources: Source[]
  /** SQL for the index of an answer's source. */
  source: Sql
  places: ChangePlace[]
  place: Sql
  placeOf(prompt: number, source: number): number
}

export interface CountedPeriods {
  before: Period
  /** Days before both periods, to measure how figures vary. */
  history: Period | undefined
}

export interface ChangeGrouping {
  dimension: ChangeDimension | undefined
  /** Root topics, if the dimension is topic. */
  roots: readonly StoredTopic[]
}

/** Counts the answers of both periods and the history by prompt, engine and market, and by day. */
export async function countChanges(
  { services: { clickhouse } }: BrandContext,
  view: View,
  { before, history }: CountedPeriods,
  { dimension, roots }: ChangeGrouping,
  arrays: CountedArrays = mentionsOf(view),
): Promise<CountedChanges> {
  const condition = inBoth(view, before)
  const asked = await clickhouse.query<{ engine: string; markets: string[] }>(
    sql`SELECT engine, groupUniqArray(country) AS markets FROM readings PREWHERE ${condition} GROUP BY engine`,
  )
  const start = dayNumber(view.period.start_date)
  if (asked.length === 0) return { cells: [], groups: [], places: [], days: [], history: [], start, served: new Map() }
  const engines = asked.map(({ engine }) => engine).sort()
  const countries = [...new Set(asked.flatMap(({ markets }) => markets))].sort()
  const { groups, ...read } = openReading(arrays, { engines, countries }, dimension, roots)
  const half = sql`${read.source} * 2 + (executed_at >= ${new Date(view.period.start_date)})`
  const byHalf = numberedBelow(2 * read.sources.length, half)
  const byDay = sql`toUInt16(toDate(executed_at)) AS day, ${numberedBelow(read.places.length, read.place)} AS place`
  const [cells, days, past, models] = await Promise.all([
    clickhouse.query<CellRow>(
      sumsQuery(arrays, condition, 'prompt, half', sql`prompt, ${byHalf} AS half`, namedColumns),
    ),
    clickhouse.query<CountedDay<SquaredSums>>(sumsQuery(arrays, condition, 'day, place', byDay, squaredColumns)),
    history === undefined
      ? []
      : clickhouse.query<CountedDay>(
          sumsQuery(arrays, inHistory(view, read, history), 'day, place', byDay, namedColumns),
        ),
    // String keys over several columns take four times as long.
    clickhouse.query<ModelRow>(
      sql`SELECT model, CAST(countResample(0, ${2 * read.sources.length}, 1)(${byHalf}) AS Array(Float64)) AS halves
        FROM readings PREWHERE ${condition} GROUP BY model`,
    ),
  ])
  return {
    cells: cellsOf(read, cells),
    groups,
    places: read.places,
    days,
    history: past,
    start,
    served: servedModels(read.sources, models),
  }
}

/** Selects the answers of both periods. */
export const inBoth = ({ snapshot, period, condition }: View, before: Period): Sql =>
  sql`brand_id = ${snapshot.brandId} AND version = ${snapshot.version} AND ${committedUntil(snapshot.seq)}
    AND ((${inPeriod(before)}) OR (${inPeriod(period)})) AND ${condition}`

/** Excludes engines and markets without answers in either period: `transform` would map them to the first. */
const inHistory = ({ snapshot, condition }: View, { engines, countries }: Reading, history: Period): Sql =>
  sql`${inSnapshot(snapshot, history)} AND ${condition} AND engine IN ${engines} AND country IN ${countries}`

function openReading(
  arrays: CountedArrays,
  { engines, countries }: Pick<Reading, 'engines' | 'countries'>,
  dimension: ChangeDimension | undefined,
  roots: readonly StoredTopic[],
): Reading & { groups: string[] } {
  const sources = engines.flatMap((engine) => countries.map((market) => ({ engine, market })))
  const source = sql`(${indexOf('engine', engines)} * ${countries.length} + ${indexOf('country', countries)})`
  const common = { arrays, engines, countries, sources, source }
  if (dimension !== 'topic') {
    const groups = dimension === 'engine' ? engines : dimension === 'market' ? countries : ['']
    const places = engines.flatMap((engine, first) =>
      countries.map((market, second) => ({
        group: dimension === 'engine' ? first : dimension === 'market' ? second : 0,
        engine,
        market,
      })),
    )
    return { ...common, groups, places, place: source, placeOf: (_, number) => number }
  }
  const count = roots.length + 1
  const topics = new Map(roots.flatMap(({ prompts }, index) => prompts.map((prompt) => [prompt, index + 1])))
  return {
    ...common,
    groups: Array.from({ length: count }, (_, group) => String(group)),
    places: engines.flatMap((engine) => Array.from({ length: count }, (_, group) => ({ group, engine, market: '' }))),
    place: sql`(${indexOf('engine', engines)} * ${count} + ${placeOfTopic(roots)})`,
    placeOf: (prompt, number) => Math.floor(number / countries.length) * count + (topics.get(prompt) ?? 0),
  }
}

/**
 * The index of a column's value in a list. ClickHouse maps literals once per distinct value. The cast yields
 * a plain number: grouping by dictionary keys takes twice as long.
 */
const indexOf = (column: 'engine' | 'country', texts: readonly string[]): Sql =>
  sql`CAST(transform(${sql.raw(column)}, ${texts}, ${[...texts.keys()]}, 0) AS UInt32)`

/** Casts to the narrowest type that fits. ClickHouse groups fastest if all keys fit in 8 bytes. */
const numberedBelow = (limit: number, number: Sql): Sql =>
  limit <= 2 ** 16 ? sql`toUInt16(${number})` : sql`toUInt32(${number})`

/** Mentions of active entities, with their positions among these. */
export function mentionsOf({ entities, onlyActive }: View): CountedArrays {
  const active = entities.filter(({ isRead }) => isRead).map(({ number }) => number)
  return {
    entities: sql`mentions.entity`,
    counts: sql`mentions.count`,
    sentiments: sql`mentions.sentiment`,
    positions: onlyActive
      ? sql`arrayEnumerate(mentions.entity)`
      : sql`arrayCumSum(arrayMap(e -> has(${active}, e), mentions.entity))`,
    total: onlyActive
      ? sql`arraySum(mentions.count)`
      : sql`arraySum(arrayMap((e, c) -> if(has(${active}, e), c, 0), mentions.entity, mentions.count))`,
  }
}

/**
 * Counts any items that answers contain. Only visibility is meaningful then.
 * @param numbers SQL for an array of distinct item numbers
 */
export const presenceOf = (numbers: Sql): CountedArrays => ({
  entities: numbers,
  counts: sql`arrayMap(e -> 0, all_entities)`,
  sentiments: sql`arrayMap(e -> ${neutralSentiment}, all_entities)`,
  positions: sql`arrayMap(e -> 0, all_entities)`,
  total: sql`0`,
})

const [judged, relative] = [isJudged('sentiment'), fromNeutral('sentiment')]
const sumColumns = {
  named: 'count()',
  mentions: 'sum(m)',
  judged: `countIf(${judged})`,
  // Exact in integers, and cheaper than summing each difference.
  sentiments: `sumIf(sentiment, ${judged}) - ${neutralSentiment} * toInt64(countIf(${judged}))`,
  positions: 'sum(p)',
  mentionSquares: 'sum(m * m)',
  mentionProducts: 'sum(m * t)',
  sentimentSquares: `sum(${relative} * ${relative})`,
  positionSquares: 'sum(p * p)',
} as const satisfies Record<keyof Omit<SquaredSums, 'entities'>, string>

const namedColumns = ['named', 'mentions', 'judged', 'sentiments', 'positions'] as const
const squaredColumns = Object.keys(sumColumns) as (keyof typeof sumColumns)[]

/**
 * Counts answers by keys, and sums by keys and entity. Keys stay separate columns so that they cannot
 * collide. Answers without mentions join as entity 0, so that each answer has one first row.
 * @param names the key columns, computed by `values`
 */
function sumsQuery(
  counted: CountedArrays,
  condition: Sql,
  names: string,
  values: Sql,
  columns: readonly (keyof typeof sumColumns)[],
): Sql {
  const keys = sql.raw(names)
  const sums = sql.raw(columns.map((name) => `toFloat64(${sumColumns[name]}) AS ${name}_sum`).join(', '))
  const arrays = sql.raw(columns.map((name) => `groupArray(${name}_sum) AS ${name}`).join(', '))
  return sql`SELECT ${keys}, toFloat64(sum(first)) AS answers, groupArray(entity) AS entities, ${arrays} FROM (
      SELECT ${keys}, entity, countIf(nth <= 1) AS first, ${sums} FROM (
        SELECT ${values}, toUInt32(${counted.total}) AS t, CAST(${counted.entities} AS Array(UInt16)) AS all_entities,
          ${counted.counts} AS counts, ${counted.sentiments} AS sentiments, ${counted.positions} AS positions
        FROM readings PREWHERE ${condition})
      LEFT ARRAY JOIN all_entities AS entity, counts AS m, sentiments AS sentiment, positions AS p, arrayEnumerate(all_entities) AS nth
      GROUP BY ${keys}, entity)
    GROUP BY ${keys} ORDER BY ${keys}`
}

function cellsOf(read: Reading, rows: readonly CellRow[]): ChangeCell[] {
  const cells = new Map<string, ChangeCell & { n: [number, number] }>()
  for (const { prompt, half, answers, ...named } of rows) {
    const [source, period] = [Math.floor(half / 2), half % 2 === 0 ? 0 : 1]
    const cell = cells.getOrInsertComputed(`${prompt} ${source}`, () => ({
      prompt,
      ...(read.sources[source] as Source),
      n: [0, 0],
      place: read.placeOf(prompt, source),
      halves: [undefined, undefined],
    }))
    cell.n[period] = answers
    cell.halves[period] = named
  }
  return [...cells.values()]
}

function servedModels(sources: readonly Source[], rows: readonly ModelRow[]): ServedModels {
  const counts = rows
    .filter(({ model }) => model !== '')
    .flatMap(({ model, halves }) =>
      [...Map.groupBy(sources.keys(), (source) => (sources[source] as Source).engine)].flatMap(([engine, own]) =>
        ([0, 1] as const).map((period) => {
          const answers = own.reduce((all, source) => all + (halves[2 * source + period] as number), 0)
          return { engine, period, model, answers }
        }),
      ),
    )
    .filter(({ answers }) => answers > 0)
  counts.sort((a, b) => b.answers - a.answers || compare(a.model, b.model))
  const models: ServedModels = new Map()
  for (const { engine, period, model } of counts)
    models.getOrInsertComputed(engine, () => [null, null])[period] ??= model
  return models
}
