import { invalidRequest } from '../../../lib/errors.ts'
import { detectFormat } from './detect-format.ts'
import type { LogFormat } from './log-entry.ts'
import {
  createLogReader,
  type LogCounts,
  type LogReader,
  type LogReaderOptions,
  type LogVisit,
} from './log-reader.ts'

/** Lines that a format is detected from, and bytes after which no more of them are waited for. */
const sampledLines = 100
const sampledBytes = 4_000_000

export interface ReadLogOptions<T> extends Omit<LogReaderOptions<T>, 'format'> {
  /** Detected from the first lines where it is not given. */
  format?: LogFormat | undefined
  /**
   * Whether the lines come as they are written, so that the format is to be detected as soon as one fits, and not
   * from the first hundred.
   */
  isLive?: boolean
}

/** A log as it is read: the visits in its lines, some at a time. */
export interface LogReading<T> extends AsyncIterable<LogVisit<T>[]> {
  /** All zero until the format is known. */
  counts(): LogCounts
  format(): LogFormat | undefined
}

/**
 * Reads the visits in a log.
 * @param log buffers of whole lines, as of `openLog`
 * @returns iterate it once; it throws what the log throws, and ApiError invalid_request where no format fits
 */
export function readLog<T>(log: AsyncIterable<Buffer>, options: ReadLogOptions<T>): LogReading<T> {
  let { format } = options
  let reader: LogReader<T> | undefined
  let sample: Buffer[] = []
  const size = { lines: 0, bytes: 0 }

  /** Begins with what was held back to detect the format from. */
  function* begin(found: LogFormat): Generator<LogVisit<T>[]> {
    format = found
    reader = createLogReader({ format: found, wanted: options.wanted })
    for (const lines of sample) yield reader.read(lines)
    sample = []
  }

  async function* readLines(): AsyncGenerator<LogVisit<T>[]> {
    if (format !== undefined) yield* begin(format)
    for await (const lines of log) {
      if (reader !== undefined) {
        yield reader.read(lines)
        continue
      }
      sample.push(lines)
      size.lines += linesOf([lines]).filter(hasContent).length
      size.bytes += lines.length
      const isEnough = size.lines >= sampledLines || size.bytes >= sampledBytes
      if (!isEnough && options.isLive !== true) continue
      const detected = detectFormat(firstLines(sample))
      if ('format' in detected) yield* begin(detected.format)
      else if (isEnough) return
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
        const detected = detectFormat(firstLines(sample))
        if ('format' in detected) yield* begin(detected.format)
        else if (!isBare(sample)) throw failure ?? invalidRequest(detected.problem)
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

const hasContent = (line: string) => !/^(?:#.*)?\r?$/.test(line)

const linesOf = (sample: readonly Buffer[]) => Buffer.concat(sample).toString('latin1').split('\n')

/** The first lines with content, and the comments between. */
function firstLines(sample: readonly Buffer[]): string[] {
  let left = sampledLines
  return linesOf(sample).filter((line) => {
    if (hasContent(line)) left -= 1
    return left >= 0
  })
}

/** Whether nothing was logged: a rotated log may hold its header only. */
const isBare = (sample: readonly Buffer[]) => !linesOf(sample).some(hasContent)
