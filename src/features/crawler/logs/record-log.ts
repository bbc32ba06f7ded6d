import { type InvalidLine, type LineParser, type LogEntry, nonRequestLine } from './log-entry.ts'
import type { LogShape } from './log-shapes.ts'
import { decodedAgent, decodedUrl, encodedOnce, nullIfBlank, spacedAgent, truncateText } from './log-text.ts'
import { parseTime } from './log-time.ts'
import { addressOf, hostOf, methodOf, splitRequest, splitTarget } from './request-target.ts'
import { createSplitter, fieldOf, type LogRecord } from './split-record.ts'

/** Lines of the same request are close together. */
const rememberedRequests = 4096

/** Parses lines whose values have names, with one request per line. */
export function createRecordParser(shape: LogShape): LineParser {
  const split = createSplitter(shape)
  const seen = new Set<unknown>()

  function isRepeatedRequest(record: LogRecord): boolean {
    const id = shape.requestId === undefined ? undefined : fieldOf(record, shape.requestId)
    if (id === undefined) return false
    if (seen.has(id)) return true
    if (seen.size === rememberedRequests) seen.delete(seen.values().next().value)
    seen.add(id)
    return false
  }

  return {
    look(line) {
      const found = split(line)
      if (found === nonRequestLine || !('record' in found)) return found
      const { record } = found
      if (!isRequest(record, shape)) return nonRequestLine
      const entry = readEntry(record, shape)
      if ('problem' in entry) return entry
      if (isRepeatedRequest(record)) return nonRequestLine
      return { agentKey: entry.userAgent, isCut: false, entry: () => entry }
    },
  }
}

function isRequest(record: LogRecord, { needs, kinds }: LogShape): boolean {
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

function readEntry(record: LogRecord, shape: LogShape): LogEntry | InvalidLine {
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
  if (Number.isNaN(bytes)) return { problem: 'the size is not a number of bytes' }

  const { userAgent, address, host, target, query, request, referrer } = texts
  const requested = splitRequest(request ?? '')
  const { encoding, masked } = shape
  const url = (text: string) => (encoding === 'percent' ? encodedOnce(text) : text)
  const given = target === null ? requested : splitTarget(url(target))
  const isMasked = masked !== undefined && new RegExp(masked).test(address ?? '')
  return {
    timeMs,
    userAgent: userAgent && nullIfBlank(truncateText(decoders[encoding ?? 'none'](userAgent))),
    address: isMasked ? null : addressOf(address ?? ''),
    host: hostOf(host ?? '') ?? given.host,
    path: given.path,
    query: given.query ?? (query && truncateText(url(query).replace(/^\?/, ''))),
    method: requested.method ?? methodOf(request ?? ''),
    // Vercel writes -1 if there was no response.
    status: status !== null && status >= 100 && status <= 999 ? status : null,
    bytes: bytes !== null && bytes >= 0 ? bytes : null,
    referrer: referrer && truncateText(decodedUrl(url(referrer))),
  }
}

const decoders = { none: (agent: string) => agent, percent: decodedAgent, plus: spacedAgent }

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
function firstOf(record: LogRecord, names: readonly string[]): unknown {
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
