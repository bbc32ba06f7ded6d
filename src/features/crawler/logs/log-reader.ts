import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { invalidRequest } from '../../../lib/errors.ts'
import { createLineParser } from './line-parser.ts'
import { maxLineBytes } from './line-splitter.ts'
import { type LogEntry, type LogFormat, type LoggedRequest, nonRequestLine } from './log-entry.ts'
import type { LogShape } from './log-shapes.ts'

/** Lines counted in memory, at most 25 MB. */
const maxInMemory = 200_000
const overflowCacheKiB = 32_768

/** Counts occurrences of each line in bounded memory. */
export interface Occurrences {
  /**
   * Counts a line. Returns its occurrences so far, including this one.
   * @param hash of the line, in hex; only its first 64 bits are used. Colliding lines share a count, which still keeps
   * them distinct.
   * @param timeMs of the line; equal for equal lines
   */
  next(hash: string, timeMs: number): number
  close(): void
}

export function createOccurrences(max = maxInMemory): Occurrences {
  const counts = new Map<bigint, number>()
  let overflow: Overflow | undefined
  return {
    next(hash, timeMs) {
      const key = BigInt(`0x${hash.slice(0, 16)}`)
      const count = (counts.get(key) ?? 0) + 1
      if (count === 1 && counts.size >= max) {
        overflow ??= openOverflow()
        return overflow.add(hash, timeMs)
      }
      counts.set(key, count)
      return count
    },
    close: () => overflow?.close(),
  }
}

interface Overflow {
  add(hash: string, timeMs: number): number
  close(): void
}

/** Opens a temporary on-disk database. Keyed by time, so that consecutive lines use the same pages. */
function openOverflow(): Overflow {
  const db = new DatabaseSync('')
  db.exec(`pragma cache_size = -${overflowCacheKiB}; pragma journal_mode = off; pragma synchronous = off;
    create table lines (time integer, hash text, count integer, primary key (time, hash)) without rowid;
    begin`)
  const add = db.prepare(
    'insert into lines values (?, ?, 1) on conflict do update set count = count + 1 returning count',
  )
  return {
    add: (hash, timeMs) => Number(add.get(timeMs, hash.slice(0, 16))?.count),
    close: () => db.close(),
  }
}

/** A few megabytes in total. */
const maxAgents = 16_384
const maxKeyLength = 512

/** Caches which bot a user agent belongs to. */
interface AgentCache<T> {
  find(request: LoggedRequest): KnownAgent<T>
}

interface KnownAgent<T> {
  bot?: T | undefined
  /** Whether requests without a bot are read too. */
  isOther: boolean
}

const noAgent: KnownAgent<never> = { isOther: false }

/** Remembers recent user agents; few lines of a log have a new one. */
function createAgentCache<T>(recognize: (userAgent: string) => KnownAgent<T>): AgentCache<T> {
  const known = new LRUCache<string, KnownAgent<T>>({ max: maxAgents })
  return {
    find(request) {
      const key = request.agentKey
      if (key === null) return noAgent
      const found = known.get(key)
      if (found !== undefined) return found
      const { userAgent } = request.entry()
      const agent = userAgent === null ? noAgent : recognize(userAgent)
      // Copy the key: as a substring, it would keep the text of many lines in memory.
      if (key.length <= maxKeyLength) known.set(Buffer.from(key, 'utf16le').toString('utf16le'), agent)
      return agent
    },
  }
}

export const maxFirstRejections = 20

/** Equal lines in a log. Even a flood of requests for one page has different times or addresses. */
const maxCopies = 10_000

/** A request by a wanted user agent. */
export interface LogVisit<T> {
  entry: LogEntry
  /** The recognized bot. */
  bot: T
  /** Line number, from 1. */
  line: number
  /**
   * Identifies the line. Call it once, in the order of the lines, before reading more.
   * @throws ApiError invalid_request if a line occurs too often
   */
  identify(): LineId
}

export interface LineId {
  /** First 128 bits of the SHA-256 of the line, without its line end, in hex. */
  lineHash: string
  /** How often the same line has been identified in this file, including this one. */
  occurrence: number
}

/** Counts of lines so far: `lines` is the sum of the others. */
export interface LogCounts {
  lines: number
  visits: number
  /** Requests by other or missing user agents, comments, headers, empty lines. */
  ignored: number
  rejected: number
  firstRejections: { line: number; reason: string }[]
}

