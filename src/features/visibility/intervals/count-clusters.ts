import type { BrandContext } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { brandEntity } from '../../answers/index.ts'
import type { Counts } from '../count-answers.ts'
import type { Cluster, ClusterEntity, DailyPlace, EntityCounts } from '../entity-sums.ts'
import { addDays, dayNumber } from '../period.ts'
import { fromNeutral, isJudged, neutralSentiment } from '../sentiment-sql.ts'
import { answersOf } from '../view/answers-of-view.ts'
import { firstOfHistory, readAskedDays } from '../view/history.ts'
import type { StoredTopic } from '../view/topic-tree.ts'
import type { View } from '../view/view.ts'
import { topicsOfPrompts } from './clusters.ts'

/**
 * Sums the answers of a period by prompt, and those of the period and its history by day and engine.
 * Intervals of all metrics use these sums.
 * @param steps days at which a history can start: see `readSteps`
 */
export async function countClusters(
  ctx: BrandContext,
  view: View,
  topics: readonly StoredTopic[],
  steps: readonly string[],
) {
  const { clickhouse } = ctx.services
  const active = view.entities.filter((entity) => entity.isRead).map((entity) => entity.number)
  const engines = await readAskedDays(ctx, view)
  const first = firstOfHistory(engines, view.period.start_date, steps)
  const start = dayNumber(view.period.start_date)
  const joined = { ...view, period: { ...view.period, start_date: addDays('1970-01-01', first) } }
  const names = engines.map(({ engine }) => engine)
  const isEmpty = names.length === 0
  const [prompts, days, hasOtherPrompts] = await Promise.all([
    isEmpty ? [] : clickhouse.query<PromptRow>(promptsQuery({ view, active, engines: names })),
    isEmpty ? [] : clickhouse.query<DayRow>(daysQuery({ view: joined, active, engines: names })),
    first < start && readHasOtherPrompts(ctx, joined, start),
  ])
  const { count, topicOf } = topicsOfPrompts(topics, new Set(prompts.map(({ prompt }) => prompt)))
  const clusters = prompts.map((row) => clusterOf(row, topicOf.get(row.prompt)))
  const places = days.map(dailyPlaceOf)
  const asked = {
    history: places.filter(({ day }) => day < start),
    period: places.filter(({ day }) => day >= start),
    hasOtherPrompts,
  }
  return {
    // Topics and days with answers.
    topics: count,
    days: new Set(asked.period.map(({ day }) => day)).size,
    counts: countsOf(clusters, active),
    clusters,
    asked,
  }
}

/** Whether some prompts have answers only since the first day of the period, or only before it. */
async function readHasOtherPrompts(
  { services: { clickhouse } }: BrandContext,
  joined: View,
  start: number,
): Promise<boolean> {
  const isOfPeriod = sql`executed_at >= ${new Date(86_400_000 * start)}`
  const [row] = await clickhouse.query<{ prompts: string }>(
    sql`SELECT count() AS prompts FROM (SELECT prompt FROM readings PREWHERE ${answersOf(joined)}
      GROUP BY prompt HAVING min(${isOfPeriod}) = max(${isOfPeriod}))`,
  )
  return Number(row?.prompts ?? 0) > 0
}

interface Scan {
  view: View
  active: readonly number[]
  /** Engines with answers. */
  engines: readonly string[]
}

/** Index of an answer's engine as a plain number: grouping by LowCardinality takes twice as long. */
const engineOf = ({ engines }: Scan) => sql`CAST(transform(engine, ${engines}, ${[...engines.keys()]}, 0) AS UInt16)`

/**
 * One row per mention of an active entity: mentions m, sentiment s, whether judged j, position p, whether its stance is
 * known k and recommends r, and `columns`.
 */
function namedIn({ view, active }: Scan, columns: Sql): Sql {
  const isActive = sql`arrayMap(e -> has(${active}, e), mentions.entity)`
  const nth = view.onlyActive ? sql`arrayEnumerate(mentions.entity)` : sql`arrayCumSum(${isActive})`
  return sql`(SELECT ${columns}, mentions.entity AS named, mentions.count AS counts, mentions.sentiment AS sentiments, ${nth} AS nths,
        mentions.stance AS stances
      FROM readings PREWHERE ${answersOf(view)})
    ARRAY JOIN named AS named_entity, counts AS m, nths AS p,
      arrayMap(x -> ${sql.raw(fromNeutral('x'))}, sentiments) AS s, arrayMap(x -> ${sql.raw(isJudged('x'))}, sentiments) AS j,
      arrayMap(x -> x != 'unknown', stances) AS k, arrayMap(x -> x = 'recommended', stances) AS r
    ${view.onlyActive ? sql`` : sql`WHERE has(${active}, named_entity)`}`
}

