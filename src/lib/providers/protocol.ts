import type { PricedUsage } from './prices.ts'
import type { ResponseFormat } from './provider-answer.ts'

/**
 * How a provider is asked, apart from the network: functions that make requests, and say what a response means. Whoever
 * sends them decides when, how often and at what cost.
 */
export interface Protocol {
  /** The format of the bodies in which its answers come. */
  format: ResponseFormat
  /** What it cannot be asked, in words that name the field; undefined where it can. Nothing is sent to find that out. */
  problemWith(question: Question): string | undefined
  /** The most that one attempt can use, from the bounds that its request sets; what it costs at most follows from it. */
  maxUsage(question: Question): PricedUsage
  /** Asks. */
  submit(question: Question, source: AskedSource): ProviderRequest
  readSubmission(response: ProviderResponse): Submission
  /** Asks for the answer of a task, or for what is missing of one that takes a second step; for providers with tasks. */
  poll?(taskId: string, question: Question, source: AskedSource): ProviderRequest
  readPoll?(response: ProviderResponse): Submission
  /** Looks whether a task was bought by a submission whose answer never came, by the slot’s id that was sent along. */
  find?(slotId: string, source: AskedSource): ProviderRequest
  readFound?(response: ProviderResponse, slotId: string): string | undefined
  /** Who sent a webhook’s body: the id of the task that it tells of, where it is the provider. The body itself is not used. */
  readWebhook?(call: WebhookCall): WebhookTask
}

/** One question as it is asked: a slot, as far as a provider has to know of it. */
export interface Question {
  /** The id of the slot: the idempotency key, where the provider takes one. */
  id: string
  engine: string
  prompt: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** BCP 47; '' where the plan names none. */
  language: string
  model: string
}

export interface AskedSource {
  baseUrl: string
  apiKey: string
  /** Where the provider may tell that a task is done; undefined where it has to be asked. */
  webhookUrl?: string
}

export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** How long an answer may take. */
  timeoutMs: number
}

export interface ProviderResponse {
  status: number
  headers: Headers
  body: string
}

/** What a response to a submission or to a poll means. */
export type Submission =
  /** The answer, in the protocol’s format; it may say that there is none, or that it failed. */
  | { state: 'answered'; body: string }
  /** It works on it: ask again, by this id. */
  | { state: 'accepted'; taskId: string }
  /** One more request is needed for the same answer, such as the continuation of a paused turn. */
  | { state: 'unfinished'; next: ProviderRequest }
  /** Try later; nothing was bought. */
  | { state: 'busy'; reason: string; retryAfterSeconds: number | null }
  /**
   * It did not work.
   * @property stopsSource whether no other question can work either, as with a wrong key or without credit
   * @property isFinal whether the same question can never work
   */
  | { state: 'failed'; reason: string; isFinal: boolean; stopsSource: boolean }

export interface WebhookCall {
  headers: Headers
  body: Buffer
  /** What the operator gave for the provider to sign with; undefined where nothing was given. */
  secret: string | undefined
  now: Date
}

export type WebhookTask = { taskId: string } | { refusal: string }
