import type { LogEntry, LogFormat } from '../log-entry.ts'
import { createLogReader } from '../log-reader.ts'

/** All requests in the lines, with any user agent. */
export function readEntries(format: LogFormat, lines: readonly string[]): LogEntry[] {
  const reader = createLogReader({ name: 'file', format, wanted: () => true })
  const visits = reader.read(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  reader.close()
  return visits.map(({ entry }) => entry)
}

/** The first request in the lines. */
export function readEntry(format: LogFormat, ...lines: readonly string[]): LogEntry | undefined {
  return readEntries(format, lines)[0]
}

/** The reasons for rejected lines, in order. */
export function rejectionsOf(format: LogFormat, lines: readonly string[]): string[] {
  const reader = createLogReader({ name: 'file', format, wanted: () => true })
  reader.read(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  reader.close()
  return reader.counts.firstRejections.map(({ reason }) => reason)
}

/** An entry with only a time. */
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
