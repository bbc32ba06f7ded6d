import { hash } from 'node:crypto'
import { createAgentCache } from './agent-cache.ts'
import { createLineParser } from './line-parser.ts'
import { maxLineBytes } from './line-splitter.ts'
import { type LogEntry, type LogFormat, nonRequestLine } from './log-entry.ts'
import { createOccurrences } from './occurrences.ts'

const maxFirstRejections = 20

/** A request by a user agent that was asked for. */
export interface LogVisit<T> {
  entry: LogEntry
  /** What the user agent was recognised as. */
  bot: T
  /** Number of its line, from 1. */
  line: number
  /** 128 bits of the SHA-256 of the line's bytes (without its end), in hex. */
  lineHash: string
  /** How many times the same line has come in this file, this one included. */
  occurrence: number
}

/** What became of the lines so far: `lines` is always the sum of the others. */
export interface LogCounts {
  lines: number
  visits: number
  /** Requests by other user agents or none, comments, headers, empty lines. */
  ignored: number
  rejected: number
  firstRejections: { line: number; reason: string }[]
}

export interface LogReaderOptions<T> {
  format: LogFormat
  /** What a user agent is recognised as; undefined for one whose requests are passed over. Asked once for most. */
  wanted: (userAgent: string) => T | undefined
}

/** Reads the lines of one file. */
export interface LogReader<T> {
  readonly counts: LogCounts
  /** The visits in lines, which must be whole except the file's last. Throws for nothing that they hold. */
  read(lines: Buffer): LogVisit<T>[]
  close(): void
}

export function createLogReader<T>({ format, wanted }: LogReaderOptions<T>): LogReader<T> {
  const parser = createLineParser(format)
  const bots = createAgentCache(wanted)
  const occurrences = createOccurrences()
  const counts: LogCounts = { lines: 0, visits: 0, ignored: 0, rejected: 0, firstRejections: [] }

  function reject(reason: string): undefined {
    counts.rejected += 1
    if (counts.firstRejections.length < maxFirstRejections)
      counts.firstRejections.push({ line: counts.lines, reason })
  }

  /** The request that a line tells of, if it is wanted, and by what. Everything else is counted. */
  function readLine(line: string, isEnded: boolean, mayHoldNul: boolean) {
    counts.lines += 1
    if (line.length > maxLineBytes) return reject(`longer than ${maxLineBytes} bytes`)
    if (mayHoldNul && line.includes('\0')) return reject('NUL bytes, as binary data and UTF-16 have them')
    const looked = line === '' ? nonRequestLine : parser.look(line)
    if (looked !== nonRequestLine && 'problem' in looked) return reject(looked.problem)
    if (looked !== nonRequestLine && looked.isCut && !isEnded) return reject('the file ends within it')
    const bot = looked === nonRequestLine ? undefined : bots.find(looked)
    if (looked === nonRequestLine || bot === undefined) {
      counts.ignored += 1
      return undefined
    }
    counts.visits += 1
    return { entry: looked.entry(), bot }
  }

  return {
    counts,
    read(lines) {
      const visits: LogVisit<T>[] = []
      const text = lines.toString('latin1')
      // Asked of the bytes: V8 moves a search of the text into the loop, where it is made for every line.
      const mayHoldNul = lines.includes(0)
      for (let start = 0, next = 0; start < text.length; start = next + 1) {
        const newline = text.indexOf('\n', start)
        next = newline === -1 ? text.length : newline
        const end = next > start && text.charCodeAt(next - 1) === carriageReturn ? next - 1 : next
        const wantedLine = readLine(text.slice(start, end), newline !== -1, mayHoldNul)
        if (wantedLine === undefined) continue
        const lineHash = hash('sha256', lines.subarray(start, end), 'hex').slice(0, 32)
        const occurrence = occurrences.next(lineHash, wantedLine.entry.timeMs)
        visits.push({ ...wantedLine, line: counts.lines, lineHash, occurrence })
      }
      return visits
    },
    close: occurrences.close,
  }
}

const carriageReturn = 13
