import { assumedSearches, maxOutputTokens } from '../bounds.ts'
import { modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readMistralConversation } from './read.ts'

/**
 * Mistral's Conversations (npm @mistralai/mistralai 2.7.0). Supports neither country, language nor a search
 * limit. It is unknown whether `tool_choice` forces a search. Mistral stores nothing (`store`).
 */
export const mistral = defineProvider({
  kind: 'mistral',
  name: 'Mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  engines: ['mistral'],
  choices: ['search'],
  protocol: modelProtocol({
    unsaid: () => ['country', 'language'],
    searches: assumedSearches,
    request: ({ model, prompt, isSearchFree }) => ({
      path: '/conversations',
      body: {
        model,
        inputs: prompt,
        tools: [{ type: 'web_search' }],
        completion_args: { max_tokens: maxOutputTokens, tool_choice: isSearchFree ? 'auto' : 'required' },
        store: false,
      },
    }),
  }),
  formats: {
    'mistral-conversations': {
      read: readMistralConversation,
      textAt: ['outputs.*.content.*.text'],
      engine: 'mistral',
    },
  },
  prices,
})
