import { linear, linearToRound } from './linear.ts'

/** The 95% interval of a period's figure: half its width, and the answers that it rests on. */
export interface PeriodInterval {
  halfWidth: number
  answers: number
}

export interface Point {
  day: string
  value: number | null
  /** Whether the day is not over. */
  isPartial: boolean
  /** Answers behind the value. With them, charts show the 7-day average. */
  weight?: number
}

export interface Series {
  id: string
  name: string
  color: string
  isOwn: boolean
  points: readonly Point[]
  /** Days before the first one. As many as `points` are dashed; earlier ones count in averages. */
  previous?: readonly Point[]
  interval?: PeriodInterval
}

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

interface BandPoint {
  day: string
  low: number
  high: number
}

/**
 * The 95% interval of each point, from that of the whole period: an interval of fewer answers is wider by the square
 * root of the ratio. Runs end at gaps.
 */
export function bandsOf(points: readonly Point[], interval: PeriodInterval | undefined, most: number): BandPoint[][] {
  if (interval === undefined) return []
  const { halfWidth, answers } = interval
  const runs: BandPoint[][] = [[]]
  for (const { day, value, isPartial, weight = 0 } of points) {
    if (value === null || isPartial || weight === 0) {
      runs.push([])
      continue
    }
    const half = halfWidth * Math.sqrt(answers / weight)
    runs.at(-1)?.push({ day, low: Math.max(0, value - half), high: Math.min(most, value + half) })
  }
  return runs.filter(({ length }) => length > 1)
}

/**
 * Scales for days and values: shares from zero to a round number above the maximum, ranks from 1 at the top to a
 * round number below the last.
 */
export function scalesOf(series: readonly Series[], frame: Frame, isPlace = false, most = Number.POSITIVE_INFINITY) {
  const days = series[0]?.points.map(({ day }) => day) ?? []
  const values = series.flatMap(({ points, previous = [], interval }) => [
    ...[...points, ...previous].flatMap(({ value }) => (value === null ? [] : [value])),
    ...bandsOf(points, interval, most).flatMap((run) => run.map(({ high }) => high)),
  ])
  const [bottom, top] = [frame.height - frame.bottom, frame.top]
  const y = isPlace
    ? linear([Math.max(2, Math.ceil(Math.max(...values))), 1], [bottom, top])
    : linearToRound(Math.max(1, ...values), [bottom, top])
  const places = new Map(days.map((day, i) => [day, i]))
  const room = frame.width - frame.left - frame.right
  const x = (day: string) => frame.left + (room * (places.get(day) ?? 0)) / Math.max(1, days.length - 1)
  return { days, x, y, ticks: y.ticks(4) }
}

/** Days labeled on the axis: the first, the last, and as many between them as fit. */
export function namedDays(days: readonly string[], room: number): string[] {
  const last = days.length - 1
  const steps = Math.max(1, Math.floor(room / 88))
  const each = Math.max(1, Math.round(last / steps))
  return days.filter((_, i) => i === last || (i % each === 0 && last - i > each * 0.6))
}

/** Splits a series at days without a value. The segment to a partial day is separate. */
export function segmentsOf(points: readonly Point[]): { whole: Point[][]; partial: Point[] } {
  const whole: Point[][] = []
  let run: Point[] = []
  const end = () => {
    if (run.length > 0) whole.push(run)
    run = []
  }
  const finished = points.filter(({ isPartial }) => !isPartial)
  for (const point of finished) {
    if (point.value === null) end()
    else run.push(point)
  }
  end()
  const last = points.find(({ isPartial, value }) => isPartial && value !== null)
  const before = finished.at(-1)
  const partial = last === undefined ? [] : before?.value == null ? [last] : [before, last]
  return { whole, partial }
}

interface Label {
  id: string
  y: number
}

/** Spreads line-end labels so that they do not overlap. Keeps their order and stays within the frame. */
export function spreadLabels<T extends Label>(labels: readonly T[], gap: number, top: number, bottom: number): T[] {
  const placed = [...labels].sort((a, b) => a.y - b.y).map((label) => ({ ...label }))
  for (let i = 1; i < placed.length; i++) {
    const before = placed[i - 1] as T
    const label = placed[i] as T
    if (label.y < before.y + gap) label.y = before.y + gap
  }
  const overflow = (placed.at(-1)?.y ?? bottom) - bottom
  if (overflow > 0) for (const label of placed) label.y = Math.max(top, label.y - overflow)
  for (let i = placed.length - 2; i >= 0; i--) {
    const after = placed[i + 1] as T
    const label = placed[i] as T
    if (label.y > after.y - gap) label.y = after.y - gap
  }
  return placed
}
