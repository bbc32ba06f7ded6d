import { addDays, today, yesterday } from '../../format/days.ts'

/** Alert window in days (docs/statistics.md). Open alerts stay visible even if the page’s period is shorter. */
const daysOfAlerts = 90
/** Longest period per request. */
const maxDays = 400

interface Days {
  start_date: string
  end_date: string
}

/** The period whose alerts a page shows. */
export function alertDays({ start_date, end_date }: Days, now: Date): Days {
  const earliest = addDays(end_date, 1 - daysOfAlerts)
  // Alerts about yesterday’s answers are raised today.
  const end = end_date === yesterday(now) ? today(now) : end_date
  const start = earliest < start_date ? earliest : start_date
  const first = addDays(end, 1 - maxDays)
  return { start_date: start < first ? first : start, end_date: end }
}
