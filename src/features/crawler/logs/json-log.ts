import type { JsonShape } from './json-shapes.ts'
import { type InvalidLine, type LineParser, type LogEntry, nonRequestLine } from './log-entry.ts'
import { decodedAgent, encodedOnce, nullIfBlank, truncateText, utf8 } from './log-text.ts'
import { parseTime } from './log-time.ts'
import { addressOf, hostOf, methodOf, splitRequest, splitTarget } from './request-target.ts'

export type JsonObject = Record<string, unknown>

/** Lines of the same request are close together. */
const rememberedRequests = 4096

/** Parses JSON lines with one request per line. */
export function createJsonLogParser(shape: JsonShape): LineParser {
  const seen = new Set<unknown>()

  function isRepeatedRequest(record: JsonObject): boolean {
    const id = shape.requestId === undefined ? undefined : fieldOf(record, shape.requestId)
    if (id === undefined) return false
    if (seen.has(id)) return true
    if (seen.size === rememberedRequests) seen.delete(seen.values().next().value)
    seen.add(id)
    return false
  }

  return {
    look(line) {
      if (line.startsWith('#')) return nonRequestLine
      const record = parseObject(line)
      if (record === undefined) return { problem: 'not a JSON object' }
      if (!isRequest(record, shape)) return nonRequestLine
      const entry = readEntry(record, shape)
      if ('problem' in entry) return entry
      if (isRepeatedRequest(record)) return nonRequestLine
      return { agentKey: entry.userAgent, isCut: false, entry: () => entry }
    },
  }
}

/** The JSON object in a line, or undefined. */
export function parseObject(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(utf8(line))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}

/** Returns a field by name or by a dotted path. Undefined also for null, '' and '-'. */
export function fieldOf(record: JsonObject, name: string): unknown {
  let value = record[name]
  if (value === undefined && name.includes('.')) {
    value = record
    for (const part of name.split('.'))
      value = typeof value === 'object' && value !== null ? (value as JsonObject)[part] : undefined
  }
  return value === null || value === '' || value === '-' ? undefined : value
}

function isRequest(record: JsonObject, { needs, kinds }: JsonShape): boolean {
  if (needs !== undefined && fieldOf(record, needs) === undefined) return false
  const kind = kinds && fieldOf(record, kinds.name)
  return kind === undefined || kinds?.of.includes(String(kind)) === true
}

type TextField = 'userAgent' | 'address' | 'host' | 'target' | 'query' | 'request' | 'referrer'

const textFields: Record<TextField, string> = {
  userAgent: 'user agent',
  address: 'address',
  host: 'host',
  target: 'path',
  query: 'query',
  request: 'method',
  referrer: 'referrer',
}

function readEntry(record: JsonObject, shape: JsonShape): LogEntry | InvalidLine {
  const timeMs = parseTime(firstOf(record, shape.time)) ?? parseTime(`${record.date} ${record.time}`)
  if (timeMs === undefined) return { problem: 'no valid time' }
  const texts = { ...noTexts }
  for (const field of Object.keys(textFields) as TextField[]) {
    const value = firstOf(record, shape[field])
    if (value !== undefined && typeof value !== 'string')
      return { problem: `the ${textFields[field]} is not a text` }
    texts[field] = value ?? null
  }
  const status = numberOf(firstOf(record, shape.status))
  const bytes = numberOf(firstOf(record, shape.bytes))
  if (Number.isNaN(status)) return { problem: 'the status is not a number' }
  if (Number.isNaN(bytes)) return { problem: 'the size is not a number' }

  const { userAgent, address, host, target, query, request, referrer } = texts
  const requested = splitRequest(request ?? '')
  const { isEncoded } = shape
  const given = target === null ? requested : splitTarget(isEncoded ? encodedOnce(target) : target)
  return {
    timeMs,
    userAgent: userAgent && nullIfBlank(truncateText(isEncoded ? decodedAgent(userAgent) : userAgent)),
    address: addressOf(address ?? ''),
    host: hostOf(host ?? '') ?? given.host,
    path: given.path,
    query: given.query ?? (query && truncateText(query.replace(/^\?/, ''))),
    method: requested.method ?? methodOf(request ?? ''),
    // Vercel writes -1 if there was no response.
    status: status !== null && status >= 100 && status <= 999 ? status : null,
    bytes: bytes !== null && bytes >= 0 ? bytes : null,
    referrer: referrer && truncateText(isEncoded ? encodedOnce(referrer) : referrer),
  }
}

const noTexts: Record<TextField, string | null> = {
  userAgent: null,
  address: null,
  host: null,
  target: null,
  query: null,
  request: null,
  referrer: null,
}

/**
 * The first value among these names; the first item of a list, because headers can repeat. Ignores objects, which
 * have another meaning.
 */
function firstOf(record: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fieldOf(record, name)
    const single = Array.isArray(value) ? value[0] : value
    if (single !== undefined && typeof single !== 'object') return single
  }
  return undefined
}

/** Null if missing, NaN if not an integer. */
function numberOf(value: unknown): number | null {
  if (value === undefined) return null
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : Number.NaN
}
