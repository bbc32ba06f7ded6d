import { questionTerms, termsOf } from '../passages/terms.ts'

/** Terms that are at most so far apart belong together. */
const windowTerms = 8
/** What a pair of terms adds, as a share of the weight of the lighter one. */
const share = 0.5

/**
 * What is added to the score of a passage for terms of the question that stand together: for each two that follow each
 * other in the question and here, and for each two of its telling terms within a few words (after D. Metzler, W. B.
 * Croft, "A Markov Random Field Model for Term Dependencies", SIGIR 2005).
 * @param weights idf of the terms
 */
export function proximityScore(
  question: string,
  weights: ReadonlyMap<string, number>,
): (passage: { headings: readonly string[]; text: string }) => number {
  const following = pairsOf(termsOf(question))
  const telling = pairsOf(questionTerms(question))
  const weightOf = (a: string, b: string) => share * Math.min(weights.get(a) ?? 0, weights.get(b) ?? 0)
  return ({ headings, text }) => {
    const texts = [text, ...headings].map(termsOf)
    let sum = 0
    for (const [a, b] of following)
      if (texts.some((terms) => standsNear(terms, a, b, 0, 1))) sum += weightOf(a, b)
    for (const [a, b] of telling)
      if (texts.some((terms) => standsNear(terms, a, b, windowTerms, windowTerms))) sum += weightOf(a, b)
    return sum
  }
}

const pairsOf = (terms: readonly string[]) =>
  terms.slice(1).map((term, index) => [terms[index] as string, term] as const)

/** Whether `b` stands at most so many terms before or after `a`. */
function standsNear(terms: readonly string[], a: string, b: string, before: number, after: number): boolean {
  for (let at = terms.indexOf(a); at !== -1; at = terms.indexOf(a, at + 1))
    for (let near = Math.max(0, at - before); near <= at + after; near += 1)
      if (near !== at && terms[near] === b) return true
  return false
}
