import { expect, it } from 'vitest'
import { readingPlace } from './reading-place.ts'

it('stands beside what it speaks of where there is room, on the side that has more', () => {
  expect(readingPlace(100, 900, 224)).toBe(114)
  expect(readingPlace(800, 900, 224)).toBe(800 - 14 - 224)
})

it('reaches beyond neither end of a narrow chart', () => {
  for (let x = 0; x <= 326; x++) {
    const left = readingPlace(x, 326, 224)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(left + 224).toBeLessThanOrEqual(326)
  }
  expect(readingPlace(50, 200, 200)).toBe(0)
})
