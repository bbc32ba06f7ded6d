import type { AskedSource, ProviderRequest, Question } from '../protocol.ts'

/** A model that searches and thinks takes minutes; its connection stays silent until the answer is whole. */
const answerTimeoutMs = 300_000
/** To take a question, or to say how far it is. */
const taskTimeoutMs = 60_000

interface Sent {
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

/** A request about a task, which the provider works on by itself: with a body it opens one, without one it looks after one. */
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

/** For providers whose key is a login and a password: `login:password`. */
export const basic = ({ apiKey }: AskedSource) => ({
  authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
})

/** The language as Google's `hl` and DataForSEO name it: without its region, apart from Chinese, whose scripts differ. */
export function googleLanguage({ language }: Question): string {
  const [primary = '', ...rest] = language.toLowerCase().split('-')
  if (primary !== 'zh') return primary
  return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN'
}

const englishNames = new Intl.DisplayNames('en', { type: 'region' })

/** A country's English name, as vendors take it that know no codes. */
export const countryName = ({ country }: Question) => englishNames.of(country) ?? country

/**
 * What a limit of characters says against a prompt; undefined where it is kept. UTF-16 units are counted, of which no text
 * has fewer than it has characters.
 */
export const promptLengthProblem = (max: number, { prompt }: Question, whose: string) =>
  prompt.length > max
    ? `prompt: has ${prompt.length} characters, and ${whose} takes at most ${max}`
    : undefined

/** An id of a task, made safe to stand in a path; undefined where it is none. */
export const taskIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?=.*[A-Za-z0-9])[\w.:-]{1,200}$/.test(value)
    ? value
    : typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : undefined
