import { assumedSearches, maxOutputTokens, usageOf } from '../bounds.ts'
import { readAnswer } from '../failures.ts'
import type { Protocol } from '../protocol.ts'
import { bearer, directRequest } from '../requests.ts'

/**
 * Mistral's Conversations (npm @mistralai/mistralai 2.7.0). Supports neither country, language nor a search
 * limit. It is unknown whether `tool_choice` forces a search. Mistral stores nothing (`store`).
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: () => ['country', 'language'],
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, assumedSearches),
  submit: ({ model, prompt }, source) =>
    directRequest(source, {
      path: '/conversations',
      headers: bearer(source),
      body: {
        model,
        inputs: prompt,
        tools: [{ type: 'web_search' }],
        completion_args: { max_tokens: maxOutputTokens, tool_choice: 'required' },
        store: false,
      },
    }),
  readSubmission: readAnswer,
}
