import { findJsonExcess } from '../json-excess.ts'
import { MissingTextError, unreadable } from './build-answer.ts'
import { outcomeOfEmpty } from './empty-answers.ts'
import { readAnthropicMessage } from './formats/anthropic-messages.ts'
import { readBrightData } from './formats/brightdata.ts'
import { readCloro } from './formats/cloro.ts'
import { readDataForSeo } from './formats/dataforseo.ts'
import { readGemini } from './formats/gemini.ts'
import { readMistralConversation } from './formats/mistral-conversations.ts'
import { readOpenAiChat } from './formats/openai-chat.ts'
import { readOpenAiResponse } from './formats/openai-responses.ts'
import { readOxylabs } from './formats/oxylabs.ts'
import { readPerplexityAgent } from './formats/perplexity-agent.ts'
import { readPerplexitySonar } from './formats/perplexity-sonar.ts'
import { readSerpApi } from './formats/serpapi.ts'
import { readXaiResponse } from './formats/xai-responses.ts'
import type { ProviderAnswer, ResponseFormat } from './provider-answer.ts'
import { UnreadableBody } from './shape.ts'

const readers: Record<ResponseFormat, (body: unknown) => ProviderAnswer> = {
  'openai-responses': readOpenAiResponse,
  'anthropic-messages': readAnthropicMessage,
  gemini: readGemini,
  'xai-responses': readXaiResponse,
  'perplexity-agent': readPerplexityAgent,
  'perplexity-sonar': readPerplexitySonar,
  'mistral-conversations': readMistralConversation,
  'openai-chat': readOpenAiChat,
  cloro: readCloro,
  dataforseo: readDataForSeo,
  brightdata: readBrightData,
  oxylabs: readOxylabs,
  serpapi: readSerpApi,
}

/**
 * Reads any raw provider body. Never throws: an unreadable body is an outcome with a reason. An answer always
 * has a text; other facts that the body does not contain are unknown.
 * @param raw JSON, as the provider sent it
 */
export function readResponse(format: ResponseFormat, raw: string): ProviderAnswer {
  if (raw.trim() === '') return unreadable('the body is empty')
  const excess = findJsonExcess(raw)
  if (excess !== undefined) return unreadable(excess)
  let body: unknown
  try {
    body = JSON.parse(raw.replace(/^\uFEFF/, ''))
  } catch {
    return unreadable('the body is not complete JSON')
  }
  if (typeof body !== 'object' || body === null) return unreadable('the body must be an object')
  try {
    return readers[format](body)
  } catch (error) {
    if (error instanceof UnreadableBody) return unreadable(error.message)
    if (error instanceof MissingTextError) return outcomeOfEmpty(format, body, error)
    return unreadable('the body has an unexpected shape')
  }
}
