import { sql as postgres } from 'kysely'
import { cacheByDataVersion } from '../../../kernel/brand-facts.ts'
import type { Brand, Services } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { compare } from '../metrics.ts'

export interface StoredTopic {
  id: string
  name: string
  /** The parent root topic. Null for a root topic. */
  parentId: string | null
  /** Numbers of its prompts, excluding those of subtopics. */
  prompts: number[]
}

/**
 * A brand's topics: root topics by name, each followed by its subtopics by name.
 * @param lastPrompt ignores newer prompts, which have greater numbers
 */
export async function readTopics(services: Services, brand: Brand, lastPrompt: number): Promise<StoredTopic[]> {
  const topics = await cacheByDataVersion(services, brand, 'topics', () => readTree(services, brand.id))
  if (lastPrompt >= brand.last_prompt) return topics
  return topics.map((topic) => ({
    ...topic,
    prompts: topic.prompts.filter((number) => number <= lastPrompt),
  }))
}

async function readTree({ db }: Services, brandId: string): Promise<StoredTopic[]> {
  const topics = await db
    .selectFrom('topics')
    .leftJoin('prompts', 'prompts.topic_id', 'topics.id')
    .select([
      'topics.id',
      'topics.name',
      'topics.parent_id as parentId',
      postgres<
        number[]
      >`coalesce(json_agg(prompts.number order by prompts.number) filter (where prompts.number is not null), '[]')`.as(
        'prompts',
      ),
    ])
    .where('topics.brand_id', '=', brandId)
    .groupBy('topics.id')
    .execute()
  topics.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
  const below = Map.groupBy(topics, (topic) => topic.parentId)
  return (below.get(null) ?? []).flatMap((root) => [root, ...(below.get(root.id) ?? [])])
}

/** Root topics with the prompts of their subtopics, by name. Omits topics without prompts. */
export function rootTopics(topics: readonly StoredTopic[]): StoredTopic[] {
  const trees = Map.groupBy(topics, (topic) => topic.parentId ?? topic.id)
  return topics.flatMap((root) => {
    if (root.parentId !== null) return []
    const prompts = (trees.get(root.id) ?? []).flatMap((topic) => topic.prompts).sort((a, b) => a - b)
    return prompts.length === 0 ? [] : [{ ...root, prompts }]
  })
}

/** SQL for the index of an answer's topic in the list, from 1. 0 if its prompt has none or was deleted. */
export function placeOfTopic(topics: readonly Pick<StoredTopic, 'prompts'>[]): Sql {
  const prompts = topics.flatMap((topic) => topic.prompts)
  if (prompts.length === 0) return sql`0`
  const places = topics.flatMap((topic, index) => topic.prompts.map(() => index + 1))
  return sql`transform(prompt, ${prompts}, ${places}, 0)`
}
