import { isIP } from 'node:net'
import { fieldOf, parseObject } from './json-log.ts'
import { jsonShapes } from './json-shapes.ts'
import { createLineParser } from './line-parser.ts'
import { type InvalidLine, type LogFormat, logFormats, nonRequestLine } from './log-entry.ts'
import { addressOf } from './request-target.ts'

const noFormat: InvalidLine = {
  problem: `format: not detected from the first lines; set one of ${logFormats.join(', ')}`,
}

/**
 * Detects the format that matches most of a log's first lines. On a tie, the more specific format wins.
 * @param lines bytes as latin1
 * @returns a problem if no line matches any format
 */
export function detectFormat(lines: readonly string[]): { format: LogFormat } | InvalidLine {
  const texts = lines.map((line) => line.replace(/\r$/, ''))
  let best: { format: LogFormat; fitting: number } | undefined
  for (const format of logFormats) {
    const fitting = countFitting(format, texts)
    if (fitting > (best?.fitting ?? 0)) best = { format, fitting }
  }
  return best === undefined ? noFormat : { format: best.format }
}

function countFitting(format: LogFormat, lines: readonly string[]): number {
  const parser = createLineParser(format)
  let header = ''
  return lines.filter((line) => {
    if (/^#fields:/i.test(line)) header = line
    const parsed = parser.look(line)
    if (parsed !== nonRequestLine && 'problem' in parsed) return false
    // A line can match a vendor's format without being a request.
    if (isVendorFormat(format)) return isMarked(format, line, header)
    if (parsed === nonRequestLine) return false
    if (format === 'combined-vhost') return beginsWithHost(line)
    // For JSON, a time is not enough.
    const { userAgent, path } = parsed.entry()
    return format !== 'json' || userAgent !== null || path !== null
  }).length
}

type VendorFormat = Exclude<keyof typeof jsonShapes, 'json'>

const isVendorFormat = (format: LogFormat): format is VendorFormat =>
  format in jsonShapes && format !== 'json'

/** Whether a line has fields unique to a vendor's format. */
function isMarked(format: VendorFormat, line: string, header: string): boolean {
  const { marks } = jsonShapes[format]
  const record = parseObject(line)
  if (record !== undefined) return marks.some((mark) => fieldOf(record, mark) !== undefined)
  return !line.startsWith('#') && marks.some((mark) => header.includes(mark))
}

/** Whether a line begins with a host and an address rather than an address and an identity. */
function beginsWithHost(line: string): boolean {
  const [host = '', address = ''] = line.split(' ', 2)
  return isIP(address) > 0 || (/:\d+$/.test(host) && addressOf(host) === null)
}
