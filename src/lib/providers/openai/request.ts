import { maxOutputTokens, maxSearches, usageOf } from '../bounds.ts'
import { readAnswer } from '../failures.ts'
import type { AskedSource, Protocol, ProviderRequest, Question } from '../protocol.ts'
import { bearer, directRequest } from '../requests.ts'

/**
 * OpenAI's Responses API (npm openai 6.49.0, `responses.d.ts`). Forces a search, as an answer without one
 * cannot cite. The provider ignores tool calls beyond the limit. OpenAI stores nothing (`store`).
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: () => ['language'],
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, maxSearches),
  submit: ({ model, prompt, country }: Question, source: AskedSource): ProviderRequest =>
    directRequest(source, {
      path: '/responses',
      headers: bearer(source),
      body: {
        model,
        input: prompt,
        tools: [{ type: 'web_search', user_location: { type: 'approximate', country } }],
        tool_choice: 'required',
        include: ['web_search_call.action.sources'],
        max_output_tokens: maxOutputTokens,
        max_tool_calls: maxSearches,
        store: false,
      },
    }),
  readSubmission: readAnswer,
}
