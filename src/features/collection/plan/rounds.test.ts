import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundsBetween, roundsPerMonth } from './rounds.ts'

const daily = (times_per_day: number) => ({ times_per_day, times_per_week: null })
const weekly = (times_per_week: number) => ({ times_per_day: null, times_per_week })
const iso = ({ start, end }: { start: Date; end: Date }) => [start.toISOString(), end.toISOString()]

test('divides a day into equal runs in UTC', () => {
  const rounds = roundsBetween(daily(3), new Date('2026-03-10T09:00:00Z'), new Date('2026-03-11T00:00:00Z'))
  expect(rounds.map(iso)).toEqual([
    ['2026-03-10T08:00:00.000Z', '2026-03-10T16:00:00.000Z'],
    ['2026-03-10T16:00:00.000Z', '2026-03-11T00:00:00.000Z'],
  ])
})

test('a week begins on Monday', () => {
  const rounds = roundsBetween(weekly(1), new Date('2026-03-10T09:00:00Z'), new Date('2026-03-17T00:00:00Z'))
  expect(rounds.map(iso)).toEqual([
    ['2026-03-09T00:00:00.000Z', '2026-03-16T00:00:00.000Z'],
    ['2026-03-16T00:00:00.000Z', '2026-03-23T00:00:00.000Z'],
  ])
})

test('runs follow each other without gaps for any schedule and interval', () => {
  const schedule = fc.oneof(
    fc.integer({ min: 1, max: 24 }).map(daily),
    fc.integer({ min: 1, max: 7 }).map(weekly),
  )
  const times = fc.array(fc.integer({ min: 1.6e12, max: 1.7e12 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(schedule, times, (of, unsorted) => {
      const [from, , until] = unsorted.sort((a, b) => a - b).map((time) => new Date(time)) as [
        Date,
        Date,
        Date,
      ]
      const bounded = new Date(Math.min(until.getTime(), from.getTime() + 40 * 86_400_000))
      const rounds = roundsBetween(of, from, bounded)
      for (const [index, { start, end }] of rounds.entries()) {
        expect(start < end).toBe(true)
        expect(start < bounded).toBe(true)
        if (index > 0) expect(rounds[index - 1]?.end).toEqual(start)
      }
      if (from < bounded)
        expect(rounds[0] !== undefined && rounds[0].start <= from && rounds[0].end > from).toBe(true)
    }),
  )
})

test('a month has 30 days', () => {
  expect(roundsPerMonth(daily(2))).toBe(60)
  expect(roundsPerMonth(weekly(7))).toBeCloseTo(30)
})
