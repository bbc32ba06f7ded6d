import type { Services } from '../../core/context.ts'
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
export interface EntityCounts {
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
  /** Pairs of a page and an answer that cites it; only where they are asked for. */
  citations: number
  /** Prompts that were answered; only where they are asked for. */
  prompts: number
}

interface CountRow {
  grouping: string
  entity: number
  answers: string
  mention_sum: string
  sentiment_sum: string
  rank_sum: string
  citation_sum: string
  prompt_count: string
}

export interface CountOptions {
  /** A column, or an expression over columns, to count by; one group with an empty name where not given. */
  grouping?: Sql | undefined
  timeoutSeconds?: number | undefined
  /** Also count citations and prompts. */
  withSources?: boolean | undefined
}

/**
 * Counts answers and what they say of the active entities, in one scan. An entity's rank in an answer is how many
 * active entities are named first no later than it: a running count along the mentions, which are stored by offset.
 * Every answer also carries an entity 0, so that the same scan counts all answers.
 */
export async function countAnswers(
  { clickhouse }: Services,
  snapshot: Snapshot,
  period: Period,
  condition: Sql,
  active: readonly number[],
  { grouping = sql`''`, timeoutSeconds, withSources = false }: CountOptions = {},
): Promise<Map<string, Counts>> {
  const sources = withSources
    ? sql`sumIf(length(citations.url), entity = 0) AS citation_sum, uniqExactIf(prompt, entity = 0) AS prompt_count`
    : sql`0 AS citation_sum, 0 AS prompt_count`
  const rows = await clickhouse.query<CountRow>(
    sql`SELECT toString(${grouping}) AS grouping, entity, count() AS answers, sum(named) AS mention_sum,
        sum(sentiment) AS sentiment_sum, sum(place) AS rank_sum, ${sources}
      FROM readings
      ARRAY JOIN
        arrayPushFront(mentions.entity, 0) AS entity,
        arrayPushFront(mentions.count, 0) AS named,
        arrayPushFront(mentions.sentiment, 0) AS sentiment,
        arrayPushFront(arrayCumSum(arrayMap(e -> has(${active}, e), mentions.entity)), 0) AS place
      WHERE ${inSnapshot(snapshot, period)} AND ${condition}
        AND has(${[0, ...active]}, entity)
      GROUP BY grouping, entity`,
    timeoutSeconds,
  )
  const groups = new Map<string, Counts>()
  for (const row of rows) {
    const group = groups.get(row.grouping) ?? noAnswers()
    groups.set(row.grouping, group)
    if (row.entity === 0) {
      group.executions = Number(row.answers)
      group.citations = Number(row.citation_sum)
      group.prompts = Number(row.prompt_count)
      continue
    }
    group.entities.set(row.entity, {
      answers: Number(row.answers),
      mentions: Number(row.mention_sum),
      sentimentSum: Number(row.sentiment_sum),
      rankSum: Number(row.rank_sum),
    })
  }
  return groups
}

export const noAnswers = (): Counts => ({ executions: 0, entities: new Map(), citations: 0, prompts: 0 })

/** The counts of groups together, where no answer and no prompt is in two of them. */
export function sumOf(groups: Iterable<Counts>): Counts {
  const sum = noAnswers()
  for (const { executions, entities, citations, prompts } of groups) {
    sum.executions += executions
    sum.citations += citations
    sum.prompts += prompts
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

/** The readings of a snapshot, from the first moment of the period's first day to the last of its last. */
export function inSnapshot({ brandId, version, seq }: Snapshot, { start_date, end_date }: Period): Sql {
  const start = new Date(start_date)
  const end = new Date(Date.parse(end_date) + 86_400_000)
  return sql`brand_id = ${brandId} AND version = ${version} AND executed_at >= ${start} AND executed_at < ${end}
    AND seq <= ${seq}`
}
