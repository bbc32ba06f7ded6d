import { linearToRound } from './linear.ts'
import type { Frame } from './scale.ts'

export interface Curve {
  id: string
  name: string
  color: string
  isDashed?: boolean
  /** Spend and benefit, sorted by spend. */
  points: readonly { id: string; x: number; y: number }[]
}

/** Both scales, from zero to a round number above the maximum. */
export function curveScales(curves: readonly Curve[], goal: number, frame: Frame) {
  const points = curves.flatMap((curve) => curve.points)
  const most = (axis: 'x' | 'y', least: number) => Math.max(least, ...points.map((point) => point[axis]))
  const x = linearToRound(most('x', 1e-9), [frame.left, frame.width - frame.right])
  const y = linearToRound(most('y', goal), [frame.height - frame.bottom, frame.top])
  const plotWidth = frame.width - frame.left - frame.right
  return { x, y, xTicks: x.ticks(Math.max(2, Math.floor(plotWidth / 110))), yTicks: y.ticks(4) }
}

/** All points sorted by x, with their curve’s name. Arrow keys follow this order. */
export const pointsInOrder = (curves: readonly Curve[]) =>
  curves
    .flatMap(({ name, color, points }) => points.map((point) => ({ ...point, name, color })))
    .sort((a, b) => a.x - b.x || a.y - b.y)

export function nearestPoint(points: readonly { x: number; y: number }[], x: number, y: number): number {
  let best = 0
  const distance = (index: number) => {
    const point = points[index]
    return point === undefined ? Number.POSITIVE_INFINITY : Math.hypot(point.x - x, point.y - y)
  }
  for (const index of points.keys()) if (distance(index) < distance(best)) best = index
  return best
}
