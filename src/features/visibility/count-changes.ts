import { committedUntil } from '../../kernel/batches.ts'
import type { BrandContext } from '../../kernel/context.ts'
import type { PanelCell } from '../../lib/statistics/panel.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { inPeriod, inSnapshot } from './count-answers.ts'
import { neutralSentiment } from './count-clusters.ts'
import { compare } from './metrics.ts'
import { dayNumber, type Period } from './period.ts'
import { placeOfTopic, type StoredTopic } from './topic-tree.ts'
import type { View } from './view.ts'

export const changeDimensions = ['engine', 'market', 'topic'] as const
export type ChangeDimension = (typeof changeDimensions)[number]

/** Sums over answers that mention each of some entities, in the order of `entities`. */
export interface NamedSums {
  /** Numbers of entities, also of inactive ones. */
  entities: number[]
  /** Answers that mention it. */
  named: number[]
  mentions: number[]
  /** Hundredths of points from neutral. */
  sentiments: number[]
  positions: number[]
}

/** The same with squares per answer: of mentions, sentiments and positions, and mentions times all mentions. */
export interface SquaredSums extends NamedSums {
  mentionSquares: number[]
  mentionProducts: number[]
  sentimentSquares: number[]
  positionSquares: number[]
}

/** A prompt on an engine in a market in both periods. */
export interface ChangeCell extends PanelCell {
  /** Number of its place: see `ChangePlace`. */
  place: number
  /** Who answers of either period mention; undefined if nobody. */
  halves: [NamedSums | undefined, NamedSums | undefined]
}

/** A place on a day. */
interface PlaceDay {
  day: number
  place: number
}

/** Days of places: their answers, and who these mention. */
export interface CountedDays<Sums extends NamedSums = NamedSums> {
  answers: (PlaceDay & { answers: number })[]
  mentioned: (PlaceDay & Sums)[]
}

/** The model that each engine mostly served in either period; null if its answers do not say. */
export type ServedModels = Map<string, [before: string | null, after: string | null]>

/** Where days are counted: an engine in a market, or an engine in a topic if changes are listed by topic. */
export interface ChangePlace {
  group: number
  engine: string
  market: string
}

export interface CountedChanges {
  cells: ChangeCell[]
  /** Names of the groups: engines, countries, the numbers of root topics from 1 (0 for none), or one empty name. */
  groups: string[]
  places: ChangePlace[]
  /** Days of both periods, and of the history before them. */
  days: CountedDays<SquaredSums>
  history: CountedDays
  /** The first day of the later period, since 1970. */
  start: number
  served: ServedModels
}

interface AskedRow {
  prompt: number
  engine: string
  market: string
  later: number
  model: string
  answers: number
}

interface CellRow extends NamedSums {
  prompt: number
  /** Twice the number of the engine and market, and one more in the later period. */
  half: number
}

/** Expressions for the parts of an answer that are counted: arrays of one length, and the number of all mentions. */
export interface CountedArrays {
  entities: Sql
  counts: Sql
  sentiments: Sql
  positions: Sql
  total: Sql
}

/** What the scans of both periods and of the history have in common. */
interface Reading {
  arrays: CountedArrays
  engines: string[]
  countries: string[]
  /** The number of an answer's engine and market. */
  source: Sql
  places: ChangePlace[]
  place: Sql
  placeOf(prompt: number, source: number): number
}

export interface CountedPeriods {
  before: Period
  /** Days before both periods that show how figures swing. */
  history: Period | undefined
}

export interface ChangeGrouping {
  dimension: ChangeDimension | undefined
  /** Root topics to group by if the dimension is topic. */
  roots: readonly StoredTopic[]
}

/**
 * Counts the answers of a view's period, of an earlier one and of the history before both: once by prompt, engine and market,
 * and once by day.
 */
