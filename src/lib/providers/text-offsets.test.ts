import { expect, test } from 'vitest'
import { linkRange, textOffsets } from './text-offsets.ts'

const text =
  '🚀🚀 Käse von Müller ([one.example](https://one.example/a)) und Brio ([two.example](https://two.example/b)).'
const page = { url: 'https://two.example/b', title: 'Two' }
const mark = '([two.example](https://two.example/b))'
const start = text.indexOf(mark)

const marked = (from: number, to: number) => {
  const range = linkRange(textOffsets(text), from, to, page)
  return range && text.slice(range.start, range.end)
}

test('finds a link by UTF-16 or code point offsets', () => {
  expect(marked(start, start + mark.length)).toBe(mark)
  // Two characters before the link take two units each.
  expect(marked(start - 2, start - 2 + mark.length)).toBe(mark)
})

test('returns undefined for offsets of another link, an empty range or an invalid range', () => {
  const other = text.indexOf('([one')
  for (const [from, to] of [
    [other, other + 20],
    [0, 0],
    [-5, 20],
    [20, 10],
    [start, 100_000],
    [0.5, 200],
    [Number.NaN, 5],
  ] as const)
    expect(marked(from, to)).toBeUndefined()
})

test('returns undefined if the offsets contain the link, but end after it in both units', () => {
  expect(marked(start - 10, start + mark.length + 2)).toBeUndefined()
})

test('converts UTF-8 byte offsets to UTF-16 only at character boundaries', () => {
  const offsets = textOffsets('aü🚀b')
  const shown = (from: number, to: number) => {
    const range = offsets.ofBytes(from, to)
    return range && offsets.text.slice(range.start, range.end)
  }
  expect([shown(0, 1), shown(1, 3), shown(3, 7), shown(7, 8), shown(0, 8)]).toEqual(['a', 'ü', '🚀', 'b', 'aü🚀b'])
  expect([shown(2, 3), shown(3, 5), shown(0, 9), shown(8, 8), shown(-1, 1)]).toEqual(Array(5).fill(undefined))
})
