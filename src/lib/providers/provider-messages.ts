import { withoutKeys } from '../key-text.ts'

/** Maximum length of a stored provider message, in UTF-16 units. */
const maxLength = 500

/** Prefixes of provider keys (OpenAI, Anthropic, OpenRouter, Google, xAI, Perplexity, Groq, webhooks). */
const prefixed = /\b(?:sk|pk|rk|xai|pplx|gsk|key|whsec|AIza)[-_A-Za-z0-9]*[-_*.…][-_*.…A-Za-z0-9]{3,}|\bAIza[-_\w]{6,}/g
/** `Authorization: Bearer …`, `api_key=…`, `"token": "…"`. */
const named =
  /\b(bearer|basic|api[_-]?key|access[_-]?token|token|secret|password)(["']?\s*[=:]\s*["']?|\s+)(?=\S*\d)[^\s"',;&]{8,}/gi
/** Long runs of letters and digits, which are not words. */
const opaque = /(?=\w*\d)(?=\w*[A-Za-z])[\w+]{20,}={0,2}/g

/**
 * Makes a provider's error message safe to show, store and log: one line of at most 500 characters, without
 * control characters and without anything that looks like a key.
 */
export function redactMessage(words: string): string {
  const line = words
    .slice(0, 20 * maxLength)
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  const safe = withoutKeys(line).replace(named, '$1$2…').replace(prefixed, '…').replace(opaque, '…')
  return safe.length <= maxLength ? safe : `${safe.slice(0, maxLength - 1).toWellFormed()}…`
}

/**
 * Extracts a provider's error message: a string, or an object with `message`, `code`, `type` or `status`.
 * @returns undefined if there is no error
 */
export function errorMessageOf(error: unknown): string | undefined {
  if (error === null || error === undefined || error === false) return undefined
  if (typeof error === 'string') return error.trim() === '' ? undefined : redactMessage(error)
  const [first] = Array.isArray(error) ? error : [error]
  if (typeof first === 'string') return redactMessage(first)
  const { message, error_message, detail, error: inner, ...fields } = (first ?? {}) as Record<string, unknown>
  const words = [message, error_message, detail, inner].find((value) => typeof value === 'string' && value !== '')
  const codes = [fields.code, fields.type, fields.status]
  const code = codes.find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
  if (words === undefined && typeof inner === 'object' && inner !== null) return errorMessageOf(inner)
  const parts = [words, code === undefined ? undefined : `(${code})`].filter((part) => part !== undefined)
  return redactMessage(parts.join(' ')) || 'an error without a message'
}
