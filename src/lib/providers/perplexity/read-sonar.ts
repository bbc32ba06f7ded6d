import { z } from 'zod'
import { answered, failed, pending, timeOf } from '../build-answer.ts'
import { outcomeOfFinish, readChoice } from '../chat-body.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import { anything, list, loose, looseCount, looseText, optional, page, readShape } from '../shape.ts'
import { citedByMarks } from './read-agent.ts'

const bodyShape = z.object({
  id: looseText,
  model: looseText,
  created: anything,
  status: optional(z.string()),
  error: anything,
  citations: list(z.string()),
  search_results: list(page),
  usage: loose({
    prompt_tokens: looseCount,
    completion_tokens: looseCount,
    num_search_queries: looseCount,
    cost: loose({ total_cost: looseCount }),
  }),
})

/**
 * Perplexity's Sonar, for stored answers: it ended in September 2026. `[3]` in the text cites the third
 * listed page; the others were consulted. Search queries are not reported.
 */
export function readPerplexitySonar(body: unknown): ProviderAnswer {
  const response = readShape(bodyShape, body)
  const facts = factsOf(response)
  const words = errorMessageOf(response.error)
  if (words !== undefined) return failed(facts, words)
  if (response.status === 'PENDING') return pending(facts, response.status)
  const choice = readChoice(body)
  const without = outcomeOfFinish(choice, facts)
  if (without !== undefined) return without
  const titles = new Map(response.search_results.map(({ url, title }) => [url, title]))
  const listed = response.citations.map((url, index) => ({
    id: index + 1,
    url,
    title: titles.get(url) ?? '',
  }))
  const pages = listed.length > 0 ? listed : response.search_results.map((page, index) => ({ id: index + 1, ...page }))
  const { num_search_queries: searches } = response.usage
  return answered(facts, {
    text: choice.text.text,
    cited: citedByMarks(choice.text.text, pages),
    consulted: pages,
    search: pages.length > 0 || (searches ?? 0) > 0 ? 'searched' : 'unknown',
    truncated: choice.truncated,
    refused: choice.refused,
    emptyReason: choice.emptyReason,
  })
}

function factsOf({ id, model, created, usage }: z.infer<typeof bodyShape>): AnswerFacts {
  return {
    engine: 'perplexity',
    surface: 'api',
    model,
    taskId: id,
    executedAt: timeOf(created),
    costUsd: usage.cost.total_cost,
    usage: {
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      searches: usage.num_search_queries,
    },
  }
}
