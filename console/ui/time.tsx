import { ago, clockTime, readersZone, utcTime } from '../format/times.ts'

/** A point in time as its distance from now, with UTC in the tooltip. Null is `Never`. */
export const Ago = ({ at }: { at: string | null }) =>
  at === null ? (
    'Never'
  ) : (
    <time className="whitespace-nowrap" dateTime={at} title={utcTime(at)}>
      {ago(at, new Date())}
    </time>
  )

/** A point in time in the reader's zone, with UTC in the tooltip. */
export const Clock = ({ at, className = '' }: { at: string; className?: string }) => (
  <time className={className} dateTime={at} title={utcTime(at)}>
    {clockTime(at, readersZone())}
  </time>
)
