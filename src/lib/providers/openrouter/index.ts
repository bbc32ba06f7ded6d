import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { openAiChat } from './read.ts'
import { protocol } from './request.ts'

export const openrouter = defineProvider({
  kind: 'openrouter',
  name: 'OpenRouter',
  baseUrl: 'https://openrouter.ai/api/v1',
  engines: ['chatgpt', 'claude', 'gemini', 'grok', 'perplexity', 'mistral', 'deepseek', 'meta-ai'],
  protocol,
  format: 'openai-chat',
  formats: { 'openai-chat': openAiChat },
  prices,
})
