import type { Config } from '../../kernel/config.ts'
import { ApiError } from '../../lib/errors.ts'
import { createTextModel, type TextModel } from '../../lib/models/text-model.ts'
import { type Embedders, openEmbedders } from './embeddings/embedder.ts'

declare module '../../kernel/context.ts' {
  interface FeatureStates {
    knowledge: KnowledgeModels
  }
}

/** The configured models. A problem of one pauses it for all callers. */
export interface KnowledgeModels extends Embedders {
  /** The language model of `KNOWLEDGE_MODEL_…`; undefined if none is configured. */
  model: TextModel | undefined
}

/** @throws ApiError invalid_request for an invalid configuration */
export const openModels = (config: Config): KnowledgeModels => ({
  ...openEmbedders(config),
  model: openTextModel(config),
})

function openTextModel({
  KNOWLEDGE_MODEL_PROVIDER: provider,
  KNOWLEDGE_MODEL: model,
  KNOWLEDGE_MODEL_BASE_URL: baseUrl,
  KNOWLEDGE_MODEL_API_KEY: apiKey,
  KNOWLEDGE_MODEL_SECONDS: seconds,
}: Config): TextModel | undefined {
  if (provider === 'none') return undefined
  if (model === undefined) throw missing('KNOWLEDGE_MODEL')
  if (provider === 'openai-compatible' && baseUrl === undefined) throw missing('KNOWLEDGE_MODEL_BASE_URL')
  return createTextModel({ provider, model, baseUrl, apiKey, timeoutMs: seconds * 1000 })
}

const missing = (variable: string) =>
  new ApiError('invalid_request', `${variable} is required with KNOWLEDGE_MODEL_PROVIDER`)
