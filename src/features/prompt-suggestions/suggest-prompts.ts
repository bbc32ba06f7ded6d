import type { ModelSuggestion } from './ask-model.ts'
import { fromKnowledge } from './from-knowledge.ts'
import { fromModel } from './from-model.ts'
import { fromQueries } from './from-queries.ts'
import { languageOf } from './languages.ts'
import { createKnownTexts, isRephrasing, type KnownTexts } from './novelty.ts'
import type { SearchedQuery } from './read-queries.ts'
import { kinds, type Suggestion, type SuggestionInput } from './suggestion.ts'

/** How many of each kind: what was searched for is seen, the others are inferred. */
const most = { searched: 40, competitor: 15, product: 12, topic: 8, model: 15 }

/**
 * Prompts worth asking, those with the strongest evidence first. None is about what a prompt of the brand, or one before it,
 * asks already.
 */
export function suggestPrompts(
  queries: readonly SearchedQuery[],
  material: SuggestionInput,
  told: readonly ModelSuggestion[] = [],
): Suggestion[] {
  const known = createKnownByLanguage(material)
  const isRephrased = createIsRephrased(queries, material)
  const candidates = [
    ...fromQueries(queries, material),
    ...fromKnowledge(material),
    ...fromModel(told, material),
  ].sort(byEvidence)
  const left = { ...most }
  return candidates.filter((candidate) => {
    const { kind } = candidate
    if (left[kind] === 0 || known.hasLike(candidate) || isRephrased(candidate)) return false
    known.add(candidate)
    left[kind] -= 1
    return true
  })
}

/** Those of equal evidence stay as they are: in the brand’s main language first. */
const byEvidence = (a: Suggestion, b: Suggestion) =>
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.evidence.answers - a.evidence.answers

/**
 * What is asked already. What was searched for is compared with everything; what is made in a language, with what is in that one,
 * as a question in another language is another question.
 */
function createKnownByLanguage({ prompts }: SuggestionInput) {
  const all = createKnownTexts(prompts.map(({ text }) => text))
  const spoken = prompts.map(({ text }) => ({ text, code: languageOf(text)?.code }))
  const known = new Map<string, KnownTexts>()
  function inLanguage(code: string): KnownTexts {
    const found =
      known.get(code) ??
      createKnownTexts(spoken.filter((prompt) => (prompt.code ?? code) === code).map(({ text }) => text))
    known.set(code, found)
    return found
  }
  const of = ({ kind, language }: Suggestion) =>
    kind === 'searched' || language === null ? all : inLanguage(language)
  return {
    hasLike: (suggestion: Suggestion) => of(suggestion).hasLike(suggestion.text),
    add(suggestion: Suggestion) {
      all.add(suggestion.text)
      if (suggestion.language !== null) inLanguage(suggestion.language).add(suggestion.text)
    },
  }
}

/** Whether engines only put a prompt into other words: compared with those prompts, forms of words count as one. */
function createIsRephrased(queries: readonly SearchedQuery[], { prompts }: SuggestionInput) {
  const texts = new Map(prompts.map(({ number, text }) => [number, text]))
  const asked = new Map(queries.map((query) => [query.text, query.prompts]))
  return ({ text, evidence }: Suggestion) =>
    evidence.queries.some((query) =>
      (asked.get(query.text) ?? []).some((number) => isRephrasing(text, texts.get(number) ?? '')),
    )
}
