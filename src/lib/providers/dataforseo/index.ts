import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readDataForSeo } from './read.ts'
import { protocol } from './request.ts'

export const dataforseo = defineProvider({
  kind: 'dataforseo',
  name: 'DataForSEO',
  baseUrl: 'https://api.dataforseo.com/v3',
  engines: ['chatgpt', 'gemini', 'claude', 'perplexity', 'google-ai-overviews', 'google-ai-mode'],
  defaultModel: '',
  modelMeans: 'the model for LLM Responses, used instead of the ChatGPT and Gemini websites',
  protocol,
  formats: {
    dataforseo: {
      read: readDataForSeo,
      textAt: [
        ...['markdown', 'items.*.markdown', 'items.*.text', 'items.*.sections.*.text'],
        ...['items.*.items.*.markdown', 'items.*.items.*.text'],
      ].map((path) => `tasks.*.result.*.${path}`),
    },
  },
  prices,
})
