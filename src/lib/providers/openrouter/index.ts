import { maxOutputTokens, maxSearches } from '../bounds.ts'
import { modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { openAiChat } from './read.ts'

/** Engines with native search in OpenRouter. By default it may use another one, with incomparable results. */
const withOwnSearch = new Set(['chatgpt', 'claude', 'grok', 'perplexity'])
/** Results per search. */
const maxResults = 10

/** OpenRouter's chat completions with its search tool (npm @openrouter/sdk 1.3.19), not its old plugin. */
export const openrouter = defineProvider({
  kind: 'openrouter',
  keyPrefix: 'sk-or-',
  name: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  engines: ['chatgpt', 'claude', 'gemini', 'grok', 'perplexity', 'mistral', 'deepseek', 'meta-ai'],
  protocol: modelProtocol({
    unsaid: () => ['language'],
    searches: maxSearches,
    request: ({ engine, model, prompt, country }) => ({
      path: '/chat/completions',
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
  }),
  formats: { 'openai-chat': openAiChat },
  prices,
})
