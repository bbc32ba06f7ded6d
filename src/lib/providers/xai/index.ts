import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readXaiResponse } from './read.ts'
import { protocol } from './request.ts'

export const xai = defineProvider({
  kind: 'xai',
  name: 'xAI',
  baseUrl: 'https://api.x.ai/v1',
  engines: ['grok'],
  protocol,
  format: 'xai-responses',
  formats: {
    'xai-responses': {
      read: readXaiResponse,
      textAt: ['output.*.content.*.text', 'output.*.content.*.refusal'],
      engine: 'grok',
    },
  },
  prices,
})
