import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { allComputedRows, executions, pageOf, periodSchema } from '../visibility/index.ts'
import type { ModelSuggestion } from './ask-model.ts'
import { fromKnowledge, languagesOf, noEvidence } from './from-knowledge.ts'
import { createNameFinder, fromQueries } from './from-queries.ts'
import { languageOf } from './languages.ts'
import { createKnownTexts, isRephrasing, type KnownTexts } from './novelty.ts'
import { readEvidence } from './read-evidence.ts'
import type { SearchedQuery } from './read-queries.ts'
import { kinds, type Suggestion, type SuggestionInput, serializeSuggestion, suggestionSchema } from './suggestion.ts'

/** Maximum suggestions per kind. Search queries are observed, other kinds inferred. */
const most = { searched: 40, competitor: 15, product: 12, topic: 8, model: 15 }

/**
 * Suggests prompts about subjects that no prompt or suggestion covers: first those without a brand's name, as their
 * answers show whether engines think of the brand; strongest evidence first.
 */
export function suggestPrompts(
  queries: readonly SearchedQuery[],
  material: SuggestionInput,
  told: readonly ModelSuggestion[] = [],
): Suggestion[] {
  const known = createKnownByLanguage(material)
  const isRephrased = createIsRephrased(queries, material)
  const find = createNameFinder(material)
  const isBranded = ({ text }: Suggestion) => Object.values(find(text)).includes(true)
  const candidates = [...fromQueries(queries, material), ...fromKnowledge(material), ...fromModel(told, material)].sort(
    (a, b) => Number(isBranded(a)) - Number(isBranded(b)) || byEvidence(a, b),
  )
  const left = { ...most }
  return candidates.filter((candidate) => {
    const { kind } = candidate
    if (left[kind] === 0 || known.hasLike(candidate) || isRephrased(candidate)) return false
    known.add(candidate)
    left[kind] -= 1
    return true
  })
}

/** A stable sort: within equal evidence, the brand's main language comes first. */
const byEvidence = (a: Suggestion, b: Suggestion) =>
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.evidence.answers - a.evidence.answers

/** The existing prompts. Generated prompts are compared only with those in their language. */
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
  const of = ({ kind, language }: Suggestion) => (kind === 'searched' || language === null ? all : inLanguage(language))
  return {
    hasLike: (suggestion: Suggestion) => of(suggestion).hasLike(suggestion.text),
    add(suggestion: Suggestion) {
      all.add(suggestion.text)
      if (suggestion.language !== null) inLanguage(suggestion.language).add(suggestion.text)
    },
  }
}

/** Whether a search query only rephrases its own prompt. Ignores word forms. */
function createIsRephrased(queries: readonly SearchedQuery[], { prompts }: SuggestionInput) {
  const texts = new Map(prompts.map(({ number, text }) => [number, text]))
  const asked = new Map(queries.map((query) => [query.text, query.prompts]))
  return ({ text, evidence }: Suggestion) =>
    evidence.queries.some((query) =>
      (asked.get(query.text) ?? []).some((number) => isRephrasing(text, texts.get(number) ?? '')),
    )
}

/** Prompts of the language model with the brand's current topics and markets. */
function fromModel(told: readonly ModelSuggestion[], material: SuggestionInput): Suggestion[] {
  const asked = languagesOf(material)
  const topics = new Map(material.topics.map((topic) => [topic.name.toLowerCase(), topic]))
  return told.map(({ text, topic: named, reason }) => {
    const topic = topics.get(named?.toLowerCase() ?? '')
    const language = languageOf(text)?.code ?? null
    return {
      text,
      kind: 'model',
      reason: reason === null ? 'The language model suggests it.' : `The language model suggests it: ${reason}`,
      evidence: noEvidence,
      topic: topic === undefined ? null : { id: topic.id, name: topic.name },
      language,
      countries: (asked.find((one) => one.language.code === language) ?? asked[0])?.countries ?? [],
    }
  })
}

export const listPromptSuggestions = defineOperation({
  name: 'list-prompt-suggestions',
  summary: 'List suggested prompts, those without brand names first',
  description:
    'From search queries of engines, mentioned competitors, the brand’s products, and topics with few prompts, in the ' +
    'languages and markets of the brand’s prompts. If a language model is configured, also from the model, which runs in ' +
    'the background after the brand’s data changes. At most 90.',
  ...brandRead('read:prompts', '/prompts/suggestions', ['answers', 'readings']),
  fields: {},
  list: allComputedRows,
  data: z.array(suggestionSchema),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    executions,
    model: z.string().nullable().describe('The model behind suggestions of kind model. Null if there are none.'),
    model_problem: z
      .string()
      .nullable()
      .describe('Why the last request to the model failed. Earlier suggestions remain.'),
  }),
  async run({ ctx, page }) {
    const { view, queries, material, told } = await readEvidence(ctx, page.after)
    const suggestions = suggestPrompts(queries, material, told?.suggestions)
    const { rows, next } = pageOf(view, suggestions, page.limit)
    return {
      data: rows.map(serializeSuggestion),
      next,
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        executions: material.answers,
        model: told?.model ?? null,
        model_problem: told?.problem ?? null,
      },
    }
  },
})
