import { expect, it } from 'vitest'
import { endsOf, placeOf } from './whisker-scale.ts'

const sure = (value: number | null, high: number) => ({
  value,
  these_prompts: null,
  prompts_like_these: value === null ? null : { low: 0, high },
})

it('holds every figure with its ranges', () => {
  expect(endsOf([sure(12, 34), sure(20, 21), sure(null, 0)], false)).toEqual({ from: 0, to: 40 })
  expect(endsOf([sure(99, 100)], false)).toEqual({ from: 0, to: 100 })
  expect(endsOf([sure(null, 0)], false)).toEqual({ from: 0, to: 10 })
  expect(endsOf([sure(1.2, 3.4)], true)).toEqual({ from: 1, to: 4 })
})

it('stands within the chart, whatever a value is', () => {
  expect(placeOf(10, { from: 0, to: 40 })).toBe(25)
  expect(placeOf(2, { from: 1, to: 3 })).toBe(50)
  expect(placeOf(-3, { from: 0, to: 40 })).toBe(0)
  expect(placeOf(50, { from: 0, to: 40 })).toBe(100)
})
