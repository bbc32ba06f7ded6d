import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clfTime, parseTime } from './log-time.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number: number) => String(number).padStart(2, '0')
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

it('reads the time of any second in any UTC offset', () => {
  const second = fc.integer({ min: Date.UTC(1990, 0, 2) / 1000, max: Date.UTC(2099, 11, 30) / 1000 })
  const zone = fc.integer({ min: -14 * 60 - 59, max: 14 * 60 + 59 })
  fc.assert(
    fc.property(second, zone, (since1970, zoneMinutes) => {
      const clock = new Date((since1970 + zoneMinutes * 60) * 1000)
      const [sign, minutes] = [zoneMinutes < 0 ? '-' : '+', Math.abs(zoneMinutes)]
      const offset = `${sign}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
      const day = `${two(clock.getUTCDate())}/${months[clock.getUTCMonth()]}/${clock.getUTCFullYear()}`
      const time = clock.toISOString().slice(11, 19)
      expect(clfTime(`[${day}:${time} ${offset}]`, 1)).toBe(since1970 * 1000)
      expect(parseTime(`${clock.toISOString().slice(0, 19)}${offset}`)).toBe(since1970 * 1000)
    }),
  )
})

it('reads the example of the Common Log Format', () => {
  expect(iso(clfTime('10/Oct/2000:13:55:36 -0700', 0))).toBe('2000-10-10T20:55:36.000Z')
})

it.each([
  '30/Feb/2020:00:00:00 +0000',
  '29/Feb/2021:00:00:00 +0000',
  '31/Apr/2021:00:00:00 +0000',
  '00/Oct/2000:13:55:36 -0700',
  '32/Oct/2000:13:55:36 -0700',
  '10/Okt/2000:13:55:36 -0700',
  '10/ctN/2000:13:55:36 -0700',
  '10/oct/2000:13:55:36 -0700',
  '10/Oct/2000:24:55:36 -0700',
  '10/Oct/2000:13:60:36 -0700',
  '10/Oct/2000:13:55:61 -0700',
  '10/Oct/2000:13:55:36 -1500',
  '10/Oct/2000:13:55:36 -0760',
  '10/Oct/2000:13:55:36 00700',
  '10/Oct/2000 13:55:36 -0700',
  '10/Oct/0200:13:55:36 -0700',
  '10/Oct/1989:13:55:36 -0700',
  '10/Oct/2100:13:55:36 -0700',
  '1a/Oct/2000:13:55:36 -0700',
  '10/Oct/2000:13:55:36 -07',
])('rejects the time %s', (text) => {
  expect(clfTime(text, 0)).toBeUndefined()
  expect(parseTime(text)).toBeUndefined()
})

it('accepts a leap day, and reads a leap second as the next second', () => {
  expect(iso(clfTime('29/Feb/2024:00:00:00 +0000', 0))).toBe('2024-02-29T00:00:00.000Z')
  expect(iso(clfTime('31/Dec/2016:23:59:60 +0000', 0))).toBe('2017-01-01T00:00:00.000Z')
  expect(iso(parseTime('2016-12-31T23:59:60.5Z'))).toBe('2017-01-01T00:00:00.000Z')
})

it.each([
  ['2026-03-01T12:30:15Z', '2026-03-01T12:30:15.000Z'],
  ['2026-03-01T12:30:15.123456789Z', '2026-03-01T12:30:15.123Z'],
  ['2026-03-01t12:30:15,5z', '2026-03-01T12:30:15.500Z'],
  ['2026-03-01 12:30:15', '2026-03-01T12:30:15.000Z'],
  ['2026-03-01 12:30:15 UTC', '2026-03-01T12:30:15.000Z'],
  ['2026-03-01T12:30:15GMT', '2026-03-01T12:30:15.000Z'],
  ['2026-03-01T12:30:15+02:00', '2026-03-01T10:30:15.000Z'],
  ['2026-03-01T12:30:15-0530', '2026-03-01T18:00:15.000Z'],
  ['2026-03-01T12:30:15+02', '2026-03-01T10:30:15.000Z'],
  ['01/Mar/2026:12:30:15 +0100', '2026-03-01T11:30:15.000Z'],
  [1772368215, '2026-03-01T12:30:15.000Z'],
  [1772368215.25, '2026-03-01T12:30:15.250Z'],
  [1772368215250, '2026-03-01T12:30:15.250Z'],
  [1772368215250000, '2026-03-01T12:30:15.250Z'],
  [1772368215250000000, '2026-03-01T12:30:15.250Z'],
  ['1772368215250000000', '2026-03-01T12:30:15.250Z'],
  ['1772368215.25', '2026-03-01T12:30:15.250Z'],
])('reads the time %s', (value, expected) => {
  expect(iso(parseTime(value))).toBe(expected)
})

it.each([
  ['', 'yesterday', '2026-03-01', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-03-01T12:30Z'],
  ['9999-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '2026-03-01T12:30:15+15:00', '2026-03-01T12:30:15+02:'],
  [0, -1, 5, Number.NaN, Number.POSITIVE_INFINITY, 1e30, null, undefined, true, {}, ['2026-03-01T12:30:15Z']],
])('rejects %s and similar times', (...values) => {
  for (const value of values) expect(parseTime(value)).toBeUndefined()
})
