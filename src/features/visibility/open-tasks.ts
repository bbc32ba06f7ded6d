import type { Services } from '../../kernel/context.ts'
import type { Brand } from '../../kernel/tables.ts'

/** Open work for a topic. */
export interface OpenTasks {
  /** Open content opportunities. */
  contentActions: number
  /** Open opportunities of any kind. */
  all: number
}

/** Counts open opportunities by topic, without those of its subtopics. */
export async function readOpenTasks({ db }: Services, brand: Brand): Promise<Map<string, OpenTasks>> {
  const rows = await db
    .selectFrom('opportunities')
    .select(({ fn }) => ['topic_id', 'category', fn.countAll<number>().as('count')])
    .where('brand_id', '=', brand.id)
    .where('state', '=', 'open')
    .groupBy(['topic_id', 'category'])
    .execute()
  const tasks = new Map<string, OpenTasks>()
  for (const { topic_id, category, count } of rows) {
    if (topic_id === null) continue
    const ofTopic = tasks.getOrInsertComputed(topic_id, () => ({ contentActions: 0, all: 0 }))
    ofTopic.all += Number(count)
    if (category === 'content') ofTopic.contentActions += Number(count)
  }
  return tasks
}
