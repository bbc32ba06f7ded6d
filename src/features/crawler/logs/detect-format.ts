import { isIP } from 'node:net'
import { createLineParser } from './line-parser.ts'
import { type InvalidLine, type LogFormat, logFormats, nonRequestLine } from './log-entry.ts'
import { logShapes } from './log-shapes.ts'
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
