import { expect, it } from 'vitest'
import { alertDays } from './alerts-button.tsx'

const now = new Date('2026-11-25T12:00:00Z')
const daysOf = (start_date: string, end_date: string) => {
  const days = alertDays({ start_date, end_date }, now)
  return [days.start_date, days.end_date]
}

it('covers at least 90 days, and alerts that yesterday’s answers raise today', () => {
  expect(daysOf('2026-11-18', '2026-11-24')).toEqual(['2026-08-27', '2026-11-25'])
  expect(daysOf('2026-01-01', '2026-06-30')).toEqual(['2026-01-01', '2026-06-30'])
})

it('never exceeds the longest period, and never ends before it starts', () => {
  expect(daysOf('2025-10-21', '2026-11-24')).toEqual(['2025-10-22', '2026-11-25'])
  expect(daysOf('2027-01-01', '2027-03-31')).toEqual(['2027-01-01', '2027-03-31'])
})
