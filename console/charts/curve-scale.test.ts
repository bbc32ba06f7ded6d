import { expect, it } from 'vitest'
import { type Curve, curveScales, nearestPoint, pointsInOrder } from './curve-scale.ts'

const curve = (name: string, points: [number, number][]): Curve => ({
  id: name,
  name,
  color: 'black',
  points: points.map(([x, y], index) => ({ id: `${name} ${index}`, x, y })),
})
const curves = [
  curve('prompts', [
    [10, 12],
    [40, 6],
  ]),
  curve('runs', [
    [10, 12],
    [30, 11],
  ]),
]
const frame = { width: 400, height: 200, left: 40, right: 10, top: 10, bottom: 30 }

it('both scales start at zero and fit all points and the target', () => {
  const { x, y, xTicks, yTicks } = curveScales(curves, 5, frame)
  expect([x(0), y(0)]).toEqual([40, 170])
  expect(x(40)).toBeLessThanOrEqual(390)
  expect(y(12)).toBeGreaterThanOrEqual(10)
  expect(xTicks[0]).toBe(0)
  expect(yTicks[0]).toBe(0)
  expect(curveScales(curves, 50, frame).y(50)).toBeGreaterThanOrEqual(10)
  expect(curveScales([], 5, frame).x(0)).toBe(40)
})

it('points of all curves are sorted from left to right', () => {
  expect(pointsInOrder(curves).map(({ id }) => id)).toEqual(['prompts 0', 'runs 0', 'runs 1', 'prompts 1'])
})

it('the pointer selects the nearest point', () => {
  const points = pointsInOrder(curves)
  expect(points[nearestPoint(points, 32, 10)]?.id).toBe('runs 1')
  expect(nearestPoint([], 0, 0)).toBe(0)
})