export async function countChanges(
  { services: { clickhouse, config } }: BrandContext,
  view: View,
  { before, history }: CountedPeriods,
  { dimension, roots }: ChangeGrouping,
  arrays: CountedArrays = mentionsOf(view),
): Promise<CountedChanges> {
  const query = <T>(statement: Sql) => clickhouse.query<T>(statement, config.QUERY_TIMEOUT_SECONDS)
  const condition = inBoth(view, before)
  const asked = await query<AskedRow>(
    sql`SELECT prompt, engine, country AS market, executed_at >= ${new Date(view.period.start_date)} AS later, model,
        toFloat64(count()) AS answers
      FROM readings PREWHERE ${condition} GROUP BY prompt, engine, market, later, model`,
  )
  const { groups, ...read } = openReading(arrays, asked, dimension, roots)
  const start = dayNumber(view.period.start_date)
  const countDays = async <Sums extends NamedSums>(
    of: Sql,
    columns: readonly (keyof typeof sumColumns)[],
  ) => {
    const [answers, mentioned] = await Promise.all([
      query<CountedDays['answers'][number]>(
        sql`SELECT day, place, toFloat64(count()) AS answers FROM (SELECT ${dayKeys(read)} FROM readings PREWHERE ${of})
          GROUP BY day, place`,
      ),
      query<PlaceDay & Sums>(sumsQuery(read, of, { names: 'day, place', values: dayKeys(read) }, columns)),
    ])
    return { answers, mentioned }
  }
  const [rows, days, past] = await Promise.all([
    query<CellRow>(cellQuery(read, condition, start)),
    countDays<SquaredSums>(condition, squaredColumns),
    history === undefined || asked.length === 0
      ? { answers: [], mentioned: [] }
      : countDays<NamedSums>(inHistory(view, read, history), namedColumns),
  ])
  const cells = cellsOf(read, asked, rows)
  return { cells, groups, places: read.places, days, history: past, start, served: servedModels(asked) }
}

/** The answers of a view's period and of the one before. */
export const inBoth = ({ snapshot, period, condition }: View, before: Period): Sql =>
  sql`brand_id = ${snapshot.brandId} AND version = ${snapshot.version} AND ${committedUntil(snapshot.seq)}
    AND ((${inPeriod(before)}) OR (${inPeriod(period)})) AND ${condition}`

/** An engine or market that neither period asked would be taken for the first of those known. */
const inHistory = ({ snapshot, condition }: View, { engines, countries }: Reading, history: Period): Sql =>
  sql`${inSnapshot(snapshot, history)} AND ${condition} AND engine IN ${engines} AND country IN ${countries}`

function openReading(
  arrays: CountedArrays,
  asked: readonly AskedRow[],
  dimension: ChangeDimension | undefined,
  roots: readonly StoredTopic[],
): Reading & { groups: string[] } {
  const texts = (of: (row: AskedRow) => string) => [...new Set(asked.map(of))].sort()
  const [engines, countries] = [texts(({ engine }) => engine), texts(({ market }) => market)]
  const source = sql`(${indexOf('engine', engines)} * ${countries.length} + ${indexOf('country', countries)})`
  const common = { arrays, engines, countries, source }
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
    places: engines.flatMap((engine) =>
      Array.from({ length: count }, (_, group) => ({ group, engine, market: '' })),
    ),
    place: sql`(${indexOf('engine', engines)} * ${count} + ${placeOfTopic(roots)})`,
    placeOf: (prompt, number) => Math.floor(number / countries.length) * count + (topics.get(prompt) ?? 0),
  }
}

/**
 * The place of a column's text among those given. Plain literals: ClickHouse looks them up once per distinct text. The cast makes a
 * plain number, since keys of a dictionary type take twice as long to group by.
 */
const indexOf = (column: 'engine' | 'country', texts: readonly string[]): Sql =>
  texts.length === 0
    ? sql`toUInt32(0)`
    : sql`CAST(transform(${sql.raw(column)}, ${texts}, ${[...texts.keys()]}, 0) AS UInt32)`

