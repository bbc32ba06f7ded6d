import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readOpenAiResponse } from './read.ts'
import { protocol } from './request.ts'

export const openai = defineProvider({
  kind: 'openai',
  name: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  engines: ['chatgpt'],
  protocol,
  format: 'openai-responses',
  formats: {
    'openai-responses': {
      read: readOpenAiResponse,
      textAt: ['output.*.content.*.text', 'output.*.content.*.refusal'],
      engine: 'chatgpt',
    },
  },
  prices,
})
