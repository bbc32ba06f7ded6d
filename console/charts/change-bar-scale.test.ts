import { expect, it } from 'vitest'
import { placeParts, reachOf, zeroOf } from './change-bar-scale.ts'

const fall = [
  { key: 'real', value: 5 },
  { key: 'model', value: 0 },
  { key: 'prompts', value: -10 },
  { key: 'outage', value: -5 },
]

it('stacks decreases left of zero and increases right, to scale', () => {
  const reach = reachOf([fall])
  expect(reach).toEqual({ below: 15, above: 5 })
  expect(zeroOf(reach)).toBe(75)
  expect(placeParts(fall, reach)).toEqual([
    { key: 'real', value: 5, left: 75, width: 25 },
    { key: 'prompts', value: -10, left: 25, width: 50 },
    { key: 'outage', value: -5, left: 0, width: 25 },
  ])
})

it('uses one scale for several bars', () => {
  const reach = reachOf([fall, [{ key: 'real', value: 25 }]])
  expect(reach).toEqual({ below: 15, above: 25 })
  expect(zeroOf(reach)).toBe(37.5)
})

it('is empty if nothing changed', () => {
  expect(zeroOf(reachOf([[]]))).toBe(50)
  expect(placeParts([{ key: 'real', value: 0 }], reachOf([[]]))).toEqual([])
})
