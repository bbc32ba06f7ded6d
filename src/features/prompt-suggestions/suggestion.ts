import { z } from 'zod'
import { deprecatedFor } from '../../kernel/fields.ts'

/** The kinds of evidence, the strongest first. */
export const kinds = ['searched', 'competitor', 'product', 'topic', 'model'] as const

export const suggestionSchema = z
  .object({
    text: z.string().describe('The prompt'),
    kind: z
      .enum(kinds)
      .describe(
        'Where it comes from: what engines searched for, a competitor that answers name, a product of the brand, a topic with few prompts, a language model that knows all of them',
      ),
    reason: z.string().describe('Why it is worth asking, in words'),
    evidence: z.object({
      answers: z
        .int()
        .describe('Answers that speak for it: those that searched for it, or name the competitor'),
      engines: z.array(z.string()).describe('Engines that searched for it'),
      queries: z
        .array(z.object({ text: z.string(), answers: z.int() }))
        .describe('What they searched for, in the words of most answers first; at most five'),
      competitor_id: z.uuid().nullable(),
      product_id: z.uuid().nullable(),
    }),
    topic: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta(deprecatedFor('topic_id and topic_name')),
    language: z.string().nullable().describe('ISO 639-1; null where the text does not tell'),
    countries: z.array(z.string()).describe('Markets to ask it in; none where the brand’s answers have none'),
    topic_id: z.uuid().nullable().describe('Where it belongs, as far as can be told'),
    topic_name: z.string().nullable(),
  })
  .meta({ component: 'PromptSuggestion' })

/** A suggestion as it is found. */
export type Suggestion = Omit<z.input<typeof suggestionSchema>, 'topic_id' | 'topic_name'>

export const serializeSuggestion = (suggestion: Suggestion): z.input<typeof suggestionSchema> => ({
  ...suggestion,
  topic_id: suggestion.topic?.id ?? null,
  topic_name: suggestion.topic?.name ?? null,
})

/** What suggestions are made of, beside queries. */
export interface SuggestionInput {
  brand: { name: string; aliases: readonly string[] }
  /** Active ones, those of most answers first. */
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
  /** Markets of the answers to each prompt, by its number. */
  markets: ReadonlyMap<number, readonly string[]>
  /** Answers in the period. */
  answers: number
}
