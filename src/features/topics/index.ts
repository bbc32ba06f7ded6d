import { defineFeature } from '../../kernel/feature.ts'
import { createTopic, listTopics } from './topics.ts'

export { ensureTopics, type TopicPath } from './ensure-topics.ts'
export { parseTopic } from './parse-topic.ts'
export { topicName, unassignedTopic } from './topic.ts'

export const topics = defineFeature({
  name: 'topics',
  operations: [createTopic, listTopics],
  tables: { postgres: ['topics'] },
})
