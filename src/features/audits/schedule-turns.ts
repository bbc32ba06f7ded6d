/** How often an audit is due. */
export type AuditFrequency = 'week' | 'month'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/**
 * The first turn after a time. Months count by the calendar of UTC: what began on a 31st is due on the last day of a shorter
 * month, and on the 31st of the next one that has one.
 */
export function nextRunAfter(every: AuditFrequency, first: Date, time: Date): Date {
  if (time < first) return first
  if (every === 'week') {
    const turns = Math.floor((time.getTime() - first.getTime()) / weekMs) + 1
    return new Date(first.getTime() + turns * weekMs)
  }
  const months = monthOf(time) - monthOf(first)
  const inThisMonth = monthsAfter(first, months)
  return inThisMonth > time ? inThisMonth : monthsAfter(first, months + 1)
}

/** More than any turn is ahead: where one is, the clock has been set back since. */
export const latestPossibleRun = (now: Date): Date => new Date(now.getTime() + 32 * dayMs)

const monthOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth()

function monthsAfter(time: Date, months: number): Date {
  const shifted = new Date(time)
  shifted.setUTCDate(1)
  shifted.setUTCMonth(time.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(shifted.getUTCFullYear(), shifted.getUTCMonth() + 1, 0)).getUTCDate()
  shifted.setUTCDate(Math.min(time.getUTCDate(), lastDay))
  return shifted
}
