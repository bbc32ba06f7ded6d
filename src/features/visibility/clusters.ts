import { unassignedTopic } from '../topics/index.ts'
import type { StoredTopic } from './topic-tree.ts'

/** What is taken for independent of one another: prompts, or topics where several prompts are wordings of one. */
export type ClusteredBy = 'prompt' | 'topic'

/** Topics by the prompts with answers that each has; prompts in no topic are in none of them. */
const usedTopics = (topics: readonly StoredTopic[], asked: ReadonlySet<number>): number[][] =>
  topics
    .filter(({ name, parentId }) => name !== unassignedTopic || parentId !== null)
    .map(({ prompts }) => prompts.filter((number) => asked.has(number)))
    .filter((prompts) => prompts.length > 0)

/**
 * Numbers the topics of prompts with answers.
 * @returns how many topics there are, and the number of each prompt's topic
 */
export function topicsOfPrompts(
  topics: readonly StoredTopic[],
  asked: ReadonlySet<number>,
): { count: number; topicOf: ReadonlyMap<number, number> } {
  const used = usedTopics(topics, asked)
  const topicOf = used.flatMap((prompts, index) => prompts.map((prompt) => [prompt, index] as const))
  return { count: used.length, topicOf: new Map(topicOf) }
}
