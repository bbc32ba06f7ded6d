/** Years outside this range indicate a wrong clock. */
const firstYear = 1990
const lastYear = 2099

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'

export const clfTimeLength = '10/Oct/2000:13:55:36 -0700'.length

/**
 * Parses the time at an offset of a line, such as `10/Oct/2000:13:55:36 -0700`, to milliseconds since 1970. Undefined
 * if invalid or outside the year range. A leap second counts as the next minute's first second.
 */
export function clfTime(line: string, at: number): number | undefined {
  const isShaped =
    line.charCodeAt(at + 2) === slash &&
    line.charCodeAt(at + 6) === slash &&
    line.charCodeAt(at + 11) === colon &&
    line.charCodeAt(at + 14) === colon &&
    line.charCodeAt(at + 17) === colon &&
    line.charCodeAt(at + 20) === space
  if (!isShaped) return undefined
  const month = months.indexOf(line.slice(at + 3, at + 6))
  const zone = zoneMinutes(line.charCodeAt(at + 21), twoDigits(line, at + 22), twoDigits(line, at + 24))
  if (month % 3 !== 0) return undefined
  const year = twoDigits(line, at + 7) * 100 + twoDigits(line, at + 9)
  const [day, hour] = [twoDigits(line, at), twoDigits(line, at + 12)]
  const [minute, second] = [twoDigits(line, at + 15), twoDigits(line, at + 18)]
  return instant(year, month / 3, day, hour, minute, second, 0, zone)
}

const plainTimeLength = '2000-10-10 13:55:36'.length
const plainTime = /^....-..-..[T ]..:..:..$/i

const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: ?(?:Z|UTC|GMT)| ?([+-])(\d\d)(?::?(\d\d))?)?$/i

/**
 * Parses the time in a field to milliseconds since 1970: RFC 3339 (also with a space for the T, a zone without colon,
 * or no zone for UTC), Common Log Format (or HAProxy’s, with milliseconds for the zone), or a Unix time in seconds,
 * milli-, micro- or nanoseconds, by magnitude.
 * Undefined for anything else.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number') return unixTime(value)
  if (typeof value !== 'string') return undefined
  if (value !== last.text) last = { text: value, timeMs: parseText(value) }
  return last.timeMs
}

/** Neighboring lines often have the same time. */
let last: { text: string; timeMs: number | undefined } = { text: '', timeMs: undefined }

function parseText(value: string): number | undefined {
  const isPlain = value.length === plainTimeLength && value.charCodeAt(4) === minus && value.charCodeAt(13) === colon
  if (isPlain && plainTime.test(value)) {
    const year = twoDigits(value, 0) * 100 + twoDigits(value, 2)
    const [month, day, hour] = [twoDigits(value, 5), twoDigits(value, 8), twoDigits(value, 11)]
    return instant(year, month - 1, day, hour, twoDigits(value, 14), twoDigits(value, 17), 0, 0)
  }
  if (/^\d{1,20}(?:\.\d{1,9})?$/.test(value)) return unixTime(Number(value))
  const [, year, month, day, hour, minute, second, fraction, sign, zoneHours, zoneMins] = isoTime.exec(value) ?? []
  if (year === undefined) return clfTimeWithin(value)
  const zone = sign === undefined ? 0 : zoneMinutes(sign.charCodeAt(0), Number(zoneHours), Number(zoneMins ?? 0))
  const ms = Math.floor(Number(`0.${fraction ?? 0}`) * 1000)
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  return instant(Number(year), Number(month) - 1, Number(day), hours, minutes, seconds, ms, zone)
}

function clfTimeWithin(value: string): number | undefined {
  if (value.length === clfTimeLength) return clfTime(value, 0)
  const [, seconds, ms] = /^(.{20})\.(\d{3})$/.exec(value) ?? []
  const timeMs = clfTime(`${seconds} +0000`, 0)
  return timeMs === undefined ? undefined : timeMs + Number(ms)
}

/** Smallest number per unit, a day in 1973. In the next larger unit, it would be after the last year. */
const unixUnits = [
  { from: 1e17, perMs: 1e6 },
  { from: 1e14, perMs: 1e3 },
  { from: 1e11, perMs: 1 },
  { from: 0, perMs: 1e-3 },
]

/** Tolerance for the precision lost in nanoseconds and fractional seconds. */
const roundingMs = 0.001

function unixTime(since1970: number): number | undefined {
  const unit = unixUnits.find(({ from }) => since1970 >= from)
  const ms = unit === undefined ? Number.NaN : Math.floor(since1970 / unit.perMs + roundingMs)
  return ms >= Date.UTC(firstYear, 0) && ms < Date.UTC(lastYear + 1, 0) ? ms : undefined
}

/** Undefined if a part is NaN or out of range. */
function instant(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms: number,
  zone: number,
): number | undefined {
  const isTime = hour <= 23 && minute <= 59 && second <= 60 && year >= firstYear && year <= lastYear
  if (!isTime || !(day >= 1 && day <= 31 && month >= 0 && month <= 11) || Number.isNaN(zone)) return undefined
  const midnight = Date.UTC(year, month, day)
  // The 31st of a shorter month would overflow into the next.
  if (day > 28 && new Date(midnight).getUTCMonth() !== month) return undefined
  return midnight + ((hour * 60 + minute - zone) * 60 + second) * 1000 + (second === 60 ? 0 : ms)
}

/** Minutes that a zone is ahead of UTC; NaN if invalid. */
function zoneMinutes(sign: number, hours: number, minutes: number): number {
  if (!(hours <= 14 && minutes <= 59)) return Number.NaN
  if (sign === plus) return hours * 60 + minutes
  return sign === minus ? -(hours * 60 + minutes) : Number.NaN
}

/** Parses two digits of a line; NaN if invalid. */
function twoDigits(line: string, at: number): number {
  const tens = line.charCodeAt(at) - zero
  const ones = line.charCodeAt(at + 1) - zero
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

const [slash, colon, space, plus, minus, zero] = [47, 58, 32, 43, 45, 48] as const
