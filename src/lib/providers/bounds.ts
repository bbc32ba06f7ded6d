import type { Question } from './protocol.ts'
import type { PricedUsage } from './provider-answer.ts'

// Limits of model requests, on which reservations are based: a wide limit holds back budget, and a narrow
// one cuts answers. Recorded answers: docs/collection.md.

/** Output tokens with reasoning: twice the longest recorded answer (3,773, of which 3,136 are reasoning). */
export const maxOutputTokens = 8000

/** Searches per answer: recorded answers took one or two, and ten with an instruction to take time. */
export const maxSearches = 5

/** Reserved searches if a provider supports no limit. */
export const assumedSearches = 10

/** 1.5 times the tokens of a search in recorded answers (7,200 to 8,000). */
const tokensPerSearch = 12_000
/** The provider's own instructions and tool descriptions: 2,000 in a recorded answer without searches. */
const tokensOfTools = 3000

/**
 * Maximum input tokens of an answer: after each search the model reads everything again and is charged for it
 * (ten searches took 401,468 tokens in a recorded answer). A token has at least one byte.
 */
export function inputTokens({ prompt }: Question, searches: number, perSearch = tokensPerSearch): number {
  const rounds = searches + 1
  const found = (searches * rounds) / 2
  return rounds * (Buffer.byteLength(prompt) + tokensOfTools) + found * perSearch
}

/** Maximum usage of a model's answer. */
export const usageOf = (question: Question, searches: number, perSearch?: number): PricedUsage => ({
  inputTokens: inputTokens(question, searches, perSearch),
  outputTokens: maxOutputTokens,
  searches,
})

/** Usage of a vendor that charges by task. */
export const singleTaskUsage = (): PricedUsage => ({ tasks: 1 })
