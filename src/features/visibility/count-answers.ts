import { committedUntil } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Period } from './period.ts'
import { isJudged } from './sentiment-sql.ts'

export interface Snapshot {
  brandId: string
  /** The current version of the readings. */
  version: number
  /** The last committed batch. Later answers are ignored. */
  seq: number
}

interface EntityCounts {
  answers: number
  mentions: number
  /** Answers with a sentiment towards it. */
  judged: number
  /** Hundredths of points. */
  sentimentSum: number
  rankSum: number
  /** Answers whose stance towards it is known, and those that recommend it. */
  stances: number
  recommended: number
}

export interface Counts {
  executions: number
  entities: Map<number, EntityCounts>
}

interface CountRow {
  grouping: string
  entity: number
  first: string
  answers: string
  mention_sum: string
  judged_answers: string
  sentiment_sum: string
  rank_sum: string
  stance_answers: string
  recommended: string
}

export interface CountOptions {
  /** A column or expression to group by. Omit for one group with an empty name. */
  grouping?: Sql | undefined
  timeoutSeconds?: number | undefined
  /** Set if the readings mention only active entities, so that positions need not be recounted. */
  onlyActive?: boolean | undefined
}

/**
 * Counts answers and mentions of active entities in one scan. An entity's rank in an answer is the number of
 * active entities first mentioned no later than it: a running count, as mentions are stored by offset.
 * Answers without mentions join as entity 0, so that each answer has one first row.
 */
export async function countAnswers(
  { clickhouse }: Services,
  snapshot: Snapshot,
  period: Period,
  condition: Sql,
  active: readonly number[],
  { grouping = sql`''`, timeoutSeconds, onlyActive = false }: CountOptions = {},
): Promise<Map<string, Counts>> {
  const nth = sql`arrayEnumerate(mentions.entity)`
  const place = onlyActive ? nth : sql`arrayCumSum(arrayMap(e -> has(${active}, e), mentions.entity))`
  const judged = sql.raw(isJudged('sentiment'))
  const rows = await clickhouse.query<CountRow>(
    sql`SELECT ${grouping} AS grouping, entity, countIf(nth <= 1) AS first, count() AS answers,
        sum(named) AS mention_sum, countIf(${judged}) AS judged_answers, sumIf(sentiment, ${judged}) AS sentiment_sum, sum(place) AS rank_sum,
        countIf(stance != 'unknown') AS stance_answers, countIf(stance = 'recommended') AS recommended
      FROM readings
      LEFT ARRAY JOIN mentions.entity AS entity, mentions.count AS named, mentions.sentiment AS sentiment,
        mentions.stance AS stance,
        ${nth} AS nth, ${place} AS place
      PREWHERE ${inSnapshot(snapshot, period)} AND ${condition}
      GROUP BY grouping, entity`,
    timeoutSeconds,
  )
  const known = new Set(active)
  const groups = new Map<string, Counts>()
  for (const row of rows) {
    const value = String(row.grouping)
    const group = groups.get(value) ?? noAnswers()
    groups.set(value, group)
    group.executions += Number(row.first)
    if (!known.has(row.entity)) continue
    group.entities.set(row.entity, {
      answers: Number(row.answers),
      mentions: Number(row.mention_sum),
      judged: Number(row.judged_answers),
      sentimentSum: Number(row.sentiment_sum),
      rankSum: Number(row.rank_sum),
      stances: Number(row.stance_answers),
      recommended: Number(row.recommended),
    })
  }
  return groups
}

export interface SourceCounts {
  /** Prompts with answers. */
  prompts: number
  /** Pairs of a page and an answer that cites it. */
  citations: number
}

/** Counts prompts and citations by group. */
export async function countSources(
  { clickhouse }: Services,
  snapshot: Snapshot,
  period: Period,
  grouping: Sql,
): Promise<Map<string, SourceCounts>> {
  const rows = await clickhouse.query<{ grouping: string; prompt_count: string; citation_count: string }>(
    sql`SELECT ${grouping} AS grouping, uniqExact(prompt) AS prompt_count, sum(length(citations.url)) AS citation_count
      FROM readings PREWHERE ${inSnapshot(snapshot, period)} GROUP BY grouping`,
  )
  return new Map(
    rows.map((row) => [
      String(row.grouping),
      { prompts: Number(row.prompt_count), citations: Number(row.citation_count) },
    ]),
  )
}

export const noAnswers = (): Counts => ({ executions: 0, entities: new Map() })

/** Sums disjoint groups of answers. */
export function sumOf(groups: Iterable<Counts>): Counts {
  const sum = noAnswers()
  for (const { executions, entities } of groups) {
    sum.executions += executions
    for (const [number, counts] of entities) {
      const before = sum.entities.get(number)
      sum.entities.set(number, before === undefined ? counts : added(before, counts))
    }
  }
  return sum
}

const added = (a: EntityCounts, b: EntityCounts): EntityCounts => ({
  answers: a.answers + b.answers,
  mentions: a.mentions + b.mentions,
  judged: a.judged + b.judged,
  sentimentSum: a.sentimentSum + b.sentimentSum,
  rankSum: a.rankSum + b.rankSum,
  stances: a.stances + b.stances,
  recommended: a.recommended + b.recommended,
})

export const inSnapshot = ({ brandId, version, seq }: Snapshot, period: Period): Sql =>
  sql`brand_id = ${brandId} AND version = ${version} AND ${inPeriod(period)} AND ${committedUntil(seq)}`

export function inPeriod({ start_date, end_date }: Period): Sql {
  const start = new Date(start_date)
  const end = new Date(Date.parse(end_date) + 86_400_000)
  return sql`executed_at >= ${start} AND executed_at < ${end}`
}
