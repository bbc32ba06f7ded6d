import type { LogEntry, LogFormat } from '../log-entry.ts'
import { createLogReader } from '../log-reader.ts'

/** Every request that lines tell of, each with whatever user agent; what is none stays out. */
export function readEntries(format: LogFormat, lines: readonly string[]): LogEntry[] {
  const reader = createLogReader({ format, wanted: () => true })
  const visits = reader.read(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  reader.close()
  return visits.map(({ entry }) => entry)
}

/** The request that one line tells of. */
export function readEntry(format: LogFormat, ...lines: readonly string[]): LogEntry | undefined {
  return readEntries(format, lines)[0]
}

/** Why lines are rejected, in their order. */
export function rejectionsOf(format: LogFormat, lines: readonly string[]): string[] {
  const reader = createLogReader({ format, wanted: () => true })
  reader.read(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  reader.close()
  return reader.counts.firstRejections.map(({ reason }) => reason)
}

/** An entry of which nothing is known but its time. */
export const emptyEntry: LogEntry = {
  timeMs: 0,
  userAgent: null,
  address: null,
  host: null,
  path: null,
  query: null,
  method: null,
  status: null,
  bytes: null,
  referrer: null,
}
