import { findJsonExcess } from '../json-excess.ts'
import type { ProviderResponse, Submission } from './protocol.ts'
import { errorMessageOf, redactMessage } from './provider-messages.ts'
import { taskIdOf } from './requests.ts'
import { isObject } from './shape.ts'

export type Failed = Extract<Submission, { state: 'failed' }>
export type Failure = Failed | Extract<Submission, { state: 'busy' }>

/** Maximum wait requested by a provider; after that it is queried again. */
const maxWaitSeconds = 24 * 3600
/** Error bodies are short; longer ones are pages. */
const maxHintCharacters = 10_000

const noCredit =
  /insufficient[_ ](?:quota|credits?|funds|balance)|credit balance|(?:run|ran) out of|no (?:credits|searches) left|payment required|not enough (?:credits|money|funds)|billing.hard.limit/i
const badKey = /api[_ -]?key|access token|unauthori[sz]ed|unauthenticated|authenticat|credentials/i
const unknownModel =
  /\bmodel\b[^.]*(?:not[_ ]found|does not exist|not (?:a )?valid|not supported|no longer)|(?:invalid|unknown|unsupported|no such) model|not a valid model|model_not_found|not_found_error/i
const moderated = /moderation|flagged|safety|policy/i

/** A failure that by default affects one question and is not final; `given` overrides fields. */
export const failed = (reason: string, given: Partial<Failed> = {}): Failed => ({
  state: 'failed',
  reason: redactMessage(reason),
  isFinal: false,
  stopsSource: false,
  mayBeCharged: false,
  ...given,
})

const stopped = (reason: string) => failed(reason, { isFinal: true, stopsSource: true })

/**
 * Classifies an unsuccessful response by its status and the provider's message.
 * @param subject what the request was for: a missing task fails only its own question
 */
export function failureOf(response: ProviderResponse, subject: 'question' | 'task' = 'question'): Failure {
  const { status } = response
  const words = wordsOf(response)
  const reason = `the provider answered with ${status}${words === undefined ? '' : `: ${words}`}`
  if (status >= 300 && status < 400) return stopped(redirectWords(response))
  if (status === 402 || noCredit.test(words ?? '')) return stopped(reason)
  if (status === 429 || status === 425 || status === 503 || status === 529)
    return { state: 'busy', reason: redactMessage(reason), retryAfterSeconds: retryAfterOf(response) }
  if (status >= 500 || status < 300)
    // A gateway timed out, while the provider may have continued.
    return failed(reason, { mayBeCharged: words === undefined || status === 504 })
  if (status === 401 || (status < 404 && badKey.test(words ?? ''))) return stopped(reason)
  if (unknownModel.test(words ?? '')) return stopped(reason)
  if (status === 403 && moderated.test(words ?? '')) return failed(reason, { isFinal: true })
  if (status === 404 && subject === 'task') return failed(reason, { isFinal: true })
  if (status === 403 || status === 404 || status === 405) return stopped(reason)
  return failed(reason, { isFinal: status !== 408 })
}

/** Names only the host, since the URL may contain anything. */
function redirectWords({ status, headers }: ProviderResponse): string {
  const host = URL.parse(headers.get('location') ?? '')?.host ?? 'another path'
  return `the provider redirects to ${host} (${status}) and is not followed; set the base URL of the source to the final address`
}

/** The provider's error message; undefined if the body has none, as with a gateway's page. */
function wordsOf({ body }: ProviderResponse): string | undefined {
  const parsed = parsedOf(body)
  if (parsed === undefined) return isMarkup(body) || body.trim() === '' ? undefined : redactMessage(body)
  const [first] = Array.isArray(parsed) ? parsed : [parsed]
  if (!isObject(first)) return errorMessageOf(first)
  const { error, detail, status_message, status_code } = first
  const words = errorMessageOf(error) ?? errorMessageOf(detail)
  if (words !== undefined) return isObject(error) ? withoutFields(words, error) : words
  if (typeof status_message === 'string') return errorMessageOf({ message: status_message, code: status_code })
  return errorMessageOf(first)
}

