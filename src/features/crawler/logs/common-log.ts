import { isIP } from 'node:net'
import { type InvalidLine, type LineParser, type LogEntry, nonRequestLine } from './log-entry.ts'
import { hashText, isEscaped, nextHash, nullIfBlank, truncateText, unescaped, utf8 } from './log-text.ts'
import { clfTime, clfTimeLength } from './log-time.ts'
import { addressOf, hostOf, splitRequest } from './request-target.ts'

export interface CommonLogOptions {
  /** Whether lines begin with the virtual host, as in Apache's `vhost_combined`. */
  hasHost: boolean
  /** Whether to reject lines without a user agent. False for the plain Common Log Format. */
  needsAgent: boolean
}

/** Offsets of the fields in a line. */
interface Fields {
  time: number
  request: number
  requestEnd: number
  bytes: number
  bytesEnd: number
  agent: Agent | undefined
}

interface Agent {
  start: number
  end: number
  /** Whether the line ends within the user agent. */
  isCut: boolean
  referrerEnd: number
}

const noTime: InvalidLine = {
  problem: 'no valid [dd/Mon/yyyy:hh:mm:ss +hhmm] before a quoted request',
}
const noAddress: InvalidLine = { problem: 'no address before the time' }
const noHost: InvalidLine = { problem: 'no virtual host and address before the time' }
const noStatus: InvalidLine = { problem: 'no quoted request followed by a status' }
const noBytes: InvalidLine = { problem: 'no number of bytes after the status' }
const noAgent: InvalidLine = { problem: 'no quoted referrer and user agent after the number of bytes' }

/**
 * Parses the Common Log Format and its variants (combined, with virtual host): see Apache's mod_log_config and nginx's
 * ngx_http_log_module. Ignores fields after the user agent.
 */
export function createCommonLogParser({ hasHost, needsAgent }: CommonLogOptions): LineParser {
  return {
    look(line) {
      if (line.charCodeAt(0) === hash) return nonRequestLine
      let bracket = line.indexOf(' [')
      let timeMs: number | undefined
      // The client chooses the user name before the time, which may contain brackets.
      for (; bracket !== -1; bracket = line.indexOf(' [', bracket + 1)) {
        timeMs = line.startsWith('] "', bracket + 2 + clfTimeLength) ? clfTime(line, bracket + 2) : undefined
        if (timeMs !== undefined) break
      }
      if (timeMs === undefined) return noTime
      const gap = line.indexOf(' ')
      if (gap === 0) return noAddress
      if (hasHost && gap === bracket) return noHost

      const request = bracket + clfTimeLength + 5
      const requestEnd = closingQuote(line, request, isBeforeStatus)
      if (requestEnd === -1) return noStatus
      const bytes = requestEnd + (line.charCodeAt(requestEnd + 2) === hyphen ? 4 : 6)
      const bytesEnd = endOfBytes(line, bytes)
      if (bytesEnd === -1) return noBytes
      const agent = findAgent(line, bytesEnd)
      if (agent === undefined && needsAgent) return noAgent

      return {
        agentKey: agent === undefined ? null : nullIfBlank(line.slice(agent.start, agent.end)),
        isCut: agent?.isCut === true,
        timeMs,
        text: line,
        referrer: bytesEnd + 2,
        referrerEnd: agent === undefined ? 0 : agent.referrerEnd,
        target: request,
        targetEnd: requestEnd,
        addressHash: () => hashAddress(line, bracket, hasHost),
        entry: () => readEntry(line, timeMs, { time: bracket, request, requestEnd, bytes, bytesEnd, agent }, hasHost),
      }
    },
  }
}

function readEntry(line: string, timeMs: number, fields: Fields, hasHost: boolean): LogEntry {
  const { time, request, requestEnd, bytes, bytesEnd, agent } = fields
  const { method, path, query, host } = splitRequest(text(line, request, requestEnd))
  const status = Number(line.slice(requestEnd + 2, bytes - 1))
  const head = line.slice(0, time)
  return {
    timeMs,
    userAgent: agent === undefined ? null : nullIfBlank(truncateText(text(line, agent.start, agent.end))),
    address: findAddress(head, hasHost),
    // The server's own host takes precedence over the client's.
    host: (hasHost ? hostOf(head.slice(0, head.indexOf(' '))) : null) ?? host,
    path,
    query,
    method,
    status: status >= 100 ? status : null,
    bytes: nullIfBlank(line.slice(bytes, bytesEnd)) === null ? null : Number(line.slice(bytes, bytesEnd)),
    referrer: agent === undefined ? null : nullIfBlank(truncateText(text(line, bytesEnd + 2, agent.referrerEnd))),
  }
}

