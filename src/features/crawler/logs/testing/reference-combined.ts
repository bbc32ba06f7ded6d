import { isIP } from 'node:net'
import type { LogEntry } from '../log-entry.ts'
import { addressOf, splitTarget } from '../request-target.ts'

const inQuotes = String.raw`((?:[^\\]|\\.)*?)"`
const time = / \[(\d\d)\/([A-Z][a-z][a-z])\/(\d{4}):(\d\d:\d\d):(\d\d) ([+-])(\d\d)(\d\d)\] "/g
const fields = [
  new RegExp(`${inQuotes} (\\d{3}|-) `, 'sy'),
  /(\d{1,15}|-)(?= |$)/y,
  new RegExp(` "${inQuotes} "`, 'sy'),
  new RegExp(`${inQuotes}(?= |$)|(.*)$`, 'sy'),
]

/** Parses a combined line slowly with regular expressions; undefined if it does not match. */
export function referenceEntry(line: string): LogEntry | undefined {
  const start = [...line.matchAll(time)].find((match) => timeOf(match) !== undefined)
  if (start === undefined || line.startsWith('#') || line.startsWith(' ')) return undefined
  let place = start.index + start[0].length
  const values: string[] = []
  for (const field of fields) {
    field.lastIndex = place
    const match = field.exec(line)
    if (match === null) return undefined
    place = field.lastIndex
    values.push(...match.slice(1).filter((value) => value !== undefined))
  }
  const [request = '', status, bytes, referrer = '', userAgent = ''] = values
  return {
    timeMs: timeOf(start) as number,
    userAgent: orNull(unescapeField(userAgent)),
    address: addressIn(line.slice(0, start.index)),
    ...requestOf(unescapeField(request)),
    status: Number(status) >= 100 ? Number(status) : null,
    bytes: bytes === '-' ? null : Number(bytes),
    referrer: orNull(unescapeField(referrer)),
  }
}

const orNull = (text: string) => (['', '-'].includes(text) ? null : text)

function timeOf([, day, month, year, minutes, second, sign, hours, mins]: readonly string[]): number | undefined {
  const monthNumber = String(new Date(`1 ${month} 2000`).getMonth() + 1).padStart(2, '0')
  const date = `${year}-${monthNumber}-${day}`
  const utc = Date.parse(`${date}T${minutes}:${second === '60' ? '59' : second}Z`)
  const isDay = !Number.isNaN(utc) && new Date(utc).toISOString().startsWith(date)
  if (!isDay || Number(year) < 1990 || Number(year) > 2099 || Number(hours) > 14 || Number(mins) > 59) return undefined
  const zone = (Number(hours) * 60 + Number(mins)) * (sign === '-' ? -1 : 1)
  return utc + (second === '60' ? 1000 : 0) - zone * 60_000
}

/** Unescapes a field byte by byte. */
function unescapeField(field: string): string {
  const bytes: number[] = []
  for (let at = 0; at < field.length; at += 1) {
    const next = field[at + 1]
    if (field[at] !== '\\' || next === undefined) {
      bytes.push(field.charCodeAt(at))
      continue
    }
    const hex = /^[0-9a-f]{2}$/i.test(field.slice(at + 2, at + 4)) && next.toLowerCase() === 'x'
    const control = 'b\bn\nr\rt\tv\vf\f'.split(next)[1]?.charCodeAt(0)
    bytes.push(
      hex
        ? Number.parseInt(field.slice(at + 2, at + 4), 16)
        : 'bnrtvf'.includes(next)
          ? (control as number)
          : next.charCodeAt(0),
    )
    at += hex ? 3 : 1
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes))
}

function addressIn(head: string): string | null {
  const before = head.replace(/ - .*$/s, '').split(' ')
  const last = before.at(-1) as string
  return addressOf(isIP(last) > 0 ? last : (before[0] as string))
}

function requestOf(request: string): Pick<LogEntry, 'method' | 'host' | 'path' | 'query'> {
  const [, method, rest = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) (.*)$/s.exec(request) ?? []
  const target = rest.trim().replace(/\s* HTTP\/\d(?:\.\d)?$/, '')
  if (method === undefined || target === '') return { method: null, host: null, path: null, query: null }
  return { method, ...splitTarget(target) }
}
