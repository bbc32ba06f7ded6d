/** A point in time in the reader's zone. */
export const clockTime = (iso: string, zone: string): string =>
  new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(new Date(iso))

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
