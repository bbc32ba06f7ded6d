import { z } from 'zod'
import { answered, failed, pending, sumOf, timeOf, unreadable } from '../build-answer.ts'
import { type JoinedText, joinText, shifted } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import {
  anyList,
  anything,
  list,
  loose,
  looseCount,
  looseText,
  looseTexts,
  optional,
  readShape,
  textField,
  typeOf,
} from '../shape.ts'
import { isWordRange, textOffsets } from '../text-offsets.ts'

const bodyShape = z.object({
  id: looseText,
  model: looseText,
  status: optional(z.string()),
  error: anything,
  created: anything,
  updated: anything,
  steps: anyList,
  usage: loose({
    total_input_tokens: looseCount,
    total_tool_use_tokens: looseCount,
    total_output_tokens: looseCount,
    total_thought_tokens: looseCount,
  }),
})
type Body = z.infer<typeof bodyShape>

const outputShape = z.object({ content: anyList })
const textShape = z.object({
  text: textField,
  annotations: list(
    z.object({
      type: optional(z.string()),
      url: optional(z.string()),
      title: looseText,
      start_index: optional(z.number()),
      end_index: optional(z.number()),
    }),
  ),
})
const searchShape = z.object({ arguments: loose({ queries: looseTexts }) })

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
  const interaction = readShape(bodyShape, body)
  const steps = readSteps(interaction.steps)
  const facts = factsOf(interaction, steps.queries.length)
  const without = outcomeOfStatus(interaction, facts)
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

/** @param facts of the same body */
function outcomeOfStatus({ status, error }: Body, facts: AnswerFacts): ProviderAnswer | undefined {
  const words = errorMessageOf(error)
  if (words !== undefined) return failed(facts, words)
  switch (status) {
    case 'completed':
    case 'incomplete':
    case null:
    case undefined:
      return undefined
    case 'queued':
    case 'in_progress':
      return pending(facts, status)
    case 'failed':
    case 'cancelled':
    case 'requires_action':
    case 'budget_exceeded':
      return failed(facts, `the provider's status is ${status}`)
    default:
      return unreadable(`status is ${JSON.stringify(status.slice(0, 100))}, which is unknown`, facts)
  }
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
    const type = typeOf(step, path)
    if (type === 'google_search_call') {
      found.searches += 1
      found.queries.push(...readShape(searchShape, step, path).arguments.queries)
    }
    if (type !== 'model_output') return
    found.text.breakBlock()
    readShape(outputShape, step, path).content.forEach((part, at) => {
      if (typeOf(part, `${path}.content[${at}]`) === 'text') readText(found, part, `${path}.content[${at}]`)
    })
  })
  return found
}

function readText(found: Steps, part: unknown, path: string): void {
  const { text, annotations } = readShape(textShape, part, path)
  const place = found.text.add(text)
  const offsets = textOffsets(text)
  for (const { type, url, title, start_index, end_index } of annotations) {
    if ((type ?? 'url_citation') !== 'url_citation') continue
    const bytes = offsets.ofBytes(start_index ?? 0, end_index ?? 0)
    const range = bytes !== undefined && isWordRange(text, bytes) ? shifted(place, bytes) : undefined
    found.cited.push({ url, title, range })
  }
}
