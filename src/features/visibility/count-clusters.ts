import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { answersOf } from './answers-of-view.ts'
import { type ClusteredBy, chooseClusters } from './clusters.ts'
import type { Counts } from './count-answers.ts'
import {
  type Cluster,
  type ClusterEntity,
  type DailyPlace,
  type EntitySums,
  entitySums,
} from './entity-sums.ts'
import { activeOnly, packedInto, packPlaces } from './packed-cells.ts'
import { dayNumber, daysOf } from './period.ts'
import type { StoredTopic } from './topic-tree.ts'
import type { View } from './view.ts'

/** Sentiments count from here, in hundredths of points: differences of great sums would lose their last digits. */
export const neutralSentiment = 5000

export interface ClusterCounts {
  by: ClusteredBy
  /** Prompts with answers. */
  prompts: number
  /** Days with answers. */
  days: number
  counts: Counts
  /** Of every active entity that is read, also of one that nobody names. */
  entities: Map<number, EntitySums>
}

/** Sums what intervals of all metrics are made of: by prompt or topic, and by day and engine. */
export async function countClusters(
  ctx: BrandContext,
  view: View,
  topics: readonly StoredTopic[],
): Promise<ClusterCounts> {
  const { services } = ctx
  const active = view.entities.filter((entity) => entity.isRead).map((entity) => entity.number)
  const keys = openKeys(view, await readEngines(ctx, view), active)
  const rows = await services.clickhouse.query<SumsRow>(
    sumsQuery(view, active, keys),
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  const prompts = rows.filter(({ place }) => place === 0)
  const { by, clusterOf } = chooseClusters(topics, new Set(prompts.map(({ prompt }) => prompt)))
  const clusters = [...summedBy(clusterOf, prompts).values()].map(clusterOfSums)
  const places = rows.filter(({ place }) => place > 0).map((row) => dailyPlaceOf(row, keys))
  return {
    by,
    prompts: prompts.length,
    days: new Set(places.map(({ day }) => day)).size,
    counts: countsOf(clusters, active),
    entities: new Map(active.map((number) => [number, entitySums(number, clusters, places)])),
  }
}

/** How cells (prompt and engine) and places (engine and day) are packed into one number with an entity each. */
interface Keys {
  /** Numbers of entities are smaller. 0 stands for the answers, whomever they name. */
  entities: number
  /** Numbers of days are smaller: 1 is the first of the period. */
  days: number
  engines: readonly string[]
  cell: Sql
  place: Sql
  /** The name of the function that makes such a number. */
  pack: Sql
}

interface AskedEngine {
  engine: string
  /** The greatest number of its prompts. */
  last: number
}

async function readEngines({ services }: BrandContext, view: View): Promise<AskedEngine[]> {
  return services.clickhouse.query<AskedEngine>(
    sql`SELECT toString(engine) AS engine, max(prompt) AS last FROM readings PREWHERE ${answersOf(view)}
      GROUP BY engine ORDER BY engine`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
}

function openKeys(view: View, asked: readonly AskedEngine[], active: readonly number[]): Keys {
  const engines = asked.map(({ engine }) => engine)
  const lastPrompt = Math.max(0, ...asked.map(({ last }) => last))
  const { cell, engine } = packPlaces(engines, [])
  const entities = Math.max(0, ...active) + 1
  const days = daysOf(view.period) + 1
  const before = dayNumber(view.period.start_date) - 1
  return {
    ...{ entities, days, engines },
    cell: sql`${cell} * ${entities}`,
    place: sql`(${engine} * ${days} + toUInt16(toDate(executed_at)) - ${before}) * ${entities}`,
    pack: packedInto(Math.max(1, engines.length) * entities * Math.max(lastPrompt + 1, days)),
  }
}

/** Mentions of active entities in an answer. */
const totalOf = (view: View, active: readonly number[]): Sql =>
  view.onlyActive
    ? sql`arraySum(mentions.count)`
    : sql`arraySum(arrayMap((e, c) -> if(has(${active}, e), c, 0), mentions.entity, mentions.count))`

/**
 * Sums by cell and entity, and by place and entity; the key that a row is not summed by is 0. Both from one scan, as much of its
 * time goes into making a row of each entity that an answer names.
 */
function scanQuery(view: View, active: readonly number[], { cell, place, pack }: Keys): Sql {
  const isActive = sql`arrayMap(e -> has(${active}, e), mentions.entity)`
  const nth = view.onlyActive ? sql`arrayEnumerate(mentions.entity)` : sql`arrayCumSum(${isActive})`
  const packed = sql`${pack}(${cell}) AS in_cell, ${pack}(${place}) AS in_place`
  return sql`SELECT cell_key, place_key, ${sumsOfNamed} FROM (
      SELECT ${pack}(in_cell + entity) AS cell_key, ${pack}(in_place + entity) AS place_key,
        t, m, toInt32(sentiment) - ${neutralSentiment} AS s, p FROM (
        SELECT ${packed}, toUInt32(${totalOf(view, active)}) AS t, mentions.entity AS named,
          mentions.count AS counts, mentions.sentiment AS sentiments, ${nth} AS nths
        FROM readings PREWHERE ${answersOf(view)})
      ARRAY JOIN named AS entity, counts AS m, sentiments AS sentiment, nths AS p ${activeOnly(view, active)})
    GROUP BY GROUPING SETS ((cell_key), (place_key))
    UNION ALL
    SELECT in_cell AS cell_key, in_place AS place_key, ${sumsOfAnswers}
    FROM (SELECT ${packed} FROM readings PREWHERE ${answersOf(view)})
    GROUP BY GROUPING SETS ((in_cell), (in_place))`
}

// Answers and mentions of an entity, its sentiments, places and their squares; t is what its answers mention altogether.
const sumsOfNamed = sql.raw(`toFloat64(count()) AS y, toFloat64(sum(m)) AS ms, toFloat64(sum(s)) AS ss,
  toFloat64(sum(p)) AS ps, toFloat64(sum(m * m)) AS mm, toFloat64(sum(m * t)) AS mt,
  toFloat64(sum(s * s)) AS s2, toFloat64(sum(p * p)) AS p2`)
const sumsOfAnswers = sql.raw(`toFloat64(count()) AS y, toFloat64(0) AS ms, toFloat64(0) AS ss,
  toFloat64(0) AS ps, toFloat64(0) AS mm, toFloat64(0) AS mt, toFloat64(0) AS s2, toFloat64(0) AS p2`)

/**
 * From the inside: sums of cells; of each its answers n, mentions tn and squares ttn of its answers’ mentions, which the noise of
 * single runs within it takes; sums of prompts. Sums of places go along as they are. Arrays in place of window functions,
 * which would sort all rows by each of their partitions.
 */
const sumsQuery = (view: View, active: readonly number[], keys: Keys): Sql => sql`
  SELECT place, prompt, groupArray(entity) AS entities, groupArray(sums) AS sums FROM (
    SELECT place, prompt, entity, place = 0 ? [${clusterColumns}] : [sum(y), sum(ms), sum(ss), sum(ps)] AS sums FROM (
      SELECT place, n, tn, ttn, toUInt32(intDiv(cell, ${Math.max(1, keys.engines.length)})) AS prompt, named.1 AS entity, named.2 AS y,
        named.3 AS ms, named.4 AS ss, named.5 AS ps, named.6 AS mm, named.7 AS mt, named.8 AS s2, named.9 AS p2
      FROM (
        SELECT intDiv(cell_key, ${keys.entities}) AS cell, toUInt32(intDiv(place_key, ${keys.entities})) AS place,
          sumIf(y, entity = 0) AS n, sum(ms) AS tn, sum(mt) AS ttn,
          groupArray((entity, y, ms, ss, ps, mm, mt, s2, p2)) AS all_named
        FROM (SELECT *, (cell_key + place_key) % ${keys.entities} AS entity FROM (${scanQuery(view, active, keys)}))
        GROUP BY cell, place)
      ARRAY JOIN all_named AS named)
    GROUP BY place, prompt, entity)
  GROUP BY place, prompt`

const within = (squares: string) => `sum(n > 1 ? n / (n - 1) * greatest(0, ${squares}) : 0)`

/** Of an entity in a prompt's answers, in the order that `clusterEntity` reads them in. */
const clusterColumns = sql.raw(
  [
    'sum(y), sum(ms), sum(ss), sum(ps), sum(mm), sum(mt), sum(s2), sum(p2)',
    within('y - y * y / n'),
    within('tn > 0 ? mm - 2 * ms / tn * mt + pow(ms / tn, 2) * ttn : 0'),
    within('y > 0 ? s2 - ss * ss / y : 0'),
    within('y > 0 ? p2 - ps * ps / y : 0'),
    'toFloat64(countIf(n = 1))',
  ].join(', '),
)

interface SumsRow {
  /** 0 for sums of a prompt. */
  place: number
  prompt: number
  /** 0 has the answers, whomever they name. */
  entities: number[]
  sums: number[][]
}

/** By cluster and entity. */
function summedBy(
  clusterOf: (prompt: number) => number,
  rows: readonly SumsRow[],
): Map<number, Map<number, number[]>> {
  const clusters = new Map<number, Map<number, number[]>>()
  for (const { prompt, entities, sums } of rows) {
    const key = clusterOf(prompt)
    const cluster = clusters.get(key) ?? new Map<number, number[]>()
    clusters.set(key, cluster)
    entities.forEach((entity, index) => {
      const columns = sums[index] as number[]
      const before = cluster.get(entity)
      cluster.set(entity, before?.map((value, column) => value + (columns[column] as number)) ?? columns)
    })
  }
  return clusters
}

function clusterOfSums(sums: ReadonlyMap<number, readonly number[]>): Cluster {
  const cluster = { answers: 0, mentions: 0, mentionSquares: 0, singleCells: 0 }
  const named = new Map<number, ClusterEntity>()
  for (const [entity, columns] of sums) {
    const own = clusterEntity(columns)
    if (entity === 0) {
      cluster.answers = own.answers
      cluster.singleCells = columns.at(-1) as number
      continue
    }
    cluster.mentions += own.mentions
    cluster.mentionSquares += own.mentionProducts
    named.set(entity, own)
  }
  return { ...cluster, entities: named }
}

function clusterEntity(columns: readonly number[]): ClusterEntity {
  const at = (index: number) => columns[index] as number
  return {
    ...{ answers: at(0), mentions: at(1), sentiments: at(2), ranks: at(3) },
    ...{ mentionSquares: at(4), mentionProducts: at(5), sentimentSquares: at(6), rankSquares: at(7) },
    withinCells: {
      visibility_pct: at(8),
      market_share_pct: at(9),
      sentiment_score: at(10),
      avg_rank: at(11),
    },
  }
}

function dailyPlaceOf({ place, entities, sums }: SumsRow, { days, engines }: Keys): DailyPlace {
  const named = new Map<number, Pick<ClusterEntity, 'answers' | 'mentions' | 'sentiments' | 'ranks'>>()
  let [all, mentions] = [0, 0]
  entities.forEach((entity, index) => {
    const [answers = 0, own = 0, sentiments = 0, ranks = 0] = sums[index] as number[]
    if (entity === 0) all = answers
    else named.set(entity, { answers, mentions: own, sentiments, ranks })
    mentions += own
  })
  const engine = engines[Math.floor(place / days)] ?? ''
  return { engine, day: place % days, answers: all, mentions, entities: named }
}

/** What ranks are made of. */
function countsOf(clusters: readonly Cluster[], active: readonly number[]): Counts {
  const executions = clusters.reduce((all, { answers }) => all + answers, 0)
  const entities = active.map((number) => {
    const own = clusters.flatMap((cluster) => cluster.entities.get(number) ?? [])
    const sum = (of: (entity: ClusterEntity) => number) => own.reduce((all, entity) => all + of(entity), 0)
    const answers = sum((entity) => entity.answers)
    const counts = {
      answers,
      mentions: sum(({ mentions }) => mentions),
      sentimentSum: sum(({ sentiments }) => sentiments) + neutralSentiment * answers,
      rankSum: sum(({ ranks }) => ranks),
    }
    return [number, counts] as const
  })
  return { executions, entities: new Map(entities) }
}
