import { unassignedTopic } from '../../topics/index.ts'
import type { StoredTopic } from '../view/topic-tree.ts'

/** The units assumed to be independent: prompts, or topics if several prompts are variants of one. */
export type ClusteredBy = 'prompt' | 'topic'

/** Prompts with answers, grouped by topic. Leaves out prompts without a topic. */
const usedTopics = (topics: readonly StoredTopic[], asked: ReadonlySet<number>): number[][] =>
  topics
    .filter(({ name, parentId }) => name !== unassignedTopic || parentId !== null)
    .map(({ prompts }) => prompts.filter((number) => asked.has(number)))
    .filter((prompts) => prompts.length > 0)

export function topicsOfPrompts(
  topics: readonly StoredTopic[],
  asked: ReadonlySet<number>,
): { count: number; topicOf: ReadonlyMap<number, number> } {
  const used = usedTopics(topics, asked)
  const topicOf = used.flatMap((prompts, index) => prompts.map((prompt) => [prompt, index] as const))
  return { count: used.length, topicOf: new Map(topicOf) }
}
