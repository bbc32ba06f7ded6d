import { expect, it } from 'vitest'
import { linear, linearToRound, pathOf } from './linear.ts'

it('ends at a round number above the highest value, with ticks at round numbers', () => {
  const scale = linearToRound(63, [100, 0])
  expect(scale.ticks(4)).toEqual([0, 20, 40, 60, 80])
  expect([scale(0), scale(80)]).toEqual([100, 0])
  expect(linearToRound(0.3, [0, 10]).ticks(4)).toEqual([0, 0.1, 0.2, 0.3])
})

it('has ranks with 1 at the top', () => {
  const scale = linear([5, 1], [100, 0])
  expect([scale(1), scale(5)]).toEqual([0, 100])
  expect(scale.ticks(4)).toEqual([1, 2, 3, 4, 5])
})

it('draws a path through points', () => {
  expect(
    pathOf([
      [0, 1.26],
      [2, 3],
    ]),
  ).toBe('M0.0,1.3L2.0,3.0')
})
