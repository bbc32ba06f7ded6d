import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readSerpApi } from './read.ts'
import { protocol } from './request.ts'

export const serpapi = defineProvider({
  kind: 'serpapi',
  name: 'SerpApi',
  baseUrl: 'https://serpapi.com',
  engines: ['google-ai-overviews', 'google-ai-mode'],
  choices: ['city'],
  defaultModel: '',
  protocol,
  formats: {
    serpapi: {
      read: readSerpApi,
      textAt: ['ai_overview.text_blocks', 'text_blocks'],
    },
  },
  prices,
})
