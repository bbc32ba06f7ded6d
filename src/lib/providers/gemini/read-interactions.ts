import { z } from 'zod'
import { answered, failed, outcomeOf, sumOf, timeOf } from '../build-answer.ts'
import { type JoinedText, joinText, shifted } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import * as shape from '../shape.ts'
import { isWordRange, textOffsets } from '../text-offsets.ts'

const bodyShape = z.object({
  id: shape.looseText,
  model: shape.looseText,
  status: shape.optional(z.string()),
  error: shape.anything,
  created: shape.anything,
  updated: shape.anything,
  steps: shape.anyList,
  usage: shape.loose({
    total_input_tokens: shape.looseCount,
    total_tool_use_tokens: shape.looseCount,
    total_output_tokens: shape.looseCount,
    total_thought_tokens: shape.looseCount,
  }),
})
type Body = z.infer<typeof bodyShape>

const outputShape = z.object({ content: shape.anyList })
const textShape = z.object({
  text: shape.textField,
  annotations: shape.list(shape.link.extend({ type: shape.optional(z.string()) })),
})
const searchShape = z.object({ arguments: shape.loose({ queries: shape.looseTexts }) })

const statuses = {
  complete: ['completed', 'incomplete'],
  pending: ['queued', 'in_progress'],
  failed: ['failed', 'cancelled', 'requires_action', 'budget_exceeded'],
}

interface Steps {
  text: JoinedText
  cited: PageMention[]
  queries: string[]
  searches: number
}

/**
 * Gemini's Interactions. Annotations count UTF-8 bytes of their part and quote nothing, so a place counts
 * only if it starts and ends at word boundaries. Consulted pages and cost are not reported.
 */
export function readGeminiInteraction(body: unknown): ProviderAnswer {
  const interaction = shape.readShape(bodyShape, body)
  const steps = readSteps(interaction.steps)
  const facts = factsOf(interaction, steps.queries.length)
  const words = errorMessageOf(interaction.error)
  if (words !== undefined) return failed(facts, words)
  const without = outcomeOf(statuses, facts, 'status', interaction.status)
  if (without !== undefined) return without
  const hasSearched = steps.searches > 0 || steps.cited.length > 0
  return answered(facts, {
    text: steps.text.text,
    cited: steps.cited,
    queries: steps.queries,
    search: hasSearched ? 'searched' : 'not_searched',
    truncated: interaction.status === 'incomplete',
    emptyReason: interaction.status === 'incomplete' ? 'the answer was cut before its first word' : undefined,
  })
}

function factsOf({ id, model, created, updated, usage }: Body, searches: number): AnswerFacts {
  return {
    engine: 'gemini',
    surface: 'api',
    model,
    taskId: id,
    executedAt: timeOf(updated) ?? timeOf(created),
    usage: {
      inputTokens: sumOf(usage.total_input_tokens, usage.total_tool_use_tokens),
      outputTokens: sumOf(usage.total_output_tokens, usage.total_thought_tokens),
      searches,
    },
  }
}

function readSteps(steps: readonly unknown[]): Steps {
  const found: Steps = { text: joinText(), cited: [], queries: [], searches: 0 }
  steps.forEach((step, index) => {
    const path = `steps[${index}]`
    const type = shape.typeOf(step, path)
    if (type === 'google_search_call') {
      found.searches += 1
      found.queries.push(...shape.readShape(searchShape, step, path).arguments.queries)
    }
    if (type !== 'model_output') return
    found.text.breakBlock()
    shape.readShape(outputShape, step, path).content.forEach((part, at) => {
      if (shape.typeOf(part, `${path}.content[${at}]`) === 'text') readText(found, part, `${path}.content[${at}]`)
    })
  })
  return found
}

function readText(found: Steps, part: unknown, path: string): void {
  const { text, annotations } = shape.readShape(textShape, part, path)
  const place = found.text.add(text)
  const offsets = textOffsets(text)
  for (const { type, url, title, start_index, end_index } of annotations) {
    if ((type ?? 'url_citation') !== 'url_citation') continue
    const bytes = offsets.ofBytes(start_index ?? 0, end_index ?? 0)
    const range = bytes !== undefined && isWordRange(text, bytes) ? shifted(place, bytes) : undefined
    found.cited.push({ url, title, range })
  }
}
