import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readCloro } from './read.ts'
import { protocol } from './request.ts'

export const cloro = defineProvider({
  kind: 'cloro',
  name: 'Cloro',
  baseUrl: 'https://api.cloro.dev/v1',
  engines: ['chatgpt', 'perplexity', 'gemini', 'copilot', 'google-ai-overviews', 'google-ai-mode'],
  defaultModel: '',
  protocol,
  formats: {
    cloro: {
      read: readCloro,
      textAt: ['response.', 'result.', ''].flatMap((at) =>
        ['markdown', 'text', 'aioverview.markdown', 'aioverview.text'].map((path) => at + path),
      ),
    },
  },
  prices,
})
