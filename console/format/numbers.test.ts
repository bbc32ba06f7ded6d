import { expect, it } from 'vitest'
import { signed } from './numbers.ts'

it('has the sign of the shown figure', () => {
  expect([signed(0.3, 0), signed(-0.4, 0), signed(0), signed(-0.06), signed(1.25, 1)]).toEqual([
    '±0',
    '±0',
    '±0.0',
    '−0.1',
    '+1.3',
  ])
})
