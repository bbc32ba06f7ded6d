import { expect, it } from 'vitest'
import { readingPlace } from './chart-parts.tsx'

it('places the box next to its value, on the side with more room', () => {
  expect(readingPlace(100, 900, 224)).toBe(114)
  expect(readingPlace(800, 900, 224)).toBe(800 - 14 - 224)
})

it('stays within a narrow chart', () => {
  for (let x = 0; x <= 326; x++) {
    const left = readingPlace(x, 326, 224)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(left + 224).toBeLessThanOrEqual(326)
  }
  expect(readingPlace(50, 200, 200)).toBe(0)
})
