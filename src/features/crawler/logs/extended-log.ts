import { type InvalidLine, type LineParser, type LogEntry, nonRequestLine } from './log-entry.ts'
import { decodedAgent, encodedOnce, nullIfBlank, truncateText, utf8 } from './log-text.ts'
import { parseTime } from './log-time.ts'
import { addressOf, hostOf, methodOf, splitTarget } from './request-target.ts'

export interface ExtendedLogOptions {
  /** Whether values are additionally percent-encoded, as in CloudFront logs. */
  isEncoded: boolean
}

/** Returns the value of a column in the current line, or null. */
type Columns = (name: string) => string | null

const noFields: InvalidLine = { problem: 'no #Fields line before it' }
const noTime: InvalidLine = { problem: 'no valid date and time' }
const noStatus: InvalidLine = { problem: 'the status is not a number' }
const noBytes: InvalidLine = { problem: 'the number of bytes is not a number' }

/**
 * Parses the W3C Extended Log File Format (www.w3.org/TR/WD-logfile) of IIS, CloudFront and others. `#Fields` names
 * the columns and may appear again with others.
 */
export function createExtendedLogParser({ isEncoded }: ExtendedLogOptions): LineParser {
  let names: string[] = []
  let date: string | undefined

  function readHeader(line: string): void {
    const colon = line.indexOf(':')
    const value = line.slice(colon + 1).trim()
    const header = line.slice(1, colon).toLowerCase()
    if (header === 'date') date = value.slice(0, '2000-10-10'.length)
    if (header === 'fields') names = value.toLowerCase().split(/\s+/)
  }

  return {
    look(line) {
      if (line.startsWith('#')) {
        readHeader(line)
        return nonRequestLine
      }
      if (names.length === 0) return noFields
      const values = splitColumns(line)
      if (values.length !== names.length)
        return { problem: `${values.length} columns where #Fields names ${names.length}` }
      const ofLine = names
      const column = (name: string) => {
        const value = values[ofLine.indexOf(name)]
        return value === undefined ? null : nullIfBlank(value)
      }
      const timeMs = timeOf(column, date)
      if (timeMs === undefined) return noTime
      if (!/^\d{0,3}$/.test(column('sc-status') ?? '')) return noStatus
      if (!/^\d{0,15}$/.test(column('sc-bytes') ?? '')) return noBytes
      const entry = () => readEntry(timeMs, column, isEncoded)
      return { agentKey: column('cs(user-agent)'), isCut: false, entry }
    },
  }
}

/** Splits at tabs, or else at spaces. Quoted values may contain spaces and doubled quotes. */
function splitColumns(line: string): string[] {
  if (line.includes('\t')) return line.split('\t')
  const trimmed = line.trimEnd()
  if (!trimmed.includes('"')) return trimmed.split(' ')
  return Array.from(trimmed.matchAll(/ ?("(?:[^"]|"")*"|[^ ]+)/g), ([, value = '']) =>
    value.length > 1 && value.startsWith('"') && value.endsWith('"')
      ? value.slice(1, -1).replaceAll('""', '"')
      : value,
  )
}

function timeOf(column: Columns, headerDate: string | undefined): number | undefined {
  const stamp = column('timestamp(ms)') ?? column('timestamp')
  if (stamp !== null) return parseTime(stamp)
  return parseTime(`${column('date') ?? headerDate} ${column('time')}`)
}

function readEntry(timeMs: number, column: Columns, isEncoded: boolean): LogEntry {
  const text = (name: string) => {
    const value = column(name)
    return value === null ? null : utf8(value)
  }
  const url = (name: string) => {
    const value = text(name)
    return value === null ? null : truncateText(isEncoded ? encodedOnce(value) : value)
  }
  const given = splitTarget(url('cs-uri-stem') ?? url('cs-uri') ?? '')
  const agent = text('cs(user-agent)')
  const host = text('x-host-header') ?? text('cs-host') ?? text('cs(host)')
  const status = Number(column('sc-status') ?? 0)
  const bytes = column('sc-bytes')
  return {
    timeMs,
    userAgent: agent && nullIfBlank(truncateText(isEncoded ? decodedAgent(agent) : spacedAgent(agent))),
    address: addressOf(text('c-ip') ?? ''),
    host: hostOf(host ?? '') ?? given.host,
    path: given.path,
    query: url('cs-uri-query') ?? given.query,
    method: methodOf(text('cs-method') ?? ''),
    status: status >= 100 ? status : null,
    bytes: bytes === null ? null : Number(bytes),
    referrer: url('cs(referer)'),
  }
}

/** IIS writes a plus for each space, and keeps an original plus after it. Others percent-encode spaces. */
function spacedAgent(agent: string): string {
  if (agent.includes(' ')) return agent
  return agent.includes('+') ? agent.replace(/\+(\+?)/g, ' $1') : decodedAgent(agent)
}
