import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { unassignedTopic } from '../topics/index.ts'
import { answersOf } from './answers-of-view.ts'
import type { StoredTopic } from './topic-tree.ts'
import type { View } from './view.ts'

/** What is taken for independent of one another: prompts, or topics where several prompts are wordings of one. */
export type ClusteredBy = 'prompt' | 'topic'

/** Fewer topics do not tell how they differ. */
const minTopics = 10

/** What the answers of a view are of. */
export interface Asked {
  /** In their order. */
  engines: string[]
  prompts: ReadonlySet<number>
}

/** Reads which prompts and engines have answers. */
export async function readAsked({ services }: BrandContext, view: View): Promise<Asked> {
  const rows = await services.clickhouse.query<{ engine: string; prompts: number[] }>(
    sql`SELECT engine, groupUniqArray(prompt) AS prompts FROM readings PREWHERE ${answersOf(view)}
      GROUP BY engine ORDER BY engine`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return {
    engines: rows.map(({ engine }) => engine),
    prompts: new Set(rows.flatMap(({ prompts }) => prompts)),
  }
}

/**
 * Chooses what answers are clustered by: topics, where ten or more of them have answers and some of these have several
 * prompts. What stands in no topic is a cluster by itself.
 * @param asked prompts with answers
 */
export function chooseClusters(
  topics: readonly StoredTopic[],
  asked: ReadonlySet<number>,
): { by: ClusteredBy; cluster: Sql } {
  const used = topics
    .filter(({ name, parentId }) => name !== unassignedTopic || parentId !== null)
    .map(({ prompts }) => prompts.filter((number) => asked.has(number)))
    .filter((prompts) => prompts.length > 0)
  if (used.length < minTopics || used.every((prompts) => prompts.length === 1))
    return { by: 'prompt', cluster: sql`toInt64(prompt)` }
  const numbers = used.flat()
  const places = used.flatMap((prompts, index) => prompts.map(() => -1 - index))
  return {
    by: 'topic',
    cluster: sql`transform(toInt64(prompt), ${numbers}::Array(Int64), ${places}::Array(Int64), toInt64(prompt))`,
  }
}
