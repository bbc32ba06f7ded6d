import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWords } from './document-text.ts'

describe('readWords', () => {
  it.each([
    ['', 0],
    ['  …  – — ! ', 0],
    ['One, two; three.', 3],
    ['naïve Übergröße Привет мир', 4],
    ['version 2 of 2025', 4],
    ['密码管理器是软件', 6],
    ['한국어 단어', 2],
    ['“quoted”', 1],
  ])('counts the words of “%s”', (text, count) => {
    expect(readWords(text).words).toBe(count)
  })
})

const word = fc.stringMatching(/^[a-z]{3,9}$/)

/** Counts the bits in which two fingerprints differ. */
function distance(a: string | null, b: string | null): number {
  const bits = (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2)
  return bits.replaceAll('0', '').length
}

describe('the fingerprint', () => {
  it('ignores ASCII case, whitespace and punctuation', () => {
    const text = 'the quick brown fox jumps over the lazy dog '.repeat(5)
    const other = text.toUpperCase().replaceAll(' ', ' ,\n')
    expect(readWords(other)).toEqual(readWords(text))
    expect(readWords(text).fingerprint).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is null for fewer than 30 words', () => {
    expect(readWords('word '.repeat(29)).fingerprint).toBeNull()
    expect(readWords('word '.repeat(30)).fingerprint).not.toBeNull()
  })

  it('is close for one changed word and distant for another text', () => {
    const longText = fc.array(word, { minLength: 400, maxLength: 500 })
    const distances = fc
      .sample(fc.tuple(longText, longText, fc.nat(399)), { seed: 7, numRuns: 60 })
      .map(([one, other, at]) => {
        const changed = one.with(at, 'changed')
        const [a, b, c] = [one, changed, other].map((words) => readWords(words.join(' ')).fingerprint)
        return { near: distance(a ?? null, b ?? null), far: distance(a ?? null, c ?? null) }
      })
    const near = distances.map((pair) => pair.near).toSorted((a, b) => a - b)
    expect(near[30]).toBeLessThanOrEqual(3)
    expect(near[59]).toBeLessThanOrEqual(10)
    expect(Math.min(...distances.map((pair) => pair.far))).toBeGreaterThan(12)
  })

  it('depends on the word order', () => {
    const text = Array.from({ length: 60 }, (_, index) => `w${index}`)
    const reversed = text.toReversed()
    expect(distance(readWords(text.join(' ')).fingerprint, readWords(reversed.join(' ')).fingerprint)).toBeGreaterThan(
      12,
    )
  })
})
