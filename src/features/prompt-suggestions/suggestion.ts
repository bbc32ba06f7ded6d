import { z } from 'zod'
import { deprecatedFor } from '../../kernel/fields.ts'

/** Types of evidence, strongest first. */
export const kinds = ['searched', 'competitor', 'product', 'topic', 'model'] as const

export const suggestionSchema = z
  .object({
    text: z.string().describe('Text of the prompt.'),
    kind: z
      .enum(kinds)
      .describe(
        'Type of evidence. `searched`: search queries of engines; `competitor`: a mentioned competitor; `product`: a product of the brand; `topic`: a topic with few prompts; `model`: a language model that received all of these.',
      ),
    reason: z.string().describe('Why the prompt is useful, in words.'),
    evidence: z.object({
      answers: z.int().describe('Number of supporting answers: those that searched for it or mention the competitor.'),
      engines: z.array(z.string()).describe('Engines that searched for it.'),
      queries: z
        .array(z.object({ text: z.string(), answers: z.int() }))
        .describe('Their search queries, most answers first, at most 5.'),
      competitor_id: z.uuid().nullable(),
      product_id: z.uuid().nullable(),
    }),
    topic: z.object({ id: z.uuid(), name: z.string() }).nullable().meta(deprecatedFor('topic_id and topic_name')),
    language: z.string().nullable().describe('ISO 639-1 code. Null if unclear.'),
    countries: z.array(z.string()).describe('Suggested markets. Empty if the brand’s answers have no market.'),
    topic_id: z.uuid().nullable().describe('Suggested topic. Null if unclear.'),
    topic_name: z.string().nullable(),
  })
  .meta({ component: 'PromptSuggestion' })

export type Suggestion = Omit<z.input<typeof suggestionSchema>, 'topic_id' | 'topic_name'>

export const serializeSuggestion = (suggestion: Suggestion): z.input<typeof suggestionSchema> => ({
  ...suggestion,
  topic_id: suggestion.topic?.id ?? null,
  topic_name: suggestion.topic?.name ?? null,
})

/** The input for suggestions, except search queries. */
export interface SuggestionInput {
  brand: { name: string; aliases: readonly string[] }
  /** Active competitors, most answers first. */
  competitors: readonly {
    id: string
    name: string
    aliases: readonly string[]
    relation: string
    answers: number
  }[]
  products: readonly { id: string; name: string; kind: string; parent_id: string | null }[]
  topics: readonly { id: string; name: string; parentId: string | null; prompts: readonly number[] }[]
  prompts: readonly { number: number; text: string; topicId: string }[]
  /** Markets of the answers, by prompt number. */
  markets: ReadonlyMap<number, readonly string[]>
  /** Number of answers in the period. */
  answers: number
}
