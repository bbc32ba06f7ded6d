import type { ModelSuggestion } from './ask-model.ts'
import { languagesOf, noEvidence } from './from-knowledge.ts'
import { languageOf } from './languages.ts'
import type { Suggestion, SuggestionInput } from './suggestion.ts'

/** Prompts of the language model with the brand's current topics and markets. */
export function fromModel(told: readonly ModelSuggestion[], material: SuggestionInput): Suggestion[] {
  const asked = languagesOf(material)
  const topics = new Map(material.topics.map((topic) => [topic.name.toLowerCase(), topic]))
  return told.map(({ text, topic: named, reason }) => {
    const topic = topics.get(named?.toLowerCase() ?? '')
    const language = languageOf(text)?.code ?? null
    return {
      text,
      kind: 'model',
      reason:
        reason === null ? 'The language model suggests it.' : `The language model suggests it: ${reason}`,
      evidence: noEvidence,
      topic: topic === undefined ? null : { id: topic.id, name: topic.name },
      language,
      countries: (asked.find((one) => one.language.code === language) ?? asked[0])?.countries ?? [],
    }
  })
}
