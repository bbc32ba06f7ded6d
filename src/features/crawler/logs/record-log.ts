import { type InvalidLine, type LineParser, type LogEntry, nonRequestLine } from './log-entry.ts'
import type { LogShape, signatureFields } from './log-shapes.ts'
import { decodedAgent, decodedUrl, encodedOnce, hashText, nullIfBlank, spacedAgent, truncateText } from './log-text.ts'
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
      const referrer = entry.referrer ?? ''
      return {
        agentKey: entry.userAgent,
        isCut: false,
        isSigned: entry.signed !== undefined,
        timeMs: entry.timeMs,
        text: `${referrer}?${entry.query ?? ''}`,
        referrer: 0,
        referrerEnd: referrer.length,
        target: referrer.length,
        targetEnd: Number.POSITIVE_INFINITY,
        addressHash: () => (entry.address === null ? undefined : hashText(entry.address)),
        entry: () => entry,
      }
    },
  }
}

function isRequest(record: LogRecord, { needs, kinds }: LogShape): boolean {
  if (needs !== undefined && fieldOf(record, needs) === undefined) return false
  const kind = kinds && fieldOf(record, kinds.name)
  return kind === undefined || kinds?.of.includes(String(kind)) === true
}

const textFields = ['user-agent', 'address', 'host', 'path', 'query', 'method', 'referrer'] as const

type Texts = Record<(typeof textFields)[number], string>

function readEntry(record: LogRecord, shape: LogShape): LogEntry | InvalidLine {
  const timeMs =
    parseTime(firstOf(record, shape.time)) ?? parseTime(`${fieldOf(record, 'date')} ${fieldOf(record, 'time')}`)
  if (timeMs === undefined) return { problem: 'no valid time' }
  const texts: Partial<Record<(typeof textFields)[number], unknown>> = {}
  for (const field of textFields) {
    texts[field] = firstOf(record, shape[field]) ?? ''
    if (typeof texts[field] !== 'string') return { problem: `the ${field.replace('-', ' ')} is not a text` }
  }
  const status = numberOf(firstOf(record, shape.status))
  const bytes = numberOf(firstOf(record, shape.bytes))
  if (Number.isNaN(status)) return { problem: 'the status is not a number' }
  if (Number.isNaN(bytes)) return { problem: 'the size is not a number of bytes' }

  const { address, host, path, query, method, referrer, 'user-agent': agent } = texts as Texts
  const requested = splitRequest(method)
  const { encoding, masked } = shape
  const url = (text: string) => (encoding === 'percent' ? encodedOnce(text) : text)
  const given = path === '' ? requested : splitTarget(url(path))
  const isMasked = masked !== undefined && new RegExp(masked).test(address)
  const entry = {
    timeMs,
    userAgent: nullIfBlank(truncateText(decoders[encoding ?? 'none'](agent))),
    address: isMasked ? null : addressOf(address),
    host: hostOf(host) ?? given.host,
    path: given.path,
    query: given.query ?? (query === '' ? null : truncateText(url(query).replace(/^\?/, ''))),
    method: requested.method ?? methodOf(method),
    // Vercel writes -1 if there was no response.
    status: status !== null && status >= 100 && status <= 999 ? status : null,
    bytes: bytes !== null && bytes >= 0 ? bytes : null,
    referrer: nullIfBlank(truncateText(decodedUrl(url(referrer)))),
  }
  const header = (field: (typeof signatureFields)[number]) => headerOf(record, shape[field])
  const input = header('signature-input')
  // Without it, a field named signature has another meaning.
  if (input === '') return entry
  const [signature, signer] = [header('signature'), header('signature-agent')]
  const authority = host.toLowerCase().replace(/:(?:80|443)$/, '') || given.host
  return { ...entry, signed: { ...entry, signature, input, agent: signer, authority } }
}

/** A header under any of these names. One that was sent repeatedly is one list. */
const headerOf = (record: LogRecord, names: readonly string[]): string =>
  String(names.map((name) => fieldOf(record, name)).find((value) => value !== undefined) ?? '').trim()

const decoders = { none: (agent: string) => agent, percent: decodedAgent, plus: spacedAgent }

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
