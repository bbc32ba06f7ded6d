import { randomUUID } from 'node:crypto'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { brandRows } from '../../kernel/pagination.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { serializeTopic, topicName, topicSchema } from './topic.ts'

export const listTopics = defineOperation({
  name: 'list-topics',
  summary: 'List topics and subtopics, newest first',
  ...brandRead('read:basic', '/topics'),
  ...brandRows('topics', topicSchema, serializeTopic),
})

export const createTopic = defineChange({
  name: 'create-topic',
  summary: 'Create a root topic or a subtopic',
  ...forEditors,
  fields: {
    name: topicName,
    parent_topic_id: uuid.optional().describe('Parent root topic. Omit to create a root topic.'),
  },
  data: topicSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const parentId = input.parent_topic_id ?? null
    if (parentId !== null) {
      const found = transaction
        .selectFrom('topics')
        .select('parent_id')
        .where('id', '=', parentId)
        .where('brand_id', '=', brand.id)
      const parent = await found.executeTakeFirst()
      if (parent === undefined) throw invalidRequest('parent_topic_id: the brand has no such topic')
      if (parent.parent_id !== null) throw invalidRequest('parent_topic_id must be a root topic')
    }
    const row = {
      id: randomUUID(),
      brand_id: brand.id,
      parent_id: parentId,
      name: input.name,
      created_at: services.now(),
    }
    const insert = transaction
      .insertInto('topics')
      .values(row)
      .onConflict((on) => on.doNothing())
    const topic = await insert.returningAll().executeTakeFirst()
    if (topic === undefined) throw conflict(`name: a topic named ${JSON.stringify(input.name)} already exists`)
    const data = serializeTopic(topic)
    return { data, audit: { before: null, after: data } }
  },
})
