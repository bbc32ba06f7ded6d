import { isIP } from 'node:net'
import { invalidRequest } from '../../../lib/errors.ts'
import { checkShape } from './custom-format.ts'
import { createLineParser } from './line-parser.ts'
import { type InvalidLine, type LogFormat, logFormats, nonRequestLine } from './log-entry.ts'
import { createLogReader, type LogCounts, type LogReader, type LogReaderOptions, type LogVisit } from './log-reader.ts'
import { type LogShape, logShapes } from './log-shapes.ts'
import { addressOf } from './request-target.ts'
import { createSplitter, fieldOf } from './split-record.ts'
import { unwrapped } from './unwrapped.ts'

const noFormat: InvalidLine = {
  problem: `format: not detected from the first lines; set one of ${logFormats.join(', ')}, or custom with fields`,
}

/**
 * Detects the format that matches most of a log's first lines. On a tie, the more specific format wins.
 * @param lines bytes as latin1
 * @returns a problem if no line matches any format
 */
export function detectFormat(lines: readonly string[]): { format: LogFormat } | InvalidLine {
  const texts = lines.map((line) => unwrapped(line.replace(/\r$/, '')))
  let best: { format: LogFormat; fitting: number } | undefined
  for (const format of logFormats) {
    const fitting = countFitting(format, texts)
    if (fitting > (best?.fitting ?? 0)) best = { format, fitting }
  }
  return best === undefined ? noFormat : { format: best.format }
}

function countFitting(format: LogFormat, lines: readonly string[]): number {
  const parser = createLineParser(format)
  const shape = format in logShapes ? logShapes[format as keyof typeof logShapes] : undefined
  const marks = shape?.marks ?? []
  const split = shape === undefined ? undefined : createSplitter(shape)
  return lines.filter((line) => {
    const parsed = parser.look(line)
    const found = split?.(line)
    if (parsed !== nonRequestLine && 'problem' in parsed) return false
    // A line can match a vendor's format without being a request.
    if (typeof found === 'object' && 'record' in found && marks.length > 0)
      return marks.some((mark) => fieldOf(found.record, mark) !== undefined)
    if (parsed === nonRequestLine) return false
    if (format === 'combined-vhost') return beginsWithHost(line)
    // For JSON, a time is not enough.
    const { userAgent, path } = parsed.entry()
    return format !== 'json' || userAgent !== null || path !== null
  }).length
}

/** Whether a line begins with a host and an address rather than an address and an identity. */
function beginsWithHost(line: string): boolean {
  const [host = '', address = ''] = line.split(' ', 2)
  return isIP(address) > 0 || (/:\d+$/.test(host) && addressOf(host) === null)
}

/** Lines and bytes sampled to detect the format. */
const sampledLines = 100
const sampledBytes = 1_000_000

/** Lines that may be rejected in any log, and per line that is read. */
const rejectedFree = 50_000
const rejectedPerRead = 9

export interface ReadLogOptions<T> extends Omit<LogReaderOptions<T>, 'format'> {
  /** Omit to detect it from the first lines. A custom format is checked against them. */
  format?: LogFormat | LogShape | undefined
  /** Whether lines arrive live, so that the format is detected as soon as one line matches. */
  isLive?: boolean
}

/** The visits in a log, in batches. */
interface LogReading<T> extends AsyncIterable<LogVisit<T>[]> {
  /** All 0 until the format is known. */
  counts(): LogCounts
  format(): LogFormat | LogShape | undefined
}

/**
 * Reads the visits in a log.
 * @param log buffers of whole lines, such as from `openLog`
 * @returns iterate once; throws errors of the log, and ApiError invalid_request if no format matches
 */
export function readLog<T>(log: AsyncIterable<Buffer> | Iterable<Buffer>, options: ReadLogOptions<T>): LogReading<T> {
  const given = options.format
  let format = typeof given === 'string' ? given : (undefined as LogFormat | LogShape | undefined)
  const detect = (lines: readonly string[]) =>
    typeof given === 'object' ? checkShape(given, lines) : detectFormat(lines)
  let reader: LogReader<T> | undefined
  let sample: Buffer[] = []
  const size = { lines: 0, bytes: 0 }

  /** Creates the reader and reads the sampled lines. */
  function* begin(found: LogFormat | LogShape): Generator<LogVisit<T>[]> {
    format = found
    reader = createLogReader({ ...options, format: found })
    for (const lines of sample) yield reader.read(lines)
    sample = []
  }

  async function* readLines(): AsyncGenerator<LogVisit<T>[]> {
    if (format !== undefined) yield* begin(format)
    for await (const lines of log) {
      if (reader !== undefined) {
        yield reader.read(lines)
        if (options.isLive !== true) checkRejected(reader.counts, options.name)
        continue
      }
      sample.push(lines)
      size.lines += linesOf([lines]).filter(hasContent).length
      size.bytes += lines.length
      const isSampleComplete = size.lines >= sampledLines || size.bytes >= sampledBytes
      if (!isSampleComplete && options.isLive !== true) continue
      const detected = detect(firstLines(sample))
      if ('format' in detected) yield* begin(detected.format)
      else if (isSampleComplete) return
    }
  }

  async function* visits(): AsyncGenerator<LogVisit<T>[]> {
    try {
      let failure: unknown
      try {
        yield* readLines()
      } catch (error) {
        failure = error
      }
      if (sample.length > 0) {
        const detected = detect(firstLines(sample))
        if ('format' in detected) yield* begin(detected.format)
        else if (!hasOnlyHeaders(sample)) throw failure ?? invalidRequest(detected.problem)
        else yield* begin('w3c')
      }
      if (failure !== undefined) throw failure
    } finally {
      reader?.close()
    }
  }

  return {
    counts: () => reader?.counts ?? { lines: 0, visits: 0, ignored: 0, rejected: 0, firstRejections: [] },
    format: () => format,
    [Symbol.asyncIterator]: visits,
  }
}

/** @throws ApiError invalid_request if nearly all lines are rejected: reading on would waste the processor's time */
function checkRejected({ lines, rejected, firstRejections: [first] }: LogCounts, name: string): void {
  if (rejected <= rejectedFree || rejected <= rejectedPerRead * (lines - rejected)) return
  throw invalidRequest(
    `${name}: ${rejected} of ${lines} lines do not fit, such as line ${first?.line} (${first?.reason}); check the format`,
  )
}

const hasContent = (line: string) => !/^(?:#.*)?\r?$/.test(line)

const linesOf = (sample: readonly Buffer[]) => Buffer.concat(sample).toString('latin1').split('\n')

/** The first lines with content, and comments between them. */
function firstLines(sample: readonly Buffer[]): string[] {
  let left = sampledLines
  return linesOf(sample).filter((line) => {
    if (hasContent(line)) left -= 1
    return left >= 0
  })
}

/** Whether the log has no requests: a rotated log may have only its header. */
const hasOnlyHeaders = (sample: readonly Buffer[]) => !linesOf(sample).some(hasContent)
