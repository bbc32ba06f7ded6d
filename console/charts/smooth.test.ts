import { describe, expect, it } from 'vitest'
import type { Point } from './scale.ts'
import { bandsOf } from './scale.ts'
import { groupMarks, pooled } from './smooth.ts'

const day = (at: number) => `2026-11-${String(at).padStart(2, '0')}`
const points = (...values: [number | null, number][]): Point[] =>
  values.map(([value, weight], at) => ({ day: day(at + 1), value, isPartial: false, weight }))

describe('the 7-day average', () => {
  it('counts answers, so that a day with few of them weighs little', () => {
    const [, second] = pooled(points([10, 90], [100, 10]))
    expect(second?.value).toBeCloseTo(19)
    expect(second?.weight).toBe(100)
  })

  it('covers seven days, with those before the period', () => {
    const before = points(...Array.from({ length: 7 }, (): [number, number] => [100, 1]))
    expect(pooled(points([0, 1]), before)[0]?.value).toBeCloseTo(600 / 7)
  })

  it('keeps gaps, and leaves a partial day out', () => {
    const [gap, partial] = [points([null, 0])[0] as Point, { ...(points([90, 5])[0] as Point), isPartial: true }]
    const shown = pooled([...points([10, 10]), gap, partial, ...points([20, 10])])
    expect(shown.map(({ value }) => value)).toEqual([10, null, 90, 15])
  })
})

it('widens the interval of a day with its fewer answers, within the range of shares', () => {
  const [run] = bandsOf(points([50, 25], [99, 100], [null, 0]), { halfWidth: 2, answers: 100 }, 100)
  expect(run).toEqual([
    { day: day(1), low: 46, high: 54 },
    { day: day(2), low: 97, high: 100 },
  ])
})

it('groups notes whose texts would overlap', () => {
  const x = (one: string) => Number(one.slice(-2)) * 10
  const marks = [day(9), day(1), day(2)].map((one) => ({ day: one }))
  expect(groupMarks(marks, x, 50).map((group) => group.map((mark) => mark.day))).toEqual([[day(1), day(2)], [day(9)]])
})
