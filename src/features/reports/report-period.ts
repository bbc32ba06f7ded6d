import { addDays, type Period, previousPeriod } from '../visibility/index.ts'

export type Rhythm = 'week' | 'month' | 'once'

/** Answers planned for a day can arrive some hours after midnight. */
const settleHours = 6

/** The last week (Monday to Sunday) or month in UTC that ended some hours ago. */
export function lastPeriod(rhythm: 'week' | 'month', now: Date): Period {
  const settled = new Date(now.getTime() - settleHours * 3_600_000)
  const today = settled.toISOString().slice(0, 10)
  if (rhythm === 'month') {
    const end_date = addDays(`${today.slice(0, 7)}-01`, -1)
    return { start_date: `${end_date.slice(0, 7)}-01`, end_date }
  }
  const sinceMonday = (settled.getUTCDay() + 6) % 7
  const end_date = addDays(today, -1 - sinceMonday)
  return { start_date: addDays(end_date, -6), end_date }
}

/** The comparison period: the month before a month, otherwise as many days before. */
export function periodBefore(rhythm: Rhythm, period: Period): Period {
  if (rhythm !== 'month') return previousPeriod(period)
  const end_date = addDays(period.start_date, -1)
  return { start_date: `${end_date.slice(0, 7)}-01`, end_date }
}

const inUtc = { timeZone: 'UTC' } as const
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', ...inUtc })
const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', ...inUtc })

/** `2026-11-09` in words. */
export const formatDay = (day: string): string => days.format(new Date(day))

/** `9 – 15 November 2026` */
export const formatDayRange = ({ start_date, end_date }: Period): string =>
  // Thin spaces do not survive in many subjects and file names.
  days.formatRange(new Date(start_date), new Date(end_date)).replaceAll('\u2009', ' ')

/** A title: `Week of 9 – 15 November 2026`, `October 2026`, or the days. */
export function periodInWords(rhythm: Rhythm, period: Period): string {
  if (rhythm === 'month') return months.format(new Date(period.start_date))
  return rhythm === 'week' ? `Week of ${formatDayRange(period)}` : formatDayRange(period)
}
