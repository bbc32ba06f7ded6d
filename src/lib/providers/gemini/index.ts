import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { readGemini } from './read.ts'
import { protocol } from './request.ts'

export const gemini = defineProvider({
  kind: 'gemini',
  name: 'Google Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  engines: ['gemini'],
  terms: 'Google’s terms of grounding with Google Search reportedly forbid analyzing grounded results',
  protocol,
  format: 'gemini',
  formats: {
    gemini: {
      read: readGemini,
      textAt: ['candidates.*.content.parts?.*.text', 'steps.*.content.*.text'],
      engine: 'gemini',
    },
  },
  prices,
})
