import type { AskedSource, ProviderRequest, Question } from './protocol.ts'

/** A model that searches and reasons takes minutes, and sends nothing until the answer is complete. */
const answerTimeoutMs = 300_000
/** To accept a question or report its progress. */
const taskTimeoutMs = 60_000

export interface Sent {
  path: string
  headers: Readonly<Record<string, string>>
  body?: unknown
}

/** A request whose response is the answer. */
export const directRequest = (source: AskedSource, sent: Sent): ProviderRequest => ({
  ...requestTo(source, sent),
  buys: true,
  timeoutMs: answerTimeoutMs,
})

/** A request about an asynchronous task: with a body it submits one, without a body it polls one. */
export const taskRequest = (source: AskedSource, sent: Sent): ProviderRequest => ({
  ...requestTo(source, sent),
  buys: sent.body !== undefined,
  timeoutMs: taskTimeoutMs,
})

const requestTo = ({ baseUrl }: AskedSource, { path, headers, body }: Sent) => ({
  method: body === undefined ? ('GET' as const) : ('POST' as const),
  url: baseUrl.replace(/\/+$/, '') + path,
  headers,
  ...(body !== undefined && { body }),
})

export const bearer = ({ apiKey }: AskedSource) => ({ authorization: `Bearer ${apiKey}` })

/** The place of a question in the tools of OpenAI and Anthropic. */
export const placeOf = ({ country, city = '' }: Question) => ({
  type: 'approximate',
  country,
  ...(city !== '' && { city }),
})

/** For providers whose key is `login:password`. */
export const basic = ({ apiKey }: AskedSource) => ({
  authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
})

/** The language for Google's `hl` and DataForSEO: without a region, except for Chinese scripts. */
export function googleLanguage({ language }: Question): string {
  const [primary = '', ...rest] = language.toLowerCase().split('-')
  if (primary !== 'zh') return primary
  return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN'
}

const englishNames = new Intl.DisplayNames('en', { type: 'region' })

/** A country's English name, for vendors without country codes. */
export const countryName = ({ country }: Question) => englishNames.of(country) ?? country

/**
 * Why a prompt exceeds a character limit, or undefined. Counts UTF-16 units, an upper bound of characters.
 */
export const promptLengthProblem = (max: number, { prompt }: Question, whose: string) =>
  prompt.length > max ? `prompt: has ${prompt.length} characters, and ${whose} takes at most ${max}` : undefined

/** A task id that is safe in a path; undefined for other values. */
export const taskIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?=.*[A-Za-z0-9])[\w.:-]{1,200}$/.test(value)
    ? value
    : typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : undefined
