import { questionTerms, termsOf } from '../passages/terms.ts'

/** Maximum distance of related terms. */
const windowTerms = 8
/** Bonus per pair, as a share of the smaller weight. */
const share = 0.5

/**
 * Returns a function that computes a passage's bonus for nearby terms of the question: for each pair of consecutive
 * terms, and for each pair of significant terms within a few words (after D. Metzler, W. B. Croft, "A Markov Random
 * Field Model for Term Dependencies", SIGIR 2005).
 * @param weights idf of the terms
 */
export function proximityScore(
  question: string,
  weights: ReadonlyMap<string, number>,
): (passage: { headings: readonly string[]; text: string }) => number {
  const following = pairsOf(termsOf(question))
  const significant = pairsOf(questionTerms(question))
  const weightOf = (a: string, b: string) => share * Math.min(weights.get(a) ?? 0, weights.get(b) ?? 0)
  return ({ headings, text }) => {
    const texts = [text, ...headings].map(termsOf)
    let sum = 0
    for (const [a, b] of following)
      if (texts.some((terms) => occursNear(terms, a, b, 0, 1))) sum += weightOf(a, b)
    for (const [a, b] of significant)
      if (texts.some((terms) => occursNear(terms, a, b, windowTerms, windowTerms))) sum += weightOf(a, b)
    return sum
  }
}

const pairsOf = (terms: readonly string[]) =>
  terms.slice(1).map((term, index) => [terms[index] as string, term] as const)

/** Whether `b` occurs at most `before` terms before or `after` terms after `a`. */
function occursNear(terms: readonly string[], a: string, b: string, before: number, after: number): boolean {
  for (let at = terms.indexOf(a); at !== -1; at = terms.indexOf(a, at + 1))
    for (let near = Math.max(0, at - before); near <= at + after; near += 1)
      if (near !== at && terms[near] === b) return true
  return false
}
