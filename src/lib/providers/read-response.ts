import { findJsonExcess } from '../json-excess.ts'
import { failed, MissingTextError, unreadable } from './build-answer.ts'
import type { ProviderAnswer } from './provider-answer.ts'
import { formatNamed, type ResponseFormat } from './providers.ts'
import { isObject, UnreadableBody } from './shape.ts'

/** A place of `textAt`. */
type Place = readonly string[]

/** Types of entries without text. */
const wordless = /call|tool|search|fetch|result|reasoning|think|thought|compaction|organic/

const isWordless = (entry: unknown) =>
  isObject(entry) && (entry.thought === true || wordless.test(String(entry.type ?? '')))

/**
 * The outcome of a body without text. If a place for text exists and is empty, the provider gave no answer;
 * the same question may get one later. If no place exists, or one holds another value, the body has an
 * unknown shape: it is kept, as a later reader may find its text.
 */
function outcomeOfEmpty(
  textAt: readonly string[],
  body: unknown,
  { facts, message }: MissingTextError,
): ProviderAnswer {
  const looks = textAt.map((path) => lookAt(body, path.split('.'), ''))
  const isEmpty = looks.some((problem) => problem === undefined)
  const [problem] = looks.filter((found) => found !== undefined).sort((a, b) => b.depth - a.depth)
  return isEmpty || problem === undefined ? failed(facts, message) : unreadable(problem.words, facts)
}

/** Why a place is not an empty answer, and the depth at which this was found. */
interface Problem {
  words: string
  depth: number
}

/** @returns undefined if the place exists and is empty */
function lookAt(value: unknown, place: Place, path: string, depth = 0): Problem | undefined {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined
  const [name, ...rest] = place
  const isList = Array.isArray(value)
  if (name === undefined || typeof value !== 'object')
    return isList && value.length === 0 ? undefined : { words: `${path} holds no known text`, depth }
  if (name === '*') {
    const entries = isList ? value : [value]
    const looks = entries.flatMap((entry, index) =>
      isWordless(entry) ? [] : [{ problem: lookAt(entry, rest, isList ? `${path}[${index}]` : path, depth + 1) }],
    )
    return looks.some(({ problem }) => problem === undefined) ? undefined : looks[0]?.problem
  }
  const fields = value as Record<string, unknown>
  const key = name.replace('?', '')
  const at = `${path}.${key}`.replace(/^\./, '')
  if (fields[key] !== undefined) return lookAt(fields[key], rest, at, depth + 1)
  const isLeftOut = name !== key && Object.values(fields).every((field) => typeof field !== 'object')
  return isLeftOut ? undefined : { words: `${at} is missing`, depth }
}

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