// Answers, mentions, judged answers, sentiments, positions, known stances and recommendations of an entity. Entity 0 counts
// all answers.
const sumsOfNamed = sql.raw(
  'toFloat64(count()) AS y, toFloat64(sum(m)) AS ms, toFloat64(sum(j)) AS js, toFloat64(sum(s)) AS ss, toFloat64(sum(p)) AS ps, toFloat64(sum(k)) AS ks, toFloat64(sum(r)) AS rs',
)
const sumsOfAnswers = sql.raw(
  'toUInt16(0) AS entity, toFloat64(count()) AS y, toFloat64(0) AS ms, toFloat64(0) AS js, toFloat64(0) AS ss, toFloat64(0) AS ps, toFloat64(0) AS ks, toFloat64(0) AS rs',
)

const daysQuery = (scan: Scan): Sql => {
  const columns = sql`toUInt16(toDate(executed_at)) AS day, ${engineOf(scan)} AS place`
  return sql`SELECT day, place AS engine, groupArray(entity) AS entities, groupArray([y, ms, js, ss, ps, ks, rs]) AS sums FROM (
      SELECT day, place, named_entity AS entity, ${sumsOfNamed} FROM ${namedIn(scan, columns)}
      GROUP BY day, place, entity
      UNION ALL
      SELECT day, place, ${sumsOfAnswers} FROM (SELECT ${columns} FROM readings PREWHERE ${answersOf(scan.view)})
      GROUP BY day, place)
    GROUP BY day, engine ORDER BY day, engine`
}

const totalOf = ({ view, active }: Scan): Sql =>
  view.onlyActive
    ? sql`arraySum(mentions.count)`
    : sql`arraySum(arrayMap((e, c) -> if(has(${active}, e), c, 0), mentions.entity, mentions.count))`

/**
 * From the inside out: sums per cell (prompt and engine); each cell's answers n, answers that mention the
 * brand (own), mentions tn and their squares ttn, for the noise of single runs; sums per prompt. Uses arrays
 * instead of window functions, which would sort all rows once per partition.
 */
function promptsQuery(scan: Scan): Sql {
  // One number with fixed bits for prompt (32), engine (16) and entity (16), so that keys cannot collide.
  // Grouping by it takes two thirds of the time of three columns.
  const cell = sql`bitShiftLeft(toUInt64(prompt), 32) + toUInt64(${engineOf(scan)}) * 65536 AS cell`
  const columns = sql`${cell}, toUInt32(${totalOf(scan)}) AS t, has(mentions.entity, ${brandEntity}) AS with_brand`
  return sql`SELECT prompt, groupArray(entity) AS entities, groupArray(sums) AS sums FROM (
      SELECT prompt, entity, [${clusterColumns}] AS sums FROM (
        SELECT toUInt32(bitShiftRight(any(key), 32)) AS prompt, sumIf(y, entity = 0) AS n, sumIf(y, entity = ${brandEntity}) AS own,
          sum(ms) AS tn, sum(mt) AS ttn, groupArray((entity, y, ms, js, ss, ps, mm, mt, s2, p2, both, ks, rs)) AS all_named
        FROM (
          SELECT cell + named_entity AS key, toUInt16(key) AS entity, ${sumsOfNamed}, ${squaresOfNamed}
          FROM ${namedIn(scan, columns)} GROUP BY key
          UNION ALL
          SELECT cell AS key, ${sumsOfAnswers}, ${noSquares}
          FROM (SELECT ${cell} FROM readings PREWHERE ${answersOf(scan.view)}) GROUP BY key)
        GROUP BY bitShiftRight(key, 16))
      ARRAY JOIN all_named.1 AS entity, all_named.2 AS y, all_named.3 AS ms, all_named.4 AS js, all_named.5 AS ss,
        all_named.6 AS ps, all_named.7 AS mm, all_named.8 AS mt, all_named.9 AS s2, all_named.10 AS p2, all_named.11 AS both,
        all_named.12 AS ks, all_named.13 AS rs
      GROUP BY prompt, entity)
    GROUP BY prompt ORDER BY prompt`
}

