import { maxOutputTokens } from '../bounds.ts'
import { modelProtocol } from '../model-protocol.ts'
import { openAiChat } from '../openrouter/read.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }

/**
 * A server with OpenAI's chat completions, such as Ollama, vLLM, LM Studio, llama.cpp or LiteLLM: the part
 * that all have, in which the model answers from what it learned.
 */
export const openaiCompatible = defineProvider({
  kind: 'openai-compatible',
  name: 'OpenAI-compatible server',
  baseUrl: 'http://localhost:11434/v1',
  engines: ['meta-ai', 'mistral', 'deepseek', 'chatgpt', 'claude', 'gemini', 'grok'],
  protocol: modelProtocol({
    unsaid: () => ['country', 'language'],
    searches: 0,
    request: ({ model, prompt }) => ({
      path: '/chat/completions',
      body: { model, messages: [{ role: 'user', content: prompt }], max_tokens: maxOutputTokens },
    }),
  }),
  formats: { 'openai-chat': openAiChat },
  prices,
})
