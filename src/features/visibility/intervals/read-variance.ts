import type { BrandContext } from '../../../kernel/context.ts'
import { minClusters } from '../../../lib/statistics/ratio-interval.ts'
import type { VarianceParts } from '../../../lib/statistics/sample-size.ts'
import {
  type DayCount,
  type HalvedCell,
  type ThinReason,
  varianceParts,
} from '../../../lib/statistics/variance-parts.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { brandEntity } from '../../answers/index.ts'
import { answersOf } from '../view/answers-of-view.ts'
import type { StoredTopic } from '../view/topic-tree.ts'
import type { View } from '../view/view.ts'
import { type ClusteredBy, topicsOfPrompts } from './clusters.ts'

/** Variances that differ by less are considered equal. */
const rounding = 1e-9

export interface VisibilityVariance {
  answers: number
  /** Days with answers, and the span from the first to the last of them. */
  days: number
  span: number
  prompts: number
  by: ClusteredBy
  clusters: number
  /** Answers by engine. */
  engines: Map<string, number>
  /** 0 to 1; null without answers. */
  share: number | null
  /** The parts of the variance, or why they are unknown. */
  parts: VarianceParts | ThinReason
}

/** Reads the variance of visibility: one scan by day and engine, one by prompt, engine and half. */
export async function readVariance(
  ctx: BrandContext,
  view: View,
  topics: readonly StoredTopic[],
): Promise<VisibilityVariance> {
  const days = await readDays(ctx, view)
  const dates = [...new Set(days.map(({ day }) => day))].sort()
  const { services } = ctx
  const middle = dates[Math.floor(dates.length / 2)] ?? view.period.end_date
  const rows = await services.clickhouse.query<Omit<HalvedCell, 'cluster'>>(
    sql`SELECT prompt, toString(engine) AS engine,
        [toFloat64(countIf(NOT later)), toFloat64(countIf(later))] AS n,
        [toFloat64(countIf(named AND NOT later)), toFloat64(countIf(named AND later))] AS y
      FROM (SELECT *, executed_at >= ${new Date(middle)} AS later, has(mentions.entity, ${brandEntity}) AS named
        FROM readings PREWHERE ${answersOf(view)})
      GROUP BY prompt, engine ORDER BY prompt, engine`,
  )
  const prompts = new Set(rows.map(({ prompt }) => prompt))
  const { by, cells, parts } = clusteredParts(rows, days, topicsOfPrompts(topics, prompts))
  const engines = new Map<string, number>()
  for (const { engine, b } of days) engines.set(engine, (engines.get(engine) ?? 0) + b)
  const answers = days.reduce((all, { b }) => all + b, 0)
  return {
    answers,
    days: dates.length,
    span: spanOf(dates),
    prompts: prompts.size,
    by,
    clusters: new Set(cells.map(({ cluster }) => cluster)).size,
    engines,
    share: answers === 0 ? null : days.reduce((all, { a }) => all + a, 0) / answers,
    parts,
  }
}

/** Clusters by topic if at least five topics have answers and vary more than prompts, as intervals do. */
function clusteredParts(
  rows: readonly Omit<HalvedCell, 'cluster'>[],
  days: readonly DayCount[],
  { count, topicOf }: ReturnType<typeof topicsOfPrompts>,
) {
  const clusteredBy = (by: ClusteredBy, clusterOf: (prompt: number) => number) => {
    const cells = rows.map((cell) => ({ ...cell, cluster: clusterOf(cell.prompt) }))
    return { by, cells, parts: varianceParts(cells, days) }
  }
  const byPrompt = clusteredBy('prompt', (prompt) => prompt)
  if (count < minClusters || typeof byPrompt.parts === 'string') return byPrompt
  // Negative, so that topics do not collide with prompt numbers.
  const byTopic = clusteredBy('topic', (prompt) => -1 - (topicOf.get(prompt) ?? -1 - prompt))
  const isLarger = typeof byTopic.parts !== 'string' && byTopic.parts.prompt > byPrompt.parts.prompt + rounding
  return isLarger ? byTopic : byPrompt
}

async function readDays({ services }: BrandContext, view: View): Promise<DayCount[]> {
  return services.clickhouse.query<DayCount>(
    sql`SELECT toString(toDate(executed_at)) AS day, toString(engine) AS engine, toFloat64(count()) AS b,
        toFloat64(countIf(has(mentions.entity, ${brandEntity}))) AS a
      FROM readings PREWHERE ${answersOf(view)} GROUP BY day, engine ORDER BY day, engine`,
  )
}

function spanOf(dates: readonly string[]): number {
  const [first, last] = [dates[0], dates.at(-1)]
  return first === undefined || last === undefined ? 0 : (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
}
