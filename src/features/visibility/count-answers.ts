import { committedUntil } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { Period } from './period.ts'

/** Which readings figures are made of: one state of a brand's history. */
export interface Snapshot {
  brandId: string
  /** The version of readings in use. */
  version: number
  /** The last committed batch: answers that came later are not seen. */
  seq: number
}

/** Sums over the answers that name an entity. */
interface EntityCounts {
  answers: number
  mentions: number
  /** Hundredths of points. */
  sentimentSum: number
  rankSum: number
}

export interface Counts {
  /** All answers, whomever they name. */
  executions: number
  entities: Map<number, EntityCounts>
}

interface CountRow {
  grouping: string
  entity: number
  first: string
  answers: string
  mention_sum: string
  sentiment_sum: string
  rank_sum: string
}

export interface CountOptions {
  /** A column, or an expression over columns, to count by; one group with an empty name where not given. */
  grouping?: Sql | undefined
  timeoutSeconds?: number | undefined
  /** The readings name nobody but active entities, so that places need not be counted among them. */
  onlyActive?: boolean | undefined
}

/**
 * Counts answers and what they say of the active entities, in one scan. An entity's rank in an answer is how many
 * active entities are named first no later than it: a running count along the mentions, which are stored by offset.
 * An answer that names nobody is joined as one row of entity 0, so that the first rows are as many as the answers.
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
  const rows = await clickhouse.query<CountRow>(
    sql`SELECT ${grouping} AS grouping, entity, countIf(nth <= 1) AS first, count() AS answers,
        sum(named) AS mention_sum, sum(sentiment) AS sentiment_sum, sum(place) AS rank_sum
      FROM readings
      LEFT ARRAY JOIN mentions.entity AS entity, mentions.count AS named, mentions.sentiment AS sentiment,
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
      sentimentSum: Number(row.sentiment_sum),
      rankSum: Number(row.rank_sum),
    })
  }
  return groups
}

/** What answers come from. */
export interface SourceCounts {
  /** Prompts that were answered. */
  prompts: number
  /** Pairs of a page and an answer that cites it. */
  citations: number
}

/** Counts prompts and citations of answers in groups. */
export async function countSources(
  { clickhouse, config }: Services,
  snapshot: Snapshot,
  period: Period,
  grouping: Sql,
): Promise<Map<string, SourceCounts>> {
  const rows = await clickhouse.query<{ grouping: string; prompt_count: string; citation_count: string }>(
    sql`SELECT ${grouping} AS grouping, uniqExact(prompt) AS prompt_count, sum(length(citations.url)) AS citation_count
      FROM readings PREWHERE ${inSnapshot(snapshot, period)} GROUP BY grouping`,
    config.QUERY_TIMEOUT_SECONDS,
  )
  return new Map(
    rows.map((row) => [
      String(row.grouping),
      { prompts: Number(row.prompt_count), citations: Number(row.citation_count) },
    ]),
  )
}

export const noAnswers = (): Counts => ({ executions: 0, entities: new Map() })

/** The counts of groups together, where no answer is in two of them. */
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
  sentimentSum: a.sentimentSum + b.sentimentSum,
  rankSum: a.rankSum + b.rankSum,
})

/** The readings of a snapshot that are of a period. */
export const inSnapshot = ({ brandId, version, seq }: Snapshot, period: Period): Sql =>
  sql`brand_id = ${brandId} AND version = ${version} AND ${inPeriod(period)} AND ${committedUntil(seq)}`

/** From the first moment of the period's first day to the last of its last. */
export function inPeriod({ start_date, end_date }: Period): Sql {
  const start = new Date(start_date)
  const end = new Date(Date.parse(end_date) + 86_400_000)
  return sql`executed_at >= ${start} AND executed_at < ${end}`
}
