import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readOxylabs } from './read.ts'
import { protocol } from './request.ts'

export const oxylabs = defineProvider({
  kind: 'oxylabs',
  name: 'Oxylabs',
  baseUrl: 'https://data.oxylabs.io/v1',
  engines: ['chatgpt', 'perplexity', 'google-ai-overviews', 'google-ai-mode'],
  defaultModel: '',
  protocol,
  formats: {
    oxylabs: {
      read: readOxylabs,
      textAt: [
        ...['markdown_text', 'answer_results_md', 'response_text'],
        ...['results.ai_overviews', 'ai_overviews'].map((overviews) => `${overviews}.*.answer_text.*.fragments.*.text`),
      ].map((path) => `results.*.content.${path}`),
    },
  },
  prices,
})
