import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../../../testing/visibility/reference-ranking.ts'
import { referenceBuckets } from '../../../testing/visibility/reference-trend.ts'
import { bucketsOf, intervals } from './buckets.ts'

const shown = (start_date: string, end_date: string, interval: 'day' | 'week' | 'month') =>
  bucketsOf({ start_date, end_date }, interval).map((bucket) => `${bucket.start_date}/${bucket.end_date}`)

it('weekly buckets start on Monday, even at the end of a year', () => {
  // December 28, 2026 is a Monday and starts ISO week 53.
  expect(shown('2026-12-26', '2027-01-05', 'week')).toEqual([
    '2026-12-26/2026-12-27',
    '2026-12-28/2027-01-03',
    '2027-01-04/2027-01-05',
  ])
  expect(shown('2026-12-28', '2027-01-03', 'week')).toEqual(['2026-12-28/2027-01-03'])
})

it('monthly buckets are calendar months', () => {
  expect(shown('2028-01-31', '2028-03-01', 'month')).toEqual([
    '2028-01-31/2028-01-31',
    '2028-02-01/2028-02-29',
    '2028-03-01/2028-03-01',
  ])
  expect(shown('2026-12-31', '2027-01-01', 'month')).toHaveLength(2)
})

it('daily buckets are single days', () => {
  expect(shown('2026-02-28', '2026-03-01', 'day')).toEqual(['2026-02-28/2026-02-28', '2026-03-01/2026-03-01'])
  expect(shown('2026-02-28', '2026-02-28', 'month')).toEqual(['2026-02-28/2026-02-28'])
})

it('buckets equal those of a day-by-day reference', () => {
  const start = fc.nat(80_000).map((days) => addDays('1970-01-01', days))
  fc.assert(
    fc.property(start, fc.nat(399), fc.constantFrom(...intervals), (start_date, length, interval) => {
      const period = { start_date, end_date: addDays(start_date, length) }
      expect(bucketsOf(period, interval)).toEqual(referenceBuckets(period, interval))
    }),
    { numRuns: 300 },
  )
})
