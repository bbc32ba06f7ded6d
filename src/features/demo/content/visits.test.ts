import { expect, test } from 'vitest'
import { demoLogLines } from './visits.ts'

const dayMs = 86_400_000
const today = new Date('2025-11-21T22:00:00Z')
const lines = [...demoLogLines(today)]

const timeOf = (line: string) => {
  const [, day, month, year, time] = /\[(\d+)\/(\w+)\/(\d+):(\S+) \+0000\]/.exec(line) as RegExpExecArray
  return Date.parse(`${day} ${month} ${year} ${time} GMT`)
}

test('a day that is generated again has the lines that it had, and days of before are left out', () => {
  const later = [...demoLogLines(new Date(today.getTime() + dayMs))]
  const kept = lines.filter((line) => timeOf(line) >= Date.parse('2025-09-24'))
  expect(kept.length).toBeLessThan(lines.length)
  expect(later.slice(0, kept.length)).toEqual(kept)
  expect(later.length - kept.length).toBeGreaterThan(30)
})

test('lines come in their order, none after now, on each of 60 days', () => {
  const times = lines.map(timeOf)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(today.getTime())
  expect(new Set(times.map((time) => Math.floor(time / dayMs))).size).toBe(60)
  const early = [...demoLogLines(new Date('2025-11-21T12:00:00Z'))]
  expect(early).toEqual(lines.slice(0, early.length))
  expect(early.length).toBeLessThan(lines.length)
})

test('it leads to no stranger’s site', () => {
  expect(lines.filter((line) => !line.startsWith('www.calvenzo.example:443 '))).toEqual([])
})
