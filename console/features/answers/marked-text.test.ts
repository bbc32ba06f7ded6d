import { expect, it } from 'vitest'
import { piecesOf, toUnits } from './marked-text.ts'

it('a text is cut where names stand and where sources do, and nothing of it is lost', () => {
  const text = 'Acme beats Bolt. Really.'
  const pieces = piecesOf(
    text,
    [
      { start: 0, end: 4, entityId: 'acme' },
      { start: 11, end: 15, entityId: 'bolt' },
    ],
    [
      { number: 1, end: 16 },
      { number: 2, end: 16 },
      { number: 3, end: 24 },
    ],
  )
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(
    pieces.filter(({ entityId }) => entityId !== undefined).map((piece) => [piece.text, piece.entityId]),
  ).toEqual([
    ['Acme', 'acme'],
    ['Bolt', 'bolt'],
  ])
  expect(pieces.flatMap(({ end, sources }) => sources.map((number) => [end, number]))).toEqual([
    [16, 1],
    [16, 2],
    [24, 3],
  ])
})

it('places beyond the text, and texts without any, are no matter', () => {
  expect(
    piecesOf('abc', [{ start: 2, end: 9, entityId: 'x' }], [{ number: 1, end: 99 }]).map(({ text }) => text),
  ).toEqual(['ab', 'c'])
  expect(piecesOf('', [], [])).toEqual([])
})

it('code points become UTF-16 units', () => {
  expect(toUnits('😀 Acme, 😀Bolt', [2, 9])).toEqual([3, 11])
})
