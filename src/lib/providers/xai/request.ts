import { maxOutputTokens, maxSearches, usageOf } from '../bounds.ts'
import { readAnswer } from '../failures.ts'
import type { Protocol } from '../protocol.ts'
import { bearer, directRequest } from '../requests.ts'

/** A turn can search both the web and X. */
const searchesPerTurn = 2

/**
 * xAI's Responses API (PyPI xai-sdk 1.21.0). The nesting of the location and `max_turns` are unverified over
 * REST: they follow OpenAI's shape and the SDK's name.
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: () => ['language'],
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, maxSearches * searchesPerTurn),
  submit: ({ model, prompt, country }, source) =>
    directRequest(source, {
      path: '/responses',
      headers: bearer(source),
      body: {
        model,
        input: prompt,
        tools: [
          { type: 'web_search', user_location: { type: 'approximate', country } },
          { type: 'x_search' },
        ],
        max_output_tokens: maxOutputTokens,
        max_turns: maxSearches,
        store: false,
      },
    }),
  readSubmission: readAnswer,
}
