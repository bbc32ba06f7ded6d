import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { serializeTopic, topicSchema } from './topic.ts'

export const listTopics = defineOperation({
  name: 'list-topics',
  summary: 'List topics and subtopics, newest first',
  ...brandRead('read:basic', '/topics'),
  fields: {},
  list: storedRows(20),
  data: z.array(topicSchema),
  async run({ ctx: { services, brand }, page }) {
    const topics = services.db.selectFrom('topics').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(topics, 'topics', page)
    return { data: rows.map(serializeTopic), next }
  },
})
