import { isIP } from 'node:net'
import { fieldOf, parseObject } from './json-log.ts'
import { jsonShapes } from './json-shapes.ts'
import { createLineParser } from './line-parser.ts'
import { type InvalidLine, type LogFormat, logFormats, nonRequestLine } from './log-entry.ts'
import { addressOf } from './request-target.ts'

const noFormat: InvalidLine = {
  problem: `no first line is of a format that is known: name it, if it is one of ${logFormats.join(', ')}`,
}

/**
 * The format that most of a log's first lines are of, whatever stands between them; of two that fit as many, the
 * one that says more.
 * @param lines their bytes as latin1
 * @returns why there is none, where no line fits any
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
    const looked = parser.look(line)
    if (looked !== nonRequestLine && 'problem' in looked) return false
    // What is of somebody's format fits it also where it tells of no request.
    if (isVendors(format)) return isMarked(format, line, header)
    if (looked === nonRequestLine) return false
    if (format === 'combined-vhost') return beginsWithHost(line)
    // Any object with a time would do.
    const { userAgent, path } = looked.entry()
    return format !== 'json' || userAgent !== null || path !== null
  }).length
}

type VendorFormat = Exclude<keyof typeof jsonShapes, 'json'>

const isVendors = (format: LogFormat): format is VendorFormat => format in jsonShapes && format !== 'json'

/** Whether a line holds what only one vendor's format has. */
function isMarked(format: VendorFormat, line: string, header: string): boolean {
  const { marks } = jsonShapes[format]
  const record = parseObject(line)
  if (record !== undefined) return marks.some((mark) => fieldOf(record, mark) !== undefined)
  return !line.startsWith('#') && marks.some((mark) => header.includes(mark))
}

/** Whether a line begins with a host and an address, and not with an address and an identity. */
function beginsWithHost(line: string): boolean {
  const [host = '', address = ''] = line.split(' ', 2)
  return isIP(address) > 0 || (/:\d+$/.test(host) && addressOf(host) === null)
}
