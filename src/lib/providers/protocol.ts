import type { PricedUsage } from './provider-answer.ts'

/**
 * The requests of a provider and the meaning of its responses, without the network. Callers decide when and
 * how often to send requests, and at what cost.
 */
export interface Protocol {
  /** Why a question is unsupported, naming the field; undefined if it is supported. Sends no request. */
  problemWith(question: Question): string | undefined
  /** Settings that the provider cannot receive: the answer does not depend on them. */
  unsaid(question: Question): readonly ('country' | 'language')[]
  /** The question's name in the price list: a model, or a vendor's task. */
  pricedAs(question: Question): string
  /** Maximum usage of one attempt within the limits that its requests set; determines its maximum cost. */
  maxUsage(question: Question): PricedUsage
  /** Builds the request that submits a question. */
  submit(question: Question, source: AskedSource): ProviderRequest
  readSubmission: ReadResponse
  /** Whether a repeated submission with the same question id is not charged twice. */
  isRepeatable?: true
  /** Builds the request for a task's answer; only for providers with tasks. */
  poll?(taskId: string, question: Question, source: AskedSource): ProviderRequest
  readPoll?: ReadResponse
  /** Finds the task of a submission without a response by the question's id; undefined if impossible. */
  find?(question: Question, source: AskedSource): ProviderRequest | undefined
  /** @returns the task's id; null if the provider's list lacks it, undefined if the list is unknown */
  readFound?(response: ProviderResponse, question: Question): string | null | undefined
  /** Verifies a webhook and returns its task's id. The body is not used for anything else. */
  readWebhook?(call: WebhookCall): WebhookTask
}

/** @param earlier the previous `unfinished` responses, oldest first */
export type ReadResponse = (
  response: ProviderResponse,
  question: Question,
  source: AskedSource,
  earlier?: readonly ProviderResponse[],
) => Submission

/** A question to a provider: the part of a slot that it needs. */
export interface Question {
  /**
   * Identifies the attempt at a slot, and is the idempotency key if the provider supports one. It stays the
   * same if a submission without a response is repeated, and changes after a failure to allow a rerun.
   */
  id: string
  engine: string
  prompt: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** BCP 47; empty if the plan sets none. */
  language: string
  /** Empty or undefined for the whole country. */
  city?: string
  /** Whether the model decides if it searches. Otherwise it must, if the provider can force it. */
  isSearchFree?: boolean
  model: string
}

export interface AskedSource {
  baseUrl: string
  apiKey: string
  /** Receives the provider's completion webhooks; undefined to poll. */
  webhookUrl?: string
}

/** Holds the key in its headers or URL: never store, show or log it. */
export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  /** Sent as JSON, and a string as it is. */
  body?: unknown
  /** Whether it is charged, so that it must not be sent twice. */
  buys: boolean
  /** How long a response can take. */
  timeoutMs: number
}

export interface ProviderResponse {
  status: number
  headers: Headers
  body: string
}

/** The meaning of a response to a submission or poll. */
export type Submission =
  /**
   * The answer in the protocol's format; it can also report no answer or a failure.
   * @property tasks the number of charged questions, if more than one
   */
  | { state: 'answered'; body: string; tasks?: number }
  /**
   * The provider is working on it: poll with this id.
   * @property costUsd the charge reported for the task; overrides that of the answer, which can be 0
   */
  | { state: 'accepted'; taskId: string; costUsd?: number }
  /**
   * The same answer requires another request, such as the continuation of a paused turn. Send it immediately
   * and read its response with the same function, with this one among the `earlier` ones.
   */
  | { state: 'unfinished'; next: ProviderRequest }
  /** Retry later; nothing was bought. */
  | { state: 'busy'; reason: string; retryAfterSeconds: number | null }
  /**
   * The request failed.
   * @property isFinal whether the same question always fails
   * @property stopsSource whether every other question fails too, as with an invalid key or without credit
   * @property mayBeCharged whether the provider may have charged for a lost answer
   */
  | { state: 'failed'; reason: string; isFinal: boolean; stopsSource: boolean; mayBeCharged: boolean }

export interface WebhookCall {
  headers: Headers
  /** The query of the called URL. */
  query: URLSearchParams
  body: Buffer
  /** The signing secret set by the operator; undefined if none is set. */
  secret: string | undefined
  now: Date
}

/**
 * `questionId` is the id of the submission, if the provider repeats it. Without a signature both are only
 * hints: the task is fetched by id, and only its content counts.
 */
export type WebhookTask = { taskId: string; questionId?: string } | { refusal: string }
