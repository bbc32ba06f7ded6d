import type { LogCounts, LogVisit } from './log-reader.ts'
import { type LogShape, logShapes } from './log-shapes.ts'
import { type ReadLogOptions, readLog } from './read-log.ts'
import { createSplitter } from './split-record.ts'
import { unwrapped } from './unwrapped.ts'

/** Lines that are read, as for the detection of the format, and requests of them that are shown. */
const previewLines = 100
const previewRequests = 10
const maxNames = 50

export interface LogPreview<T> {
  /** Null for an empty log. */
  format: string | null
  /** The first requests, of any user agent. */
  requests: LogVisit<T | undefined>[]
  /** Names in the log that the format does not use. */
  unread: string[]
  counts: LogCounts & { bots: number }
}

/** Reads the first lines of a log. @throws errors of `readLog` */
export async function previewLog<T>(
  log: AsyncIterable<Buffer>,
  { wanted, ...options }: ReadLogOptions<T>,
): Promise<LogPreview<T>> {
  const lines: string[] = []
  async function* firstLines() {
    for await (const buffer of log) {
      lines.push(
        ...(buffer
          .toString('latin1')
          .match(/[^\n]*\n|[^\n]+$/g)
          ?.slice(0, previewLines - lines.length) ?? []),
      )
      if (lines.length >= previewLines) break
    }
    if (lines.length > 0) yield Buffer.from(lines.join(''), 'latin1')
  }
  const reading = readLog<{ bot: T | undefined }>(firstLines(), {
    ...options,
    isLive: false,
    otherwise: undefined,
    wanted: (agent) => ({ bot: wanted(agent) }),
  })
  const requests: LogVisit<T | undefined>[] = []
  for await (const some of reading) requests.push(...some.map((visit) => ({ ...visit, bot: visit.bot.bot })))
  const format = reading.format()
  const shape = typeof format === 'string' ? logShapes[format as keyof typeof logShapes] : format
  return {
    format: typeof format === 'object' ? 'custom' : (format ?? null),
    requests: requests.slice(0, previewRequests),
    unread: shape === undefined ? [] : unreadNames(shape, lines),
    counts: { ...reading.counts(), bots: requests.filter(({ bot }) => bot !== undefined).length },
  }
}

function unreadNames(shape: LogShape, lines: readonly string[]): string[] {
  const split = createSplitter(shape)
  const read = new Set(['date', 'time', ...Object.values(shape).filter(Array.isArray).flat()])
  const names = new Set<string>()
  for (const line of lines) {
    const found = split(unwrapped(line.replace(/\r?\n$/, '')))
    if (typeof found === 'object' && 'record' in found)
      for (const name of leafNames(found.record))
        if (!read.has(name) && names.size < maxNames) names.add(name)
  }
  return [...names].sort()
}

function leafNames(record: object, depth = 3): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && depth > 1
      ? leafNames(value, depth - 1).map((leaf) => `${name}.${leaf}`)
      : name.slice(0, 100),
  )
}
