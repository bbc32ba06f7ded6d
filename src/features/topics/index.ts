export { createTopic } from './create-topic.ts'
export { ensureTopics, type TopicPath } from './ensure-topics.ts'
export { listTopics } from './list-topics.ts'
export { topicName, unassignedTopic } from './topic.ts'
