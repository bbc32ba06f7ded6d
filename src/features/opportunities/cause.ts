import type { BrandContext } from '../../kernel/context.ts'
import type { Period, StoredTopic, View } from '../visibility/index.ts'
import type { Evidence } from './evidence.ts'

export const categories = ['content', 'technical', 'platform'] as const

/** The cause of an opportunity. */
export interface OpportunityCandidate {
  category: (typeof categories)[number]
  kind: string
  /** Identifies the cause within its kind; stable while the cause is the same. */
  subject: string
  topicId: string | null
  title: string
  /** URLs and titles in it are untrusted third-party text. */
  evidence: Evidence
  /** Affected answers in the period; for several pages, pairs of page and answer. */
  reach: number
  /** Whether it is too weak to open an opportunity, but keeps one open. */
  isWeak?: boolean
}

/** The data to search for causes. */
export interface Search {
  ctx: BrandContext
  view: View
  topics: readonly StoredTopic[]
  period: Period
}

/** Topics by prompt number. */
export function topicOfPrompts(topics: readonly StoredTopic[]): Map<number, StoredTopic> {
  return new Map(topics.flatMap((topic) => topic.prompts.map((prompt) => [prompt, topic] as const)))
}
