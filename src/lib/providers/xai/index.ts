import { maxOutputTokens, maxSearches } from '../bounds.ts'
import { modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readXaiResponse } from './read.ts'

/** A turn can search both the web and X. */
const searchesPerTurn = 2

/**
 * xAI's Responses API (PyPI xai-sdk 1.21.0). The nesting of the location and `max_turns` are unverified over
 * REST: they follow OpenAI's shape and the SDK's name.
 */
export const xai = defineProvider({
  kind: 'xai',
  keyPrefix: 'xai-',
  name: 'xAI',
  baseUrl: 'https://api.x.ai/v1',
  engines: ['grok'],
  protocol: modelProtocol({
    unsaid: () => ['language'],
    searches: maxSearches * searchesPerTurn,
    request: ({ model, prompt, country }) => ({
      path: '/responses',
      body: {
        model,
        input: prompt,
        tools: [{ type: 'web_search', user_location: { type: 'approximate', country } }, { type: 'x_search' }],
        max_output_tokens: maxOutputTokens,
        max_turns: maxSearches,
        store: false,
      },
    }),
  }),
  formats: {
    'xai-responses': {
      read: readXaiResponse,
      textAt: ['output.*.content.*.text', 'output.*.content.*.refusal'],
      engine: 'grok',
    },
  },
  prices,
})
