import { hash } from 'node:crypto'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'

export interface LanguageModelOptions {
  provider: 'openai-compatible' | 'openai' | 'anthropic' | 'google'
  model: string
  /** Required by `openai-compatible`, for instance `http://127.0.0.1:11434/v1`. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
}

export function languageModel({ provider, model, baseUrl, apiKey }: LanguageModelOptions): LanguageModel {
  const settings = {
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

/**
 * Why a model gave nothing, in words that hold nothing of keys or addresses.
 * @param who as in `the embedding model`
 */
export function modelFailure(who: string, error: unknown, timeoutMs: number): string {
  const { name, statusCode } = error as { name?: string; statusCode?: number }
  if (isTimeout(error)) return `${who} did not answer within ${timeoutMs / 1000} s`
  if (statusCode === 429) return `${who} takes no more requests for now (429)`
  if (statusCode !== undefined && statusCode >= 400) return `${who} answered with the status ${statusCode}`
  return name === 'AI_NoObjectGeneratedError' || name === 'ZodError'
    ? `${who} gave an answer that is not of the form asked for`
    : `${who} cannot be reached, or its answer not be read`
}

export function isTimeout(error: unknown): boolean {
  const { name } = error as { name?: string }
  return name === 'TimeoutError' || name === 'AbortError'
}
