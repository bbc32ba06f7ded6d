import { findJsonExcess } from '../json-excess.ts'
import { MissingTextError, unreadable } from './build-answer.ts'
import { outcomeOfEmpty } from './empty-answers.ts'
import type { ProviderAnswer } from './provider-answer.ts'
import { formatNamed, type ResponseFormat } from './providers.ts'
import { UnreadableBody } from './shape.ts'

/**
 * Reads any raw provider body. Never throws: an unreadable body is an outcome with a reason. An answer always
 * has a text; other facts that the body does not contain are unknown.
 * @param raw JSON, as the provider sent it
 */
export function readResponse(format: ResponseFormat, raw: string): ProviderAnswer {
  if (raw.trim() === '') return unreadable('the body is empty')
  const excess = findJsonExcess(raw)
  if (excess !== undefined) return unreadable(excess)
  let body: unknown
  try {
    body = JSON.parse(raw.replace(/^\uFEFF/, ''))
  } catch {
    return unreadable('the body is not complete JSON')
  }
  if (typeof body !== 'object' || body === null) return unreadable('the body must be an object')
  const { read, textAt } = formatNamed(format)
  try {
    return read(body)
  } catch (error) {
    if (error instanceof UnreadableBody) return unreadable(error.message)
    if (error instanceof MissingTextError) return outcomeOfEmpty(textAt, body, error)
    return unreadable('the body has an unexpected shape')
  }
}
