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
  /** What of a question it has no way to say: the answer does not depend on it, whatever a plan says. */
  unsaid(question: Question): readonly ('country' | 'language')[]
  /** What the list of prices calls what is asked: a model, or a vendor's task. */
  pricedAs(question: Question): string
  /** The most that one attempt can use, from the bounds that its requests set; what it costs at most follows from it. */
  maxUsage(question: Question): PricedUsage
  /** Asks. */
  submit(question: Question, source: AskedSource): ProviderRequest
  readSubmission: ReadResponse
  /** Whether a submission can be sent again with the same question id and buys nothing twice. */
  isRepeatable?: true
  /** Asks for the answer of a task; for providers with tasks. */
  poll?(taskId: string, question: Question, source: AskedSource): ProviderRequest
  readPoll?: ReadResponse
  /** Looks whether a task was bought by a submission whose answer never came, by the question's id that was sent along; undefined where that cannot be found out. */
  find?(question: Question, source: AskedSource): ProviderRequest | undefined
  /** @returns the task's id; undefined where the provider does not know of one, which it may do later */
  readFound?(response: ProviderResponse, question: Question): string | undefined
  /** Who sent a webhook's body: the id of the task that it tells of, where it is the provider. The body itself is not used. */
  readWebhook?(call: WebhookCall): WebhookTask
}

/** @param earlier the responses that were `unfinished` before this one, first first */
export type ReadResponse = (
  response: ProviderResponse,
  question: Question,
  source: AskedSource,
  earlier?: readonly ProviderResponse[],
) => Submission

/** One question as it is asked: a slot, as far as a provider has to know of it. */
export interface Question {
  /**
   * Of the attempt at a slot, and the idempotency key where the provider takes one: the same where a submission is repeated
   * because its answer never came, another one after a failure, since providers do not ask a known key again.
   */
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

/** It holds the key, in its headers or its address: it is never stored, shown or written down. */
export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Whether it is paid for, so that it must not arrive twice. */
  buys: boolean
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
  /**
   * The answer, in the protocol's format; it may say that there is none, or that it failed.
   * @property tasks how many questions a vendor charges for, where it took more than one
   */
  | { state: 'answered'; body: string; tasks?: number }
  /**
   * It works on it: ask again, by this id.
   * @property costUsd what it says that it charged for the task; it stands above what the answer says, which may be 0
   */
  | { state: 'accepted'; taskId: string; costUsd?: number }
  /**
   * One more request is needed for the same answer, such as the continuation of a paused turn: to be sent at once, and its
   * response read by the same function, with this one among the `earlier` ones.
   */
  | { state: 'unfinished'; next: ProviderRequest }
  /** Try later; nothing was bought. */
  | { state: 'busy'; reason: string; retryAfterSeconds: number | null }
  /**
   * It did not work.
   * @property isFinal whether the same question can never work
   * @property stopsSource whether no other question can work either, as with a wrong key or without credit
   * @property mayBeCharged whether the provider may have bought an answer that is lost
   */
  | { state: 'failed'; reason: string; isFinal: boolean; stopsSource: boolean; mayBeCharged: boolean }

export interface WebhookCall {
  headers: Headers
  /** Of the address that was called. */
  query: URLSearchParams
  body: Buffer
  /** What the operator gave for the provider to sign with; undefined where nothing was given. */
  secret: string | undefined
  now: Date
}

/**
 * `questionId` is what was sent along with the submission, where the provider repeats it. Without a signature both are
 * only a hint: the task is fetched by its id, and what it says there counts.
 */
export type WebhookTask = { taskId: string; questionId?: string } | { refusal: string }
