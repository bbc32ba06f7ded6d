/** A point in time in the reader's zone: `22 Nov, 20:23`, with the year if it is not the current one. */
export function clockTime(iso: string, zone: string): string {
  const isThisYear = iso.startsWith(new Date().toISOString().slice(0, 4))
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(new Date(iso))
}

/** The same time in UTC, for tooltips. */
export const utcTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `3 hours ago` */
export function ago(iso: string, now: Date): string {
  const seconds = (Date.parse(iso) - now.getTime()) / 1000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return 'just now'
}
