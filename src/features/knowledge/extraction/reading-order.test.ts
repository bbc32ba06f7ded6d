import { expect, test } from 'vitest'
import { linesOf } from './pdf-lines.ts'

/** The lines made of text pieces, which have a left edge and a width, in drawing order. */
const textsOf = (pieces: readonly [text: string, x: number, width: number][]) =>
  linesOf(
    pieces.map(([str, x, width]) => ({
      str,
      transform: [12, 0, 0, 12, x, 700],
      width,
      height: 12,
      hasEOL: false,
    })),
    1,
  ).map(({ text }) => text)
const lineOf = (...pieces: Parameters<typeof textsOf>[0]) => textsOf(pieces)

test.each([
  [
    'drawn from left to right',
    [
      ['دبیان', 160, 25],
      [' ', 185, 4],
      ['راهنمای', 189, 39],
    ],
  ],
  [
    'drawn in reading order',
    [
      ['راهنمای', 189, 39],
      [' ', 185, 4],
      ['دبیان', 160, 25],
    ],
  ],
] as [string, [string, number, number][]][])('reads a line of Arabic that is %s from right to left', (_, pieces) => {
  expect(lineOf(...pieces)).toEqual(['راهنمای دبیان'])
})

test('keeps Latin words and numbers in order within a right-to-left line', () => {
  const pieces: [string, number, number][] = [
    ['را نصب کنید', 57, 60],
    [' ', 117, 4],
    ['Debian', 121, 40],
    [' ', 161, 4],
    ['12', 165, 12],
    [' ', 177, 4],
    ['نسخهٔ', 181, 30],
  ]
  expect(lineOf(...pieces)).toEqual(['نسخهٔ Debian 12 را نصب کنید'])
})

test('reverses only the two Hebrew words in an English line', () => {
  const pieces: [string, number, number][] = [
    ['The shop is called', 57, 100],
    [' ', 157, 4],
    ['טובים', 161, 30],
    [' ', 191, 4],
    ['מגפיים', 195, 40],
    [' ', 235, 4],
    ['by everybody.', 239, 80],
  ]
  expect(lineOf(...pieces)).toEqual(['The shop is called מגפיים טובים by everybody.'])
})

test('overlapping letters of a logo form one word', () => {
  expect(lineOf(['L', 100, 7.5], ['A', 103.2, 6], ['TEX', 107.5, 22], ['manual', 133, 40])).toEqual(['LATEX manual'])
})

test('reads a line of 300,000 pieces in time, and drops spaces at its edges', () => {
  const count = 300_000
  const drawn = Array.from({ length: count }, (_, index): [string, number, number] => [' ', 100 + index, 1])
  const last: typeof drawn = [
    ['טובים', count + 110, 30],
    [' ', count + 140, 4],
    ['מגפיים', count + 144, 40],
  ]
  expect(textsOf([['boots', 50, 50], ...drawn, ...last])).toEqual(['מגפיים טובים boots'])
})