export interface LogReaderOptions<T> {
  format: LogFormat | LogShape
  /** The name of the log in error messages. */
  name: 'file' | 'body'
  /** Recognizes a user agent; undefined to ignore its requests. Results are cached. */
  wanted: (userAgent: string) => T | undefined
  /** Recognizes signed requests of other user agents. */
  signedBy?: ((entry: LogEntry) => T | undefined) | undefined
  /** Reads requests of other user agents too, although they count as ignored. Results of `isOther` are cached. */
  others?: { isOther: (userAgent: string) => boolean; read: (request: LoggedRequest) => T | undefined } | undefined
}

/** Reads the lines of one file. */
export interface LogReader<T> {
  readonly counts: LogCounts
  /**
   * Returns the visits in whole lines; only the file's last line may be incomplete.
   */
  read(lines: Buffer): LogVisit<T>[]
  close(): void
}

export function createLogReader<T>({ format, name, wanted, signedBy, others }: LogReaderOptions<T>): LogReader<T> {
  const parser = createLineParser(format)
  const agents = createAgentCache((userAgent) => {
    const bot = wanted(userAgent)
    return { bot, isOther: bot === undefined && others?.isOther(userAgent) === true }
  })
  const occurrences = createOccurrences()
  const counts: LogCounts = { lines: 0, visits: 0, ignored: 0, rejected: 0, firstRejections: [] }

  function reject(reason: string): undefined {
    counts.rejected += 1
    if (counts.firstRejections.length < maxFirstRejections) counts.firstRejections.push({ line: counts.lines, reason })
  }

  /** Returns the request in a line if wanted, with its bot. Counts all lines. */
  function readLine(line: string, isEnded: boolean, mayHoldNul: boolean) {
    counts.lines += 1
    if (line.length > maxLineBytes) return reject(`longer than ${maxLineBytes} bytes`)
    if (mayHoldNul && line.includes('\0')) return reject('NUL bytes, as in binary data or UTF-16')
    const parsed = line === '' ? nonRequestLine : parser.look(line)
    if (parsed !== nonRequestLine && 'problem' in parsed) return reject(parsed.problem)
    if (parsed !== nonRequestLine && parsed.isCut && !isEnded) return reject('the file ends within the line')
    const agent = parsed === nonRequestLine ? noAgent : agents.find(parsed)
    const isSigned = parsed !== nonRequestLine && parsed.isSigned === true
    const bot = agent.bot ?? (isSigned ? signedBy?.(parsed.entry()) : undefined)
    counts[bot === undefined ? 'ignored' : 'visits'] += 1
    if (parsed === nonRequestLine || (bot === undefined && !agent.isOther)) return undefined
    const found = bot ?? others?.read(parsed)
    return found === undefined ? undefined : { entry: parsed.entry(), bot: found }
  }

  function identify(line: Buffer, number: number, timeMs: number): LineId {
    const lineHash = hash('sha256', line, 'hex').slice(0, 32)
    const occurrence = occurrences.next(lineHash, timeMs)
    if (occurrence > maxCopies)
      throw invalidRequest(`${name}: line ${number} occurs more than ${maxCopies} times; remove its copies`)
    return { lineHash, occurrence }
  }

  return {
    counts,
    read(lines) {
      const visits: LogVisit<T>[] = []
      const text = lines.toString('latin1')
      // Search the bytes: V8 would move a search of the text into the loop and repeat it per line.
      const mayHoldNul = lines.includes(0)
      for (let start = 0, next = 0; start < text.length; start = next + 1) {
        const newline = text.indexOf('\n', start)
        next = newline === -1 ? text.length : newline
        const end = next > start && text.charCodeAt(next - 1) === carriageReturn ? next - 1 : next
        const wantedLine = readLine(text.slice(start, end), newline !== -1, mayHoldNul)
        if (wantedLine === undefined) continue
        const { entry, bot } = wantedLine
        const [from, line] = [start, counts.lines]
        visits.push({ entry, bot, line, identify: () => identify(lines.subarray(from, end), line, entry.timeMs) })
      }
      return visits
    },
    close: occurrences.close,
  }
}

const carriageReturn = 13
