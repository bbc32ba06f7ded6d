import type { Services } from '../../kernel/context.ts'
import { ApiError } from '../../lib/errors.ts'
import { createTextModel, type TextModel } from '../../lib/models/text-model.ts'

type Config = Services['config']

const models = new WeakMap<Config, TextModel>()

/**
 * The shared language model of `KNOWLEDGE_MODEL_…`; undefined if none is configured.
 * @throws ApiError invalid_request for an invalid configuration
 */
export function knowledgeModel(config: Config): TextModel | undefined {
  const {
    KNOWLEDGE_MODEL_PROVIDER: provider,
    KNOWLEDGE_MODEL: model,
    KNOWLEDGE_MODEL_BASE_URL: baseUrl,
    KNOWLEDGE_MODEL_API_KEY: apiKey,
    KNOWLEDGE_MODEL_SECONDS: seconds,
  } = config
  if (provider === 'none') return undefined
  if (model === undefined) throw missing('KNOWLEDGE_MODEL')
  if (provider === 'openai-compatible' && baseUrl === undefined) throw missing('KNOWLEDGE_MODEL_BASE_URL')
  return models.getOrInsertComputed(config, () =>
    createTextModel({ provider, model, baseUrl, apiKey, timeoutMs: seconds * 1000 }),
  )
}

const missing = (variable: string) =>
  new ApiError('invalid_request', `${variable} is required with KNOWLEDGE_MODEL_PROVIDER`)
