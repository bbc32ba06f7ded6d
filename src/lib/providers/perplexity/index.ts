import { maxOutputTokens, maxSearches } from '../bounds.ts'
import { modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readPerplexityAgent } from './read-agent.ts'
import { readPerplexitySonar } from './read-sonar.ts'

/**
 * Perplexity's Agent API, at the path of both SDKs (PyPI perplexityai 0.46.1). Model names contain a slash;
 * other names are presets (`fast` … `xhigh`). Failures have the HTTP status 200 and are read with the answer.
 */
export const perplexity = defineProvider({
  kind: 'perplexity',
  keyPrefix: 'pplx-',
  name: 'Perplexity',
  baseUrl: 'https://api.perplexity.ai/v1',
  engines: ['perplexity'],
  defaultModel: 'perplexity/sonar',
  protocol: modelProtocol({
    unsaid: ({ language }) => (language === '' ? ['language'] : []),
    searches: maxSearches,
    request: ({ model, prompt, country, language }) => ({
      path: '/responses',
      body: {
        ...(model.includes('/') ? { model } : { preset: model }),
        input: prompt,
        tools: [{ type: 'web_search', user_location: { country } }],
        ...(language !== '' && { language_preference: language }),
        max_output_tokens: maxOutputTokens,
        max_steps: maxSearches,
      },
    }),
  }),
  formats: {
    'perplexity-agent': {
      read: readPerplexityAgent,
      textAt: ['output.*.content.*.text', 'output.*.content.*.refusal'],
      engine: 'perplexity',
    },
    'perplexity-sonar': {
      read: readPerplexitySonar,
      textAt: ['choices.*.message.content.*.text', 'choices.*.message.refusal'],
      engine: 'perplexity',
    },
  },
  prices,
})
