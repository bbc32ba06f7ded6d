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
  /** Required by `openai-compatible`, for instance `http://127.0.0.1:11434/v1`. */
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

/**
 * Lines that stand before and after a text which others have written. They are a hash of the text, which the text cannot
 * contain: it cannot end itself and go on as an instruction.
 */
export const boundaryOf = (text: string) => hash('sha256', text, 'hex').slice(0, 32)
