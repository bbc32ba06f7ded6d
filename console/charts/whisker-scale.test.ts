import { expect, it } from 'vitest'
import { endsOf, placeOf } from './whisker-scale.ts'

const figure = (value: number | null, high: number) => ({
  value,
  these_prompts: null,
  prompts_like_these: value === null ? null : { low: 0, high },
})

it('fits every figure with its intervals', () => {
  expect(endsOf([figure(12, 34), figure(20, 21), figure(null, 0)], false)).toEqual({ from: 0, to: 40 })
  expect(endsOf([figure(99, 100)], false)).toEqual({ from: 0, to: 100 })
  expect(endsOf([figure(null, 0)], false)).toEqual({ from: 0, to: 10 })
  expect(endsOf([figure(1.2, 3.4)], true)).toEqual({ from: 1, to: 4 })
})

it('stays within the chart for any value', () => {
  expect(placeOf(10, { from: 0, to: 40 })).toBe(25)
  expect(placeOf(2, { from: 1, to: 3 })).toBe(50)
  expect(placeOf(-3, { from: 0, to: 40 })).toBe(0)
  expect(placeOf(50, { from: 0, to: 40 })).toBe(100)
})
