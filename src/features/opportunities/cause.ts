import type { BrandContext } from '../../kernel/context.ts'
import type { Period, StoredTopic, View } from '../visibility/index.ts'
import type { Evidence } from './evidence.ts'

export const categories = ['content', 'technical', 'platform'] as const

/** Why there is something to do. */
export interface OpportunityCandidate {
  category: (typeof categories)[number]
  kind: string
  /** What it is about: with its kind, the same as long as it is the same cause. */
  subject: string
  topicId: string | null
  title: string
  /** What shows it. Addresses and titles in it are text of third parties. */
  evidence: Evidence
  /** Answers of the window that it concerns; of several pages, pairs of a page and an answer. */
  reach: number
}

/** What causes are looked for in. */
export interface Search {
  ctx: BrandContext
  view: View
  topics: readonly StoredTopic[]
  period: Period
}

/** The topic of a prompt, by its number. */
export function topicOfPrompts(topics: readonly StoredTopic[]): Map<number, StoredTopic> {
  return new Map(topics.flatMap((topic) => topic.prompts.map((prompt) => [prompt, topic] as const)))
}
