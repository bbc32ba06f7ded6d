import type { PricedUsage } from '../prices.ts'
import type { Question } from '../protocol.ts'

// What a request allows a model to use. The worst case that is reserved follows from it, so that a bound that is too wide
// holds back a budget, and one that is too narrow cuts answers. Recorded answers: docs/collection.md.

/** Tokens of an answer with its thoughts: twice the longest recorded one (3,773, of which 3,136 are thoughts). */
export const maxOutputTokens = 8000

/** Searches for one answer: recorded answers took one or two, and one that was told to take its time took ten. */
export const maxSearches = 5

/** Where a provider takes no bound of searches, this many are reserved for. */
export const assumedSearches = 10

/** Half again what a search brought in recorded answers: 7,200 to 8,000 tokens. */
const tokensPerSearch = 12_000
/** Instructions of the provider's own, with the descriptions of its tools: 2,000 in a recorded answer without searches. */
const tokensOfTools = 3000

/**
 * Tokens that go into an answer, at most: after each search the model reads all that it has read before once more, which
 * is charged each time (401,468 tokens for ten searches were recorded). A token has at least one byte.
 */
export function inputTokens({ prompt }: Question, searches: number, perSearch = tokensPerSearch): number {
  const rounds = searches + 1
  const found = (searches * rounds) / 2
  return rounds * (Buffer.byteLength(prompt) + tokensOfTools) + found * perSearch
}

/** What an answer of a model takes at most. */
export const usageOf = (question: Question, searches: number, perSearch?: number): PricedUsage => ({
  inputTokens: inputTokens(question, searches, perSearch),
  outputTokens: maxOutputTokens,
  searches,
})

/** A vendor charges by the task. */
export const singleTaskUsage = (): PricedUsage => ({ tasks: 1 })
