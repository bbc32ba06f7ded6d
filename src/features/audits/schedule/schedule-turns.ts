/** How often an audit is due. */
export type AuditFrequency = 'week' | 'month'

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/**
 * The first due time after a time. Months are UTC calendar months: a schedule that began on a 31st is due on the last
 * day of shorter months.
 */
export function nextRunAfter(every: AuditFrequency, first: Date, time: Date): Date {
  if (time < first) return first
  if (every === 'week') {
    const weeks = Math.floor((time.getTime() - first.getTime()) / weekMs) + 1
    return new Date(first.getTime() + weeks * weekMs)
  }
  const months = monthOf(time) - monthOf(first)
  const inThisMonth = monthsAfter(first, months)
  return inThisMonth > time ? inThisMonth : monthsAfter(first, months + 1)
}

/** Later than any valid due time. A later one means that the clock was set back. */
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
