import type { z } from 'zod'
import type { PricedUsage } from '../../src/lib/providers/provider-answer.ts'
import type { EmulatedAnswer } from './emulated-answer.ts'
import type { EmulatedKind } from './emulated-prices.ts'
import type { Fault } from './faults.ts'

/** A request to an emulated provider. */
export interface Call {
  kind: EmulatedKind
  method: string
  /** Relative to the provider's base path, without a query. */
  path: string
  query: URLSearchParams
  headers: Headers
  /** Parsed JSON; undefined without a body. */
  body: unknown
  fault: Fault | undefined
  now: Date
}

export interface Reply {
  status: number
  /** Sent as JSON; undefined sends no body. */
  body: unknown
  headers?: Record<string, string>
}

/** Why a provider refuses a request. */
export type Refusal =
  | 'rate_limited'
  | 'wrong_key'
  | 'no_credit'
  | 'unknown_model'
  | 'prompt_refused'
  | 'server_error'
  | 'invalid'
  | 'not_found'

/** A parsed question. */
export interface AskedQuestion {
  prompt: string
  /** Empty if not set. */
  country: string
  /** The buyer’s reference. */
  reference?: string
}

/** The result of a question. */
export interface EmulatedResult {
  id: string
  answer: EmulatedAnswer
  usage: PricedUsage
  costUsd: number
}

/** A question that takes a while to answer. */
export interface Task extends EmulatedResult {
  state: 'working' | 'done' | 'failed'
  createdAt: Date
  asked: AskedQuestion
  /** Required for the response format. */
  product: string
  /** The fault of the submission. */
  fault: Fault | undefined
}

/** The shared backend of the providers, which sells answers. */
export interface EmulatorBackend {
  /** @param usageOf the charged usage of an answer */
  sell(call: Call, asked: AskedQuestion, usageOf: (answer: EmulatedAnswer) => PricedUsage): EmulatedResult
  /** Sells an answer that is ready later, and then calls the webhook if allowed. */
  openTask(
    call: Call,
    asked: AskedQuestion & { product: string; webhook?: (task: Task) => WebhookPost },
    usage: PricedUsage,
  ): Task
  findTask(call: Call, id: string): Task | undefined
  /** Finished tasks of a provider's product. */
  doneTasks(call: Call, product: string): Task[]
  /** Whether the key was already known. Remembers it. */
  isKnownKey(key: string): boolean
  /** Signs webhooks. */
  webhookSecret: string
}

export interface WebhookPost {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
}

/** One emulated provider. */
export interface Service {
  /** Whether the request has this key. */
  hasKey(call: Call, apiKey: string): boolean
  /** Whether the request asks a question, rather than polls one. */
  asks(call: Call): boolean
  refuse(refusal: Refusal, words: string): Reply
  /** @throws InvalidRequest */
  answer(call: Call, desk: EmulatorBackend): Reply | undefined
}

/** A request that the provider would reject. */
export class InvalidRequest extends Error {
  readonly refusal: Refusal

  constructor(message: string, refusal: Refusal = 'invalid') {
    super(message)
    this.refusal = refusal
  }
}

/**
 * Parses a request's body with the provider's schema, and rejects unknown fields.
 * @throws InvalidRequest
 */
export function validBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new InvalidRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}

/** @throws InvalidRequest unless the model is the provider's */
export function checkModel(model: string, known: string): void {
  if (model !== known) throw new InvalidRequest(`The model ${model} does not exist`, 'unknown_model')
}

/** Common statuses and codes of refusals. */
export const usualRefusals: Readonly<Record<Refusal, readonly [status: number, code: string]>> = {
  rate_limited: [429, 'rate_limit_exceeded'],
  wrong_key: [401, 'invalid_api_key'],
  no_credit: [402, 'insufficient_credits'],
  unknown_model: [404, 'model_not_found'],
  prompt_refused: [400, 'invalid_prompt'],
  server_error: [500, 'server_error'],
  invalid: [400, 'invalid_request_error'],
  not_found: [404, 'not_found'],
}

export const hasBearer = ({ headers }: Call, key: string) => headers.get('authorization') === `Bearer ${key}`
export const hasBasic = ({ headers }: Call, key: string) =>
  headers.get('authorization') === `Basic ${Buffer.from(key).toString('base64')}`

export const ok = (body: unknown): Reply => ({ status: 200, body })

/** Charged tokens and one search per query, as for model APIs. */
export const usageOfModel = ({ inputTokens, outputTokens, queries }: EmulatedAnswer): PricedUsage => ({
  inputTokens,
  outputTokens,
  searches: queries.length,
})

export const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
