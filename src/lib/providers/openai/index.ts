import { maxOutputTokens, maxSearches } from '../bounds.ts'
import { type ModelApi, modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'
import { placeOf } from '../requests.ts'
import prices from './prices.json' with { type: 'json' }
import { openAiResponses } from './read.ts'

/**
 * OpenAI's Responses API (npm openai 6.49.0, `responses.d.ts`). Forces a search unless the source leaves it
 * free, as an answer without one cannot cite. The provider ignores tool calls beyond the limit. OpenAI stores nothing (`store`).
 */
export const responsesApi = {
  unsaid: () => ['language'],
  searches: maxSearches,
  request: (question) => ({
    path: '/responses',
    body: {
      model: question.model,
      input: question.prompt,
      tools: [{ type: 'web_search', user_location: placeOf(question) }],
      tool_choice: question.isSearchFree ? 'auto' : 'required',
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
  choices: ['search', 'city'],
  protocol: modelProtocol(responsesApi),
  formats: { 'openai-responses': openAiResponses },
  prices,
})