// Per answer; t is the number of all mentions in it.
const squaresOfNamed = sql.raw(`toFloat64(sum(m * m)) AS mm, toFloat64(sum(m * t)) AS mt, toFloat64(sum(s * s)) AS s2,
  toFloat64(sum(p * p)) AS p2, toFloat64(sum(with_brand)) AS both`)
const noSquares = sql.raw('0. AS mm, 0. AS mt, 0. AS s2, 0. AS p2, 0. AS both')

const times = (squares: string) => `sum(n > 1 ? n / (n - 1) * ${squares} : 0)`
const within = (squares: string) => times(`greatest(0, ${squares})`)

/** Columns of an entity in a prompt, in the order that `clusterEntity` reads. */
const clusterColumns = sql.raw(
  [
    'sum(y), sum(ms), sum(js), sum(ss), sum(ps), sum(mm), sum(mt), sum(s2), sum(p2), sum(both)',
    within('y - y * y / n'),
    within('tn > 0 ? mm - 2 * ms / tn * mt + pow(ms / tn, 2) * ttn : 0'),
    within('js > 0 ? s2 - ss * ss / js : 0'),
    within('y > 0 ? p2 - ps * ps / y : 0'),
    times('(y - 2 * both + (2 * own * y - y * y) / n)'),
    'sum(ks), sum(rs)',
    within('ks > 0 ? rs - rs * rs / ks : 0'),
    'toFloat64(countIf(n = 1))',
  ].join(', '),
)

interface EntityRow {
  /** 0 counts all answers. */
  entities: number[]
  sums: number[][]
}

interface PromptRow extends EntityRow {
  prompt: number
}

interface DayRow extends EntityRow {
  day: number
  /** Index of the engine. */
  engine: number
}

function clusterOf({ entities, sums }: PromptRow, topic: number | undefined): Cluster {
  const cluster = { topic, answers: 0, mentions: 0, mentionSquares: 0, singleCells: 0 }
  const named = new Map<number, ClusterEntity>()
  entities.forEach((entity, index) => {
    const columns = sums[index] as number[]
    const own = clusterEntity(columns)
    if (entity === 0) {
      cluster.answers = own.answers
      cluster.singleCells = columns.at(-1) as number
      return
    }
    cluster.mentions += own.mentions
    cluster.mentionSquares += own.mentionProducts
    named.set(entity, own)
  })
  return { ...cluster, entities: named }
}

function clusterEntity(columns: readonly number[]): ClusterEntity {
  const at = (index: number) => columns[index] as number
  return {
    ...{ answers: at(0), mentions: at(1), judged: at(2), sentiments: at(3), ranks: at(4) },
    ...{ stances: at(15), recommended: at(16) },
    ...{ mentionSquares: at(5), mentionProducts: at(6), sentimentSquares: at(7), rankSquares: at(8) },
    withBrand: at(9),
    withinCells: {
      visibility_pct: at(10),
      market_share_pct: at(11),
      sentiment_score: at(12),
      avg_rank: at(13),
      recommended_pct: at(17),
    },
    withinGap: at(14),
  }
}

function dailyPlaceOf({ day, engine, entities, sums }: DayRow): DailyPlace {
  const named = new Map<number, EntityCounts>()
  let [all, mentions] = [0, 0]
  entities.forEach((entity, index) => {
    const [answers = 0, own = 0, judged = 0, sentiments = 0, ranks = 0, stances = 0, recommended = 0] = sums[
      index
    ] as number[]
    if (entity === 0) all = answers
    else named.set(entity, { answers, mentions: own, judged, sentiments, ranks, stances, recommended })
    mentions += own
  })
  return { engine: String(engine), day, answers: all, mentions, entities: named }
}

/** The counts that ranks use. */
function countsOf(clusters: readonly Cluster[], active: readonly number[]): Counts {
  const executions = clusters.reduce((all, { answers }) => all + answers, 0)
  const entities = active.map((number) => {
    const own = clusters.flatMap((cluster) => cluster.entities.get(number) ?? [])
    const sum = (of: (entity: ClusterEntity) => number) => own.reduce((all, entity) => all + of(entity), 0)
    const judged = sum((entity) => entity.judged)
    const counts = {
      answers: sum(({ answers }) => answers),
      mentions: sum(({ mentions }) => mentions),
      judged,
      sentimentSum: sum(({ sentiments }) => sentiments) + neutralSentiment * judged,
      rankSum: sum(({ ranks }) => ranks),
      stances: sum(({ stances }) => stances),
      recommended: sum(({ recommended }) => recommended),
    }
    return [number, counts] as const
  })
  return { executions, entities: new Map(entities) }
}
