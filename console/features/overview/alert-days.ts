import { addDays, today, yesterday } from '../../format/days.ts'

/** Days within which alerts are raised (docs/statistics.md): one that is open stays, however short the page’s period is. */
const daysOfAlerts = 90
/** Most days that a request takes. */
const maxDays = 400

interface Days {
  start_date: string
  end_date: string
}

/** The days whose alerts a page of some days shows. */
export function alertDays({ start_date, end_date }: Days, now: Date): Days {
  const earliest = addDays(end_date, 1 - daysOfAlerts)
  // Changes of yesterday's answers are noticed today.
  const end = end_date === yesterday(now) ? today(now) : end_date
  const start = earliest < start_date ? earliest : start_date
  const first = addDays(end, 1 - maxDays)
  return { start_date: start < first ? first : start, end_date: end }
}