/** Mentions of active entities, each at its place among them. */
function mentionsOf({ entities, onlyActive }: View): CountedArrays {
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
 * Things that an answer has or does not have, by number. Figures other than visibility are then without meaning.
 * @param numbers an expression for an array without repetitions
 */
export const presenceOf = (numbers: Sql): CountedArrays => ({
  entities: numbers,
  counts: sql`arrayMap(e -> 0, all_entities)`,
  sentiments: sql`arrayMap(e -> ${neutralSentiment}, all_entities)`,
  positions: sql`arrayMap(e -> 0, all_entities)`,
  total: sql`0`,
})

const sumColumns = {
  named: 'count()',
  mentions: 'sum(m)',
  sentiments: 'sum(s)',
  positions: 'sum(p)',
  mentionSquares: 'sum(m * m)',
  mentionProducts: 'sum(m * t)',
  sentimentSquares: 'sum(s * s)',
  positionSquares: 'sum(p * p)',
} as const satisfies Record<keyof Omit<SquaredSums, 'entities'>, string>

const namedColumns = ['named', 'mentions', 'sentiments', 'positions'] as const
const squaredColumns = Object.keys(sumColumns) as (keyof typeof sumColumns)[]

/**
 * Sums by keys and entity. Each key is a column of its own: no entity, prompt or place can ever be counted as another.
 * @param names the keys, which `values` computes
 */
function sumsQuery(
  { arrays: counted }: Reading,
  condition: Sql,
  { names, values }: { names: string; values: Sql },
  columns: readonly (keyof typeof sumColumns)[],
): Sql {
  const keys = sql.raw(names)
  const sums = sql.raw(columns.map((name) => `toFloat64(${sumColumns[name]}) AS ${name}_sum`).join(', '))
  const arrays = sql.raw(columns.map((name) => `groupArray(${name}_sum) AS ${name}`).join(', '))
  return sql`SELECT ${keys}, groupArray(entity) AS entities, ${arrays} FROM (
      SELECT ${keys}, entity, ${sums} FROM (
        SELECT ${keys}, t, entity, m, p, toInt32(sentiment) - ${neutralSentiment} AS s FROM (
          SELECT ${values}, toUInt32(${counted.total}) AS t, ${counted.entities} AS all_entities, ${counted.counts} AS counts,
            ${counted.sentiments} AS all_sentiments, ${counted.positions} AS all_positions
          FROM readings PREWHERE ${condition})
        ARRAY JOIN all_entities AS entity, counts AS m, all_sentiments AS sentiment, all_positions AS p)
      GROUP BY ${keys}, entity)
    GROUP BY ${keys}`
}

function cellQuery(read: Reading, condition: Sql, start: number): Sql {
  const values = sql`prompt, ${read.source} * 2 + (toUInt16(toDate(executed_at)) >= ${start}) AS half`
  return sumsQuery(read, condition, { names: 'prompt, half', values }, namedColumns)
}

const dayKeys = ({ place }: Reading): Sql =>
  sql`toUInt16(toDate(executed_at)) AS day, toUInt32(${place}) AS place`

function cellsOf(read: Reading, asked: readonly AskedRow[], rows: readonly CellRow[]): ChangeCell[] {
  const cells = new Map<string, ChangeCell & { n: [number, number] }>()
  const each = read.countries.length
  const sources = new Map(
    read.engines.flatMap((engine, first) =>
      read.countries.map((market, second) => [`${engine} ${market}`, first * each + second] as const),
    ),
  )
  for (const { prompt, engine, market, later, answers } of asked) {
    const source = sources.get(`${engine} ${market}`) ?? 0
    const cell = cells.getOrInsertComputed(`${prompt} ${source}`, () => ({
      prompt,
      engine,
      market,
      n: [0, 0],
      place: read.placeOf(prompt, source),
      halves: [undefined, undefined],
    }))
    cell.n[later === 1 ? 1 : 0] += answers
  }
  for (const { prompt, half, ...named } of rows) {
    const cell = cells.get(`${prompt} ${Math.floor(half / 2)}`)
    if (cell !== undefined) cell.halves[half % 2 === 0 ? 0 : 1] = named
  }
  return [...cells.values()]
}

function servedModels(asked: readonly AskedRow[]): ServedModels {
  const counts = new Map<string, { row: AskedRow; answers: number }>()
  for (const row of asked) {
    const { engine, later, model, answers } = row
    const key = JSON.stringify([engine, later, model])
    counts.getOrInsertComputed(key, () => ({ row, answers: 0 })).answers += answers
  }
  const models: ServedModels = new Map()
  const known = [...counts.values()].filter(({ row }) => row.model !== '')
  known.sort((a, b) => b.answers - a.answers || compare(a.row.model, b.row.model))
  for (const { row } of known)
    models.getOrInsertComputed(row.engine, () => [null, null])[row.later === 1 ? 1 : 0] ??= row.model
  return models
}
