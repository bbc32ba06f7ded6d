import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readBrightData } from './read.ts'
import { protocol } from './request.ts'

export const brightdata = defineProvider({
  kind: 'brightdata',
  name: 'Bright Data',
  baseUrl: 'https://api.brightdata.com',
  engines: ['chatgpt', 'perplexity', 'gemini', 'copilot', 'grok', 'google-ai-overviews', 'google-ai-mode'],
  defaultModel: '',
  modelMeans: 'the zone of its SERP API, for AI Overviews',
  protocol,
  formats: {
    brightdata: {
      read: readBrightData,
      textAt: [
        ...['answer_text_markdown', 'answer_text'],
        ...['ai_overview.markdown', 'ai_overview.text', 'ai_overview.texts'],
      ].flatMap((path) => [path, `*.${path}`]),
    },
  },
  prices,
})
