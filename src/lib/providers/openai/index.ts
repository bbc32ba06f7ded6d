import { maxOutputTokens, maxSearches } from '../bounds.ts'
import { type ModelApi, modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { openAiResponses } from './read.ts'

/**
 * OpenAI's Responses API (npm openai 6.49.0, `responses.d.ts`). Forces a search, as an answer without one
 * cannot cite. The provider ignores tool calls beyond the limit. OpenAI stores nothing (`store`).
 */
export const responsesApi = {
  unsaid: () => ['language'],
  searches: maxSearches,
  request: ({ model, prompt, country }) => ({
    path: '/responses',
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
} satisfies ModelApi

export const openai = defineProvider({
  kind: 'openai',
  name: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  engines: ['chatgpt'],
  protocol: modelProtocol(responsesApi),
  formats: { 'openai-responses': openAiResponses },
  prices,
})
