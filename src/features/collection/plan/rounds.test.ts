import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundsBetween, roundsPerMonth } from './rounds.ts'

const utc = { start_hour: 0, time_zone: 'UTC' }
const daily = (times_per_day: number) => ({ times_per_day, times_per_week: null, ...utc })
const weekly = (times_per_week: number) => ({ times_per_day: null, times_per_week, ...utc })
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

/** The starts of the runs of some days, each of which begins at an hour of a zone. */
const startsAt = (start_hour: number, time_zone: string, from: string, until: string, times = 1) =>
  roundsBetween({ ...daily(times), start_hour, time_zone }, new Date(from), new Date(until)).map(({ start }) =>
    start.toISOString().slice(0, 16),
  )

test('a day begins at the hour of the time zone, in winter and in summer', () => {
  expect(startsAt(8, 'Europe/Berlin', '2026-03-28T07:00Z', '2026-03-30T12:00Z')).toEqual([
    '2026-03-28T07:00',
    '2026-03-29T06:00',
    '2026-03-30T06:00',
  ])
  // Before that hour, the run of the previous day has not ended.
  expect(startsAt(8, 'Asia/Tokyo', '2026-03-28T22:00Z', '2026-03-28T22:30Z')).toEqual(['2026-03-27T23:00'])
})

test('an hour that the clock skips starts at the next time that exists', () => {
  expect(startsAt(2, 'America/New_York', '2026-03-07T12:00Z', '2026-03-09T12:00Z')).toEqual([
    '2026-03-07T07:00',
    '2026-03-08T07:00',
    '2026-03-09T06:00',
  ])
  expect(startsAt(0, 'Africa/Cairo', '2026-04-24T00:00Z', '2026-04-24T12:00Z')).toEqual(['2026-04-23T22:00'])
  // Half an hour: 02:00 does not exist, and 02:30 is next.
  expect(startsAt(2, 'Australia/Lord_Howe', '2026-10-03T16:00Z', '2026-10-04T00:00Z')).toEqual(['2026-10-03T15:30'])
})

test('an hour that the clock repeats starts once', () => {
  expect(startsAt(1, 'America/New_York', '2026-10-31T12:00Z', '2026-11-02T12:00Z')).toEqual([
    '2026-10-31T05:00',
    '2026-11-01T05:00',
    '2026-11-02T06:00',
  ])
  // The long day of 25 hours has runs of 12.5 hours.
  expect(startsAt(1, 'America/New_York', '2026-11-01T05:00Z', '2026-11-02T07:00Z', 2)).toEqual([
    '2026-11-01T05:00',
    '2026-11-01T17:30',
    '2026-11-02T06:00',
  ])
})

test('a day that a time zone skips has no run', () => {
  expect(startsAt(9, 'Pacific/Apia', '2011-12-29T20:00Z', '2011-12-31T12:00Z')).toEqual([
    '2011-12-29T19:00',
    '2011-12-30T19:00',
  ])
})

test('a week begins on Monday at the hour of the time zone', () => {
  const plan = { ...weekly(1), start_hour: 9, time_zone: 'America/Sao_Paulo' }
  const rounds = roundsBetween(plan, new Date('2026-03-09T11:00:00Z'), new Date('2026-03-09T13:00:00Z'))
  expect(rounds.map(iso)).toEqual([
    ['2026-03-02T12:00:00.000Z', '2026-03-09T12:00:00.000Z'],
    ['2026-03-09T12:00:00.000Z', '2026-03-16T12:00:00.000Z'],
  ])
})

test('runs follow each other without gaps for any schedule and interval', () => {
  const schedule = fc.oneof(fc.integer({ min: 1, max: 24 }).map(daily), fc.integer({ min: 1, max: 7 }).map(weekly))
  const hours = fc.record({
    start_hour: fc.integer({ min: 0, max: 23 }),
    time_zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
  })
  const times = fc.array(fc.integer({ min: 1.6e12, max: 1.7e12 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(schedule, hours, times, (frequency, place, unsorted) => {
      const of = { ...frequency, ...place }
      const [from, , until] = unsorted.sort((a, b) => a - b).map((time) => new Date(time)) as [Date, Date, Date]
      const bounded = new Date(Math.min(until.getTime(), from.getTime() + 40 * 86_400_000))
      const rounds = roundsBetween(of, from, bounded)
      for (const [index, { start, end }] of rounds.entries()) {
        expect(start < end).toBe(true)
        expect(start < bounded).toBe(true)
        if (index > 0) expect(rounds[index - 1]?.end).toEqual(start)
      }
      if (from < bounded) expect(rounds[0] !== undefined && rounds[0].start <= from && rounds[0].end > from).toBe(true)
    }),
  )
})

test('a month has 30 days', () => {
  expect(roundsPerMonth(daily(2))).toBe(60)
  expect(roundsPerMonth(weekly(7))).toBeCloseTo(30)
})
