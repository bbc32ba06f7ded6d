import { wilson } from '../../lib/statistics/ratio-interval.ts'
import { sumBy } from '../../lib/statistics/sum-by.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { answersOf, compare } from '../visibility/index.ts'
import { type OpportunityCandidate, type Search, topicOfPrompts } from './cause.ts'

/** Fewer warnings can be misreadings, as can a share of warnings that may be as low as this. */
const minWarnings = 3
const misreadShare = 0.05
const shownAnswers = 20

interface Row {
  prompt: number
  judged: string
  warned: string
  /** Time and id of the newest warnings. */
  newest: [string, string][]
}

/**
 * Finds root topics where answers warn against the brand: at least three, and more than one in twenty of the answers with
 * a known stance towards it, by the lower end of Wilson's interval (1927). If only the share itself is above that, it
 * keeps an opportunity open but opens none.
 */
export async function topicsWithWarnings({ ctx, view, topics, period }: Search): Promise<OpportunityCandidate[]> {
  const isWarning = sql`stance = 'warned_against'`
  const rows = await ctx.services.clickhouse.query<Row>(
    sql`SELECT prompt, count() AS judged, countIf(${isWarning}) AS warned, arraySlice(arrayReverseSort(
        groupArrayIf((toString(executed_at), toString(answer_id)), ${isWarning})), 1, ${shownAnswers}) AS newest
      FROM readings ARRAY JOIN mentions.entity AS entity, mentions.stance AS stance
      WHERE ${answersOf(view)} AND entity = ${brandEntity} AND stance != 'unknown' GROUP BY prompt ORDER BY prompt`,
  )
  const rootOf = new Map(topics.map(({ id, parentId }) => [id, parentId ?? id]))
  const topicOf = topicOfPrompts(topics)
  const byRoot = Map.groupBy(rows, ({ prompt }) => rootOf.get(topicOf.get(prompt)?.id ?? ''))
  return topics.flatMap((topic): OpportunityCandidate[] => {
    const own = byRoot.get(topic.id) ?? []
    const judged = sumBy(own, (row) => Number(row.judged))
    const warned = sumBy(own, (row) => Number(row.warned))
    if (warned < minWarnings || warned <= misreadShare * judged) return []
    const newest = own.flatMap((row) => row.newest).sort(([a], [b]) => compare(b, a))
    const evidence = {
      ...{ ...period, judged_answers: judged, warning_answers: warned },
      execution_ids: newest.slice(0, shownAnswers).map(([, id]) => id),
    }
    const title = `Correct what answers warn about on ${topic.name}`
    const isWeak = wilson(warned / judged, judged, 1.96).low <= misreadShare
    const cause = { category: 'content' as const, kind: 'warned_against', subject: topic.id, isWeak }
    return [{ ...cause, topicId: topic.id, title, evidence, reach: warned }]
  })
}
