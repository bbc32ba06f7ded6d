import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type EmbeddingModel, embedMany } from 'ai'
import type { Config } from '../../../kernel/config.ts'
import { ApiError } from '../../../lib/errors.ts'
import { fetchFromModel } from '../../../lib/models/model-fetch.ts'
import { ModelProblem, modelProblem } from '../../../lib/models/model-problem.ts'

export class EmbeddingProblem extends ModelProblem {
  /** Whether a retry can succeed: the model is rate limited or does not respond. */
  readonly isPassing: boolean

  constructor(
    message: string,
    { isPassing = false, code, status }: Partial<Pick<EmbeddingProblem, 'isPassing' | 'code' | 'status'>> = {},
  ) {
    super(message, code, status)
    this.name = 'EmbeddingProblem'
    this.isPassing = isPassing
  }
}

/** Texts sent in one request. */
export const embeddingBatchSize = 64
/** How long all callers skip a model after a temporary problem. */
const cooldownMs = { afterRefusal: 5000, afterTimeout: 30_000 }

/** Keyed by model name. */
type Cooldowns = Map<string, { until: number; problem?: EmbeddingProblem }>

export interface Embedders {
  /** The configured model; undefined if none is configured. */
  embedder: Embedder | undefined
  /** The model that created vectors of this name; undefined if its provider is no longer configured. */
  embedderNamed(name: string): Embedder | undefined
}

export interface Embedder {
  /** Provider and model, stored with each vector. */
  name: string
  /** The temporary problem during a cooldown; undefined if the model is available. */
  rest(): EmbeddingProblem | undefined
  /**
   * Returns unit vectors of equal dimension.
   * @param timeoutMs per request
   * @throws EmbeddingProblem or the signal's reason
   */
  embed(texts: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<number[][]>
}

/** @throws ApiError invalid_request for an invalid configuration */
export function openEmbedders(config: Config): Embedders {
  const { KNOWLEDGE_EMBEDDING_PROVIDER: provider, KNOWLEDGE_EMBEDDING_MODEL: model } = config
  if (provider === 'none') return { embedder: undefined, embedderNamed: () => undefined }
  if (model === undefined) throw missing('KNOWLEDGE_EMBEDDING_MODEL')
  if (provider === 'openai-compatible' && config.KNOWLEDGE_EMBEDDING_BASE_URL === undefined)
    throw missing('KNOWLEDGE_EMBEDDING_BASE_URL')
  const cooldowns: Cooldowns = new Map()
  const prefix = `${provider}:`
  return {
    embedder: embedderOf(config, provider, model, cooldowns),
    embedderNamed: (name) =>
      name.startsWith(prefix) ? embedderOf(config, provider, name.slice(prefix.length), cooldowns) : undefined,
  }
}

const missing = (variable: string) =>
  new ApiError('invalid_request', `${variable} is required with KNOWLEDGE_EMBEDDING_PROVIDER`)

function embedderOf(
  config: Config,
  provider: Exclude<Config['KNOWLEDGE_EMBEDDING_PROVIDER'], 'none'>,
  modelName: string,
  paused: Cooldowns,
): Embedder {
  const model = modelOf(config, provider, modelName)
  const name = `${provider}:${modelName}`

  async function request(values: string[], timeoutMs: number, signal: AbortSignal): Promise<number[][]> {
    const abortSignal = AbortSignal.any([AbortSignal.timeout(timeoutMs), signal])
    try {
      const { embeddings } = await embedMany({ model, values, maxRetries: 0, abortSignal })
      return embeddings
    } catch (error) {
      signal.throwIfAborted()
      const { message, code, status } = modelProblem('the embedding model', error, timeoutMs)
      const isLate = code === 'timeout'
      const isPassing = isLate || isRefusal(error)
      const problem = new EmbeddingProblem(message, { isPassing, code, status })
      const forMs = isLate ? cooldownMs.afterTimeout : cooldownMs.afterRefusal
      if (isPassing) paused.set(name, { until: performance.now() + forMs, problem })
      throw problem
    }
  }

  function rest(): EmbeddingProblem | undefined {
    const { until, problem } = paused.get(name) ?? { until: 0 }
    return until > performance.now() ? problem : undefined
  }

  return {
    name,
    rest,
    async embed(texts, timeoutMs, signal) {
      const problem = rest()
      if (problem !== undefined) throw problem
      const vectors: number[][] = []
      for (let from = 0; from < texts.length; from += embeddingBatchSize) {
        signal.throwIfAborted()
        const values = texts.slice(from, from + embeddingBatchSize)
        const embeddings = await request(values, timeoutMs, signal)
        vectors.push(...checkVectors(embeddings, values.length, vectors[0]?.length))
      }
      return vectors
    },
  }
}

/**
 * Whether the model rejected the request regardless of its texts. Excludes 500, which some servers return for texts
 * that are too long.
 */
const isRefusal = (error: unknown) => APICallError.isInstance(error) && error.isRetryable && error.statusCode !== 500

function modelOf(config: Config, provider: string, name: string): EmbeddingModel {
  const { KNOWLEDGE_EMBEDDING_BASE_URL: baseURL, KNOWLEDGE_EMBEDDING_API_KEY: apiKey } = config
  const settings = {
    fetch: fetchFromModel,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(apiKey === undefined ? {} : { apiKey }),
  }
  if (provider === 'openai') return createOpenAI(settings).embeddingModel(name)
  if (provider === 'google') return createGoogle(settings).embeddingModel(name)
  return createOpenAICompatible({ ...settings, baseURL: baseURL ?? '', name: provider }).embeddingModel(name)
}

/** @throws EmbeddingProblem unless there is one vector per text, all of one length */
function checkVectors(embeddings: readonly number[][], count: number, known: number | undefined): number[][] {
  if (embeddings.length !== count)
    throw new EmbeddingProblem(`the embedding model returned ${embeddings.length} vectors for ${count} texts`)
  const size = known ?? embeddings[0]?.length ?? 0
  const mismatched = embeddings.find((vector) => vector.length !== size)
  if (mismatched !== undefined || size === 0)
    throw new EmbeddingProblem(`the embedding model returned vectors of lengths ${size} and ${mismatched?.length ?? 0}`)
  return embeddings.map(normalizeVector)
}

function normalizeVector(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  if (!Number.isFinite(length) || length === 0)
    throw new EmbeddingProblem('the embedding model returned a vector without direction')
  return vector.map((value) => value / length)
}
