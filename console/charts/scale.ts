import { scaleLinear, scalePoint } from 'd3-scale'

export interface Point {
  day: string
  value: number | null
  /** Whether the day is not over. */
  isPartial: boolean
}

export interface Series {
  id: string
  name: string
  color: string
  isOwn: boolean
  points: readonly Point[]
}

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Scales for days and values: shares from zero to a round number above the maximum, ranks from 1 at the top to a
 * round number below the last.
 */
export function scalesOf(series: readonly Series[], frame: Frame, isPlace = false) {
  const days = series[0]?.points.map(({ day }) => day) ?? []
  const values = series.flatMap(({ points }) =>
    points.flatMap(({ value }) => (value === null ? [] : [value])),
  )
  const [bottom, top] = [frame.height - frame.bottom, frame.top]
  const y = isPlace
    ? scaleLinear([Math.max(2, Math.ceil(Math.max(...values))), 1], [bottom, top])
    : scaleLinear([0, Math.max(1, ...values)], [bottom, top]).nice(4)
  const x = scalePoint(days, [frame.left, frame.width - frame.right])
  return { days, x: (day: string) => x(day) ?? frame.left, y, ticks: y.ticks(4) }
}

/** Days labeled on the axis: as many as fit, including the last. */
export function namedDays(days: readonly string[], room: number): string[] {
  const each = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor(room / 76))))
  return days.filter((_, i) => (days.length - 1 - i) % each === 0)
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
export function spreadLabels(labels: readonly Label[], gap: number, top: number, bottom: number): Label[] {
  const placed = [...labels].sort((a, b) => a.y - b.y).map((label) => ({ ...label }))
  for (let i = 1; i < placed.length; i++) {
    const before = placed[i - 1] as Label
    const label = placed[i] as Label
    if (label.y < before.y + gap) label.y = before.y + gap
  }
  const overflow = (placed.at(-1)?.y ?? bottom) - bottom
  if (overflow > 0) for (const label of placed) label.y = Math.max(top, label.y - overflow)
  for (let i = placed.length - 2; i >= 0; i--) {
    const after = placed[i + 1] as Label
    const label = placed[i] as Label
    if (label.y > after.y - gap) label.y = after.y - gap
  }
  return placed
}
