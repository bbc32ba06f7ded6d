import { maxOutputTokens, maxSearches, usageOf } from '../bounds.ts'
import { readAnswer } from '../failures.ts'
import type { Protocol } from '../protocol.ts'
import { bearer, directRequest } from '../requests.ts'

/** Engines with native search in OpenRouter. By default it may use another one, with incomparable results. */
const withOwnSearch = new Set(['chatgpt', 'claude', 'grok', 'perplexity'])
/** Results per search. */
const maxResults = 10

/** OpenRouter's chat completions with its search tool (npm @openrouter/sdk 1.3.19), not its old plugin. */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: () => ['language'],
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, maxSearches),
  submit: ({ engine, model, prompt, country }, source) =>
    directRequest(source, {
      path: '/chat/completions',
      headers: bearer(source),
      body: {
        model,
        messages: [{ role: 'user', content: prompt }],
        tools: [
          {
            type: 'openrouter:web_search',
            parameters: {
              engine: withOwnSearch.has(engine) ? 'native' : 'exa',
              max_uses: maxSearches,
              max_results: maxResults,
              max_total_results: maxSearches * maxResults,
              user_location: { type: 'approximate', country },
            },
          },
        ],
        max_tokens: maxOutputTokens,
      },
    }),
  readSubmission: readAnswer,
}
