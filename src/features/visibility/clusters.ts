import { unassignedTopic } from '../topics/index.ts'
import type { StoredTopic } from './topic-tree.ts'

/** What is taken for independent of one another: prompts, or topics where several prompts are wordings of one. */
export type ClusteredBy = 'prompt' | 'topic'

/** Fewer topics do not tell how they differ. */
const minTopics = 10

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

/**
 * Chooses what answers are clustered by: topics, where ten or more of them have answers and some of these have several
 * prompts. What stands in no topic is a cluster by itself.
 * @param asked prompts with answers
 */
export function chooseClusters(
  topics: readonly StoredTopic[],
  asked: ReadonlySet<number>,
): { by: ClusteredBy; clusterOf(prompt: number): number } {
  const used = usedTopics(topics, asked)
  if (used.length < minTopics || used.every((prompts) => prompts.length === 1))
    return { by: 'prompt', clusterOf: (prompt) => prompt }
  // No prompt has a number below 0.
  const topicOf = new Map(used.flatMap((prompts, index) => prompts.map((number) => [number, -1 - index])))
  return { by: 'topic', clusterOf: (prompt) => topicOf.get(prompt) ?? prompt }
}
