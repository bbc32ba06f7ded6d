import { z } from 'zod'
import { answered, failed, timeOf } from '../build-answer.ts'
import { outcomeOfFinish, readChoice } from '../chat-body.ts'
import type { PageMention } from '../merge-citations.ts'
import type { AnswerFormat } from '../provider.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import { queryOfArguments } from '../responses-body.ts'
import { anything, list, loose, looseCount, looseText, optional, page, readShape } from '../shape.ts'
import { costOfTicks, splitAnnotations } from '../xai/read.ts'

const bodyShape = z.object({
  id: looseText,
  model: looseText,
  created: anything,
  error: anything,
  usage: anything,
})
const usageShape = loose({
  prompt_tokens: looseCount,
  completion_tokens: looseCount,
  cost: looseCount,
  server_tool_use_details: loose({ web_search_requests: looseCount }),
})
const toolShape = z.object({
  type: looseText,
  arguments: looseText,
  search_results: optional(z.object({ results: list(page) })),
})

/**
 * A chat completion of OpenRouter, Groq, xAI, OpenAI or a compatible server. Annotations with a place are
 * cited; others list pages that were read, and are cited only if the text links to them. The engine is
 * unknown, and without evidence also whether a search took place.
 */
function readOpenAiChat(body: unknown): ProviderAnswer {
  const completion = readShape(bodyShape, body)
  const choice = readChoice(body)
  const tools = readTools(choice.executedTools)
  const facts = factsOf(completion, tools.searches)
  const words = errorMessageOf(completion.error)
  if (words !== undefined) return failed(facts, words)
  const without = outcomeOfFinish(choice, facts)
  if (without !== undefined) return without
  const { cited, consulted } = splitAnnotations(choice.text.text, choice.annotations)
  const hasSearched = choice.annotations.length > 0 || (facts.usage?.searches ?? 0) > 0
  return answered(facts, {
    text: choice.text.text,
    cited,
    consulted: [...consulted, ...tools.consulted],
    queries: tools.queries,
    search: hasSearched ? 'searched' : 'unknown',
    truncated: choice.truncated,
    refused: choice.refused,
    emptyReason: choice.emptyReason,
  })
}

function factsOf(completion: z.infer<typeof bodyShape>, searches: number): AnswerFacts {
  const usage = readShape(usageShape, completion.usage)
  return {
    surface: 'api',
    model: completion.model,
    taskId: completion.id,
    executedAt: timeOf(completion.created),
    costUsd: usage.cost ?? costOfTicks(completion.usage),
    usage: {
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      searches: searches > 0 ? searches : usage.server_tool_use_details.web_search_requests,
    },
  }
}

export const openAiChat: AnswerFormat = {
  read: readOpenAiChat,
  textAt: ['choices.*.message.content.*.text', 'choices.*.message.refusal'],
}

/** Reads the tool results of Groq's compound models. */
function readTools(tools: readonly unknown[]) {
  const consulted: PageMention[] = []
  const queries: string[] = []
  let searches = 0
  tools.forEach((tool, index) => {
    const path = `choices[0].message.executed_tools[${index}]`
    const { type, arguments: given, search_results } = readShape(toolShape, tool, path)
    consulted.push(...(search_results?.results ?? []))
    if (type !== 'search') return
    searches += 1
    queries.push(queryOfArguments(given))
  })
  return { consulted, queries, searches }
}
