import type { TopicPath } from './ensure-topics.ts'
import { topicName, unassignedTopic } from './topic.ts'

/** Parses `"Parent / Child"`. A slash separates only next to spaces or at either end, not inside a word. */
export function parseTopic(topic: string | undefined): TopicPath {
  if (topic === undefined) return { root: unassignedTopic, child: undefined }
  const levels = topic.split(/(?<=\s|^)\/(?=\s|$)/)
  if (levels.length > 2) throw new Error('topic must have at most two levels, such as "Parent / Child"')
  const names = levels.map((name) => topicName.safeParse(name))
  const [root, child] = names.map((name) => name.data)
  if (root === undefined || names.some((name) => !name.success))
    throw new Error('topic names must have 1 to 200 characters')
  return { root, child }
}
