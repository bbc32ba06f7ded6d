import { sql } from 'kysely'
import type { Brand, Services } from '../../kernel/context.ts'
import type { PromptNames } from './columns.ts'

export async function readPromptNames({ db }: Services, brand: Brand): Promise<ReadonlyMap<number, PromptNames>> {
  const rows = await db
    .selectFrom('prompts')
    .innerJoin('topics', 'topics.id', 'prompts.topic_id')
    .leftJoin('topics as parents', 'parents.id', 'topics.parent_id')
    .select([
      'prompts.number',
      'prompts.id',
      'prompts.text',
      'prompts.topic_id as topicId',
      'topics.name as topic',
      'parents.name as parent',
      sql<string[]>`array(select tags.name from prompt_tags join tags on tags.id = prompt_tags.tag_id
        where prompt_tags.prompt_id = prompts.id order by tags.name, tags.id)`.as('tags'),
    ])
    .where('prompts.brand_id', '=', brand.id)
    .execute()
  return new Map(
    rows.map(({ number, parent, topic, ...names }) => [
      number,
      { ...names, topic: parent === null ? topic : `${parent} / ${topic}` },
    ]),
  )
}
