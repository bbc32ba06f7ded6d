import { expect } from 'vitest'

/** Compares a value with the expected one: numbers that differ by less than a billionth are equal. */
export function sameNumbers(shown: unknown, expected: unknown, path: string): void {
  if (typeof shown === 'number' && typeof expected === 'number') {
    const least = 1e-9 * Math.max(1, Math.abs(expected))
    expect(Math.abs(shown - expected), `${path}: ${shown} for ${expected}`).toBeLessThan(least)
    return
  }
  if (typeof shown !== 'object' || shown === null || typeof expected !== 'object' || expected === null) {
    expect(shown, path).toBe(expected)
    return
  }
  for (const [name, value] of Object.entries(expected))
    sameNumbers((shown as Record<string, unknown>)[name], value, `${path} ${name}`)
}