/** Appends the invalid fields and their problems (Cloro, FastAPI) to the message. */
function withoutFields(words: string, { details }: Record<string, unknown>): string {
  if (!Array.isArray(details)) return words
  const fields = details.filter(isObject).map(({ field, message }) => `${field}: ${message}`)
  const known = fields.filter((field) => !field.includes('undefined'))
  return known.length === 0 ? words : redactMessage(`${words}: ${known.slice(0, 5).join('; ')}`)
}

const isMarkup = (body: string) => /^\s*</.test(body)

/** Parses a body as JSON; undefined if it is invalid or nested too deeply. */
export function parsedOf(body: string): unknown {
  if (findJsonExcess(body) !== undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/**
 * Seconds to wait by `Retry-After` in either form (RFC 9110, section 10.2.3), else by Azure's header in
 * milliseconds or the body. A date is
 * compared with the provider's own clock, if the response has its time.
 */
export function retryAfterOf({ headers, body }: ProviderResponse): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  const isDate = /^[A-Z][a-z]+,? /.test(text)
  const seconds = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text)
    : isDate
      ? (Date.parse(text) - now) / 1000
      : Number(headers.get('retry-after-ms')) / 1000 || secondsInBody(body)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), maxWaitSeconds)
}

/** Google's `RetryInfo` detail, such as `"retryDelay": "8.2s"`. */
const retryDelay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/
/** OpenAI's message, such as `Please try again in 1m8.2s`; other parts are `6h`, `350ms` and `20 seconds`. */
const tryAgainIn = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?\s?(?:ms|[hms])[a-z]*\s?)+)/i
const secondsPerUnit: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }

/** The wait that an error body states; NaN if it states none. */
function secondsInBody(body: string): number {
  const [, delay] = retryDelay.exec(body) ?? []
  if (delay !== undefined) return Number(delay)
  const [, wait] = tryAgainIn.exec(body.slice(0, maxHintCharacters)) ?? []
  if (wait === undefined) return Number.NaN
  return wait
    .matchAll(/(\d+(?:\.\d+)?)\s?(ms|[hms])/gi)
    .reduce((sum, [, count, unit = 's']) => sum + Number(count) * (secondsPerUnit[unit.toLowerCase()] ?? 1), 0)
}

/** Why a successful response has no body to read later; undefined if it has one. */
export function describeEmptyBody({ status, body }: ProviderResponse) {
  if (body.trim() === '')
    return failed(`the provider answered with ${status} and an empty body`, { mayBeCharged: true })
  return isMarkup(body)
    ? failed(`the provider answered with ${status} and a page instead of JSON`, { mayBeCharged: true })
    : undefined
}

/** Reads a response that is the answer. This includes bodies of unknown shape, which their reader reports. */
export function readAnswer(response: ProviderResponse): Submission {
  const isSuccess = response.status >= 200 && response.status < 300
  if (!isSuccess) return failureOf(response)
  return describeEmptyBody(response) ?? { state: 'answered', body: response.body }
}

/** A response about a task: the object in its body, or the failure. */
export type TaskRead = { task: Record<string, unknown>; failure?: undefined } | { task?: undefined; failure: Failure }

/** Reads a response about a task; of a list, its first object. */
export function readTask(response: ProviderResponse, subject: 'question' | 'task'): TaskRead {
  if (response.status < 200 || response.status >= 300) return { failure: failureOf(response, subject) }
  const parsed = parsedOf(response.body)
  const task = Array.isArray(parsed) ? parsed[0] : parsed
  if (isObject(task)) return { task }
  const { reason } = describeEmptyBody(response) ?? failed('the provider’s response is not a task')
  // A task can be fetched again; it is unknown whether the question was accepted.
  return { failure: failed(reason, { mayBeCharged: subject === 'question' }) }
}

/** An accepted question, by the task's id in the response. */
export function acceptedAs(id: unknown): Failed | { state: 'accepted'; taskId: string } {
  const taskId = taskIdOf(id)
  return taskId === undefined
    ? failed('the provider accepted the question but returned no task id', { mayBeCharged: true })
    : { state: 'accepted', taskId }
}