const text = (line: string, start: number, end: number) => utf8(unescaped(line.slice(start, end)))

/**
 * The address precedes the identity, which is nearly always a hyphen. A virtual host or a syslog prefix may come
 * first; the user name after it is chosen by the client.
 */
function findAddress(head: string, hasHost: boolean): string | null {
  const [before = ''] = head.split(' - ', 1)
  const last = before.slice(before.lastIndexOf(' ') + 1)
  return addressOf(isIP(last) > 0 ? last : (head.split(' ', 2)[hasHost ? 1 : 0] ?? ''))
}

/** Hashes the address. Most lines begin with it, so that it is not searched and parsed: its last characters suffice. */
function hashAddress(line: string, time: number, hasHost: boolean): number | undefined {
  const end = line.indexOf(' ')
  if (!hasHost && line.charCodeAt(end + 1) === hyphen) {
    let hash = 0
    let at = Math.max(0, end - hashedCharacters)
    while (isOfAddress(line.charCodeAt(at))) {
      hash = nextHash(hash, line.charCodeAt(at))
      at += 1
    }
    if (at === end) return hash
  }
  const address = findAddress(line.slice(0, time), hasHost)
  return address === null ? undefined : hashText(address.slice(-hashedCharacters))
}

/** Few clients of the same hours share them. */
const hashedCharacters = 6

/** Digits, the letters a to f, dots and colons. */
const isOfAddress = (code: number) => (code >= 48 && code <= 58) || code === dot || (code >= 97 && code <= 102)

/**
 * The offset of the closing quote of a field; -1 if missing. Skips escaped quotes, and quotes not followed by the
 * expected text, because some servers do not escape the client's quotes.
 */
function closingQuote(line: string, start: number, isEnd: (line: string, quote: number) => boolean): number {
  let quote = line.indexOf('"', start)
  while (quote !== -1 && (isEscaped(line, quote) || !isEnd(line, quote))) quote = line.indexOf('"', quote + 1)
  return quote
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** For a missing status, Apache writes a hyphen and nginx 000. */
function isBeforeStatus(line: string, quote: number): boolean {
  if (line.charCodeAt(quote + 1) !== space) return false
  if (line.charCodeAt(quote + 2) === hyphen) return line.charCodeAt(quote + 3) === space
  return (
    isDigit(line.charCodeAt(quote + 2)) &&
    isDigit(line.charCodeAt(quote + 3)) &&
    isDigit(line.charCodeAt(quote + 4)) &&
    line.charCodeAt(quote + 5) === space
  )
}

const isBeforeAgent = (line: string, quote: number) => line.startsWith('" "', quote)
const isEndOfField = (line: string, quote: number) => quote + 1 === line.length || line.charCodeAt(quote + 1) === space

/** Numbers with more digits are not exact, so they are not response sizes. */
const maxDigits = 15

function endOfBytes(line: string, start: number): number {
  let end = start
  while (isDigit(line.charCodeAt(end))) end += 1
  if (end === start && line.charCodeAt(start) === hyphen) end += 1
  const isNumber = end > start && end - start <= maxDigits
  return isNumber && (end === line.length || line.charCodeAt(end) === space) ? end : -1
}

function findAgent(line: string, bytesEnd: number): Agent | undefined {
  if (!line.startsWith(' "', bytesEnd)) return undefined
  const referrerEnd = closingQuote(line, bytesEnd + 2, isBeforeAgent)
  if (referrerEnd === -1) return undefined
  const start = referrerEnd + 3
  const end = closingQuote(line, start, isEndOfField)
  // Servers and collectors truncate long lines; the required fields come first.
  return { start, end: end === -1 ? line.length : end, isCut: end === -1, referrerEnd }
}

const [hash, hyphen, space, dot] = [35, 45, 32, 46] as const
