import { answered } from '../build-answer.ts'
import type { AnswerFormat } from '../provider.ts'
import type { ProviderAnswer } from '../provider-answer.ts'
import {
  emptyReasonOf,
  isIncomplete,
  outcomeOfStatus,
  readMessages,
  readResponsesBody,
  readSearchCalls,
  responsesFacts,
  tokensOf,
} from '../responses-body.ts'

/**
 * OpenAI's Responses API, also on Azure. Text annotations are cited; sources of searches and opened pages
 * were consulted. The body has no cost.
 */
function readOpenAiResponse(body: unknown): ProviderAnswer {
  const response = readResponsesBody(body)
  const calls = readSearchCalls(response.output, ['web_search_call', 'web_search_preview_call'])
  const facts = {
    ...responsesFacts(response, 'chatgpt'),
    usage: { ...tokensOf(response.usage), searches: calls.searches },
  }
  const without = outcomeOfStatus(response, facts)
  if (without !== undefined) return without
  const { text, annotations, refused } = readMessages(response.output)
  const hasSearched = calls.searches > 0 || calls.consulted.some(({ url }) => url)
  return answered(facts, {
    text: text.text,
    cited: annotations,
    consulted: calls.consulted,
    queries: calls.queries,
    search: hasSearched || annotations.length > 0 ? 'searched' : 'not_searched',
    truncated: isIncomplete(response),
    refused,
    emptyReason: emptyReasonOf(response),
  })
}

export const openAiResponses: AnswerFormat = {
  read: readOpenAiResponse,
  textAt: ['output.*.content.*.text', 'output.*.content.*.refusal'],
  engine: 'chatgpt',
}
