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
 * Reads the raw body of a provider, whatever it is: it never throws, and what it cannot read is an outcome with words. An
 * answer always has a text; whatever else the body does not tell is unknown.
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
    return unreadable('the body is no whole JSON')
  }
  if (typeof body !== 'object' || body === null) return unreadable('the body must be an object')
  try {
    return readers[format](body)
  } catch (error) {
    if (error instanceof UnreadableBody) return unreadable(error.message)
    if (error instanceof MissingTextError) return outcomeOfEmpty(format, body, error)
    return unreadable('the body is of a shape that the reader does not expect')
  }
}
