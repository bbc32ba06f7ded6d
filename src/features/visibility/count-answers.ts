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
}

interface CountRow {
  grouping: string
  entity: number
  answers: string
  mention_sum: string
  sentiment_sum: string
  rank_sum: string
}

/**
 * Counts answers and what they say of the active entities, in one scan. An entity's rank in an answer is how many
 * active entities are named first no later than it: a running count along the mentions, which are stored by offset.
 * Every answer also carries an entity 0, so that the same scan counts all answers.
 * @param grouping a column to count by; one group with an empty name where not given
 */
export async function countAnswers(
  { clickhouse }: Services,
  snapshot: Snapshot,
  period: Period,
  condition: Sql,
  active: readonly number[],
  grouping: Sql = sql`''`,
  timeoutSeconds?: number,
): Promise<Map<string, Counts>> {
  const { brandId, version, seq } = snapshot
  const rows = await clickhouse.query<CountRow>(
    sql`SELECT toString(${grouping}) AS grouping, entity, count() AS answers, sum(named) AS mention_sum,
        sum(sentiment) AS sentiment_sum, sum(place) AS rank_sum
      FROM readings
      ARRAY JOIN
        arrayPushFront(mentions.entity, 0) AS entity,
        arrayPushFront(mentions.count, 0) AS named,
        arrayPushFront(mentions.sentiment, 0) AS sentiment,
        arrayPushFront(arrayCumSum(arrayMap(e -> has(${active}, e), mentions.entity)), 0) AS place
      WHERE brand_id = ${brandId} AND version = ${version} AND ${within(period)} AND seq <= ${seq} AND ${condition}
        AND has(${[0, ...active]}, entity)
      GROUP BY grouping, entity`,
    timeoutSeconds,
  )
  const groups = new Map<string, Counts>()
  for (const row of rows) {
    const group = groups.get(row.grouping) ?? { executions: 0, entities: new Map() }
    groups.set(row.grouping, group)
    if (row.entity === 0) {
      group.executions = Number(row.answers)
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

export const noAnswers = (): Counts => ({ executions: 0, entities: new Map() })

/** From the first moment of the first day to the last of the last. */
function within({ start_date, end_date }: Period): Sql {
  const start = new Date(start_date)
  const end = new Date(Date.parse(end_date) + 86_400_000)
  return sql`executed_at >= ${start} AND executed_at < ${end}`
}
