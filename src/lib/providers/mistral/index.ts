import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readMistralConversation } from './read.ts'
import { protocol } from './request.ts'

export const mistral = defineProvider({
  kind: 'mistral',
  name: 'Mistral',
  baseUrl: 'https://api.mistral.ai/v1',
  engines: ['mistral'],
  protocol,
  format: 'mistral-conversations',
  formats: {
    'mistral-conversations': {
      read: readMistralConversation,
      textAt: ['outputs.*.content.*.text'],
      engine: 'mistral',
    },
  },
  prices,
})
