import { describe, expect, it } from 'vitest'
import { namedDays, type Point, scalesOf, segmentsOf, spreadLabels } from './scale.ts'

const point = (day: string, value: number | null, isPartial = false): Point => ({ day, value, isPartial })

describe('the line of a series', () => {
  it('breaks at days without a value, with a separate segment to the partial day', () => {
    const [a, b, gap, c, d] = [point('1', 5), point('2', 6), point('3', null), point('4', 0), point('5', 9, true)]
    expect(segmentsOf([a, b, gap, c, d])).toEqual({ whole: [[a, b], [c]], partial: [c, d] })
  })

  it('starts at the partial day if the day before has no value', () => {
    const [gap, last] = [point('1', null), point('2', 3, true)]
    expect(segmentsOf([gap, last])).toEqual({ whole: [], partial: [last] })
    expect(segmentsOf([])).toEqual({ whole: [], partial: [] })
  })
})

describe('labels at the ends of lines', () => {
  it('do not overlap, keep their order and stay within the frame', () => {
    const ys = [100, 101, 102, 190, 195]
    const labels = spreadLabels(
      ys.map((y, i) => ({ id: String(i), y })),
      16,
      10,
      200,
    )
    const places = labels.map(({ y }) => y)
    for (const [i, y] of places.entries()) if (i > 0) expect(y - (places[i - 1] as number)).toBeGreaterThanOrEqual(16)
    expect(labels.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4'])
    expect(Math.max(...places)).toBeLessThanOrEqual(200)
  })
})

it('has room for the interval of the own line, up to the maximum of the figure', () => {
  const frame = { width: 700, height: 280, left: 34, right: 134, top: 14, bottom: 24 }
  const points = [1, 2].map((day) => ({ ...point(String(day), 30), weight: 10 }))
  const line = { id: 'own', name: 'Own', color: '', isOwn: true, points }
  const highest = (interval: object, most: number) => {
    const { y } = scalesOf([{ ...line, ...interval }], frame, false, most)
    return [30, 60, 100].map((value) => y(value) >= frame.top)
  }
  expect(highest({}, 100)).toEqual([true, false, false])
  expect(highest({ interval: { halfWidth: 10, answers: 90 } }, 100)).toEqual([true, true, false])
  expect(highest({ interval: { halfWidth: 10, answers: 9000 } }, 100)).toEqual([true, true, true])
})

it('labels as many days as fit, always including the first and the last', () => {
  const days = Array.from({ length: 30 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)
  const named = namedDays(days, 760)
  expect(named).toHaveLength(8)
  expect([named[0], named.at(-1)]).toEqual(['2026-11-01', '2026-11-30'])
  expect(namedDays(days, 10)).toEqual(['2026-11-01', '2026-11-30'])
})
