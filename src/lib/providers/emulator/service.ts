import type { z } from 'zod'
import type { PricedUsage } from '../prices.ts'
import type { ProviderKind } from '../provider-kinds.ts'
import type { EmulatedAnswer } from './emulated-answer.ts'
import type { Fault } from './faults.ts'

/** A request to an emulated provider. */
export interface Call {
  kind: ProviderKind
  method: string
  /** Behind the provider's base path, without a query. */
  path: string
  query: URLSearchParams
  headers: Headers
  /** Of JSON; undefined where there was none. */
  body: unknown
  fault: Fault | undefined
  now: Date
}

export interface Reply {
  status: number
  /** Sent as JSON; undefined sends nothing. */
  body: unknown
  headers?: Record<string, string>
}

/** Why a provider does not do what it is asked. */
export type Refusal =
  | 'rate_limited'
  | 'wrong_key'
  | 'no_credit'
  | 'unknown_model'
  | 'prompt_refused'
  | 'server_error'
  | 'invalid'
  | 'not_found'

/** A question as a provider understands it. */
export interface AskedQuestion {
  prompt: string
  /** Empty where the provider was told none. */
  country: string
  /** What the buyer sent along to know it by. */
  reference?: string
}

/** What a question came to. */
export interface EmulatedResult {
  id: string
  answer: EmulatedAnswer
  usage: PricedUsage
  costUsd: number
}

/** A question that is worked on for a while. */
export interface Task extends EmulatedResult {
  state: 'working' | 'done' | 'failed'
  createdAt: Date
  asked: AskedQuestion
  /** What the provider has to know again when it answers. */
  product: string
  /** Of the submission. */
  fault: Fault | undefined
}

/** What the providers share: they sell answers here. */
export interface EmulatorBackend {
  /** @param usageOf what the provider charges for an answer */
  sell(call: Call, asked: AskedQuestion, usageOf: (answer: EmulatedAnswer) => PricedUsage): EmulatedResult
  /** Sells what will be done later. A webhook is called then, where it may be. */
  openTask(
    call: Call,
    asked: AskedQuestion & { product: string; webhook?: (task: Task) => WebhookPost },
    usage: PricedUsage,
  ): Task
  findTask(call: Call, id: string): Task | undefined
  /** The tasks of a provider that are done, of a product. */
  doneTasks(call: Call, product: string): Task[]
  /** Whether that key was known before; from now on it is. */
  isKnownKey(key: string): boolean
  /** What webhooks are signed with. */
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
  /** Whether it asks a question, and does not look for the answer of one. */
  asks(call: Call): boolean
  refuse(refusal: Refusal, words: string): Reply
  /** @throws InvalidRequest */
  answer(call: Call, desk: EmulatorBackend): Reply | undefined
}

/** A request that the provider would not take. */
export class InvalidRequest extends Error {
  readonly refusal: Refusal

  constructor(message: string, refusal: Refusal = 'invalid') {
    super(message)
    this.refusal = refusal
  }
}

/**
 * A request's body as the provider wants it, without any field that it does not know.
 * @throws InvalidRequest
 */
export function validBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new InvalidRequest(`${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}

/** @throws InvalidRequest where the model is another one than the provider has */
export function checkModel(model: string, known: string): void {
  if (model !== known) throw new InvalidRequest(`The model ${model} does not exist`, 'unknown_model')
}

/** The usual statuses and codes of refusals. */
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

/** Tokens and one search for each query, as APIs of models charge them. */
export const usageOfModel = ({ inputTokens, outputTokens, queries }: EmulatedAnswer): PricedUsage => ({
  inputTokens,
  outputTokens,
  searches: queries.length,
})

export const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
