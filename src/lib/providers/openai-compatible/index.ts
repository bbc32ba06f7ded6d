import { openAiChat } from '../openrouter/read.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }
import { protocol } from './request.ts'

/** A server with OpenAI's chat completions, such as Ollama, vLLM, LM Studio, llama.cpp or LiteLLM. */
export const openaiCompatible = defineProvider({
  kind: 'openai-compatible',
  name: 'OpenAI-compatible server',
  baseUrl: 'http://localhost:11434/v1',
  engines: ['meta-ai', 'mistral', 'deepseek', 'chatgpt', 'claude', 'gemini', 'grok'],
  protocol,
  format: 'openai-chat',
  formats: { 'openai-chat': openAiChat },
  prices,
})
