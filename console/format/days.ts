/* Days are UTC dates from the server. This module never uses the reader’s time zone. */

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  // JavaScript would roll 30 February over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const today = (now: Date): string => now.toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The last complete day (UTC). Today is a partial day. */
export const yesterday = (now: Date): string => addDays(today(now), -1)

/** Number of days from the first to the last, both included. */
export const daysBetween = (start: string, end: string): number =>
  (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000 + 1

const dayAndMonth = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-GB', dayAndMonth)
const dayWithYear = new Intl.DateTimeFormat('en-GB', { ...dayAndMonth, year: 'numeric' })
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

export const shortDay = (day: string): string => dayFormat.format(dateOf(day))
export const longDay = (day: string): string => `${weekday.format(dateOf(day))}, ${dayWithYear.format(dateOf(day))}`

/** `24 Oct – 22 Nov`, with the year if it is not the current one. */
export function dayRange(start: string, end: string): string {
  const thisYear = today(new Date()).slice(0, 4)
  const last = (end.startsWith(thisYear) ? dayFormat : dayWithYear).format(dateOf(end))
  return start === end ? last : `${dayFormat.format(dateOf(start))} – ${last}`
}
