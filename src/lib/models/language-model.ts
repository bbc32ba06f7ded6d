import { hash } from 'node:crypto'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { fetchFromModel } from './model-fetch.ts'

export interface LanguageModelOptions {
  provider: 'openai-compatible' | 'openai' | 'anthropic' | 'google'
  model: string
  /** Required by `openai-compatible`, such as `http://127.0.0.1:11434/v1`. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
}

export function languageModel({ provider, model, baseUrl, apiKey }: LanguageModelOptions): LanguageModel {
  const settings = {
    fetch: fetchFromModel,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  }
  switch (provider) {
    case 'openai':
      return createOpenAI(settings)(model)
    case 'anthropic':
      return createAnthropic(settings)(model)
    case 'google':
      return createGoogle(settings)(model)
    case 'openai-compatible':
      if (baseUrl === undefined) throw new Error('the provider openai-compatible needs a base URL')
      return createOpenAICompatible({ ...settings, baseURL: baseUrl, name: 'openai-compatible' })(model)
  }
}

/** A line to put around third-party text: a hash of the text, which it cannot contain to end early. */
export const boundaryOf = (text: string) => hash('sha256', text, 'hex').slice(0, 32)
