import { describe, expect, it } from 'vitest'
import { findMarkdownMarks, piecesOf, toStretches, toUnits } from './marked-text.ts'

it('a text is cut where names stand and where sources do, and nothing of it is lost', () => {
  const text = 'Acme beats Bolt. Really.'
  const pieces = piecesOf(text, {
    marks: [
      { start: 0, end: 4, entityId: 'acme' },
      { start: 11, end: 15, entityId: 'bolt' },
    ],
    sources: [
      { number: 1, end: 16 },
      { number: 2, end: 16 },
      { number: 3, end: 24 },
    ],
  })
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
  const given = { marks: [{ start: 2, end: 9, entityId: 'x' }], sources: [{ number: 1, end: 99 }] }
  expect(piecesOf('abc', given).map(({ text }) => text)).toEqual(['ab', 'c'])
  expect(piecesOf('', { marks: [], sources: [] })).toEqual([])
})

it('a sentence goes on behind a name in it, and two may judge in the same one', () => {
  const good = { start: 0, end: 16, about: 'Acme', isGood: true }
  const bad = { start: 0, end: 16, about: 'Bolt', isGood: false }
  const pieces = piecesOf('Acme beats Bolt. Yes.', {
    marks: [{ start: 0, end: 4, entityId: 'acme' }],
    tones: [good, bad],
    sources: [],
  })
  expect(pieces.map(({ text, tones }) => [text, tones.length])).toEqual([
    ['Acme', 2],
    [' beats Bolt.', 2],
    [' Yes.', 0],
  ])
})

describe('places', () => {
  it('in code points become UTF-16 units', () => {
    expect(toUnits('😀 Acme, 😀Bolt', [2, 9])).toEqual([3, 11])
    const text = '👍🏽 𝒜cme 😀'
    const [name] = toStretches(text, [{ offset: 3, length: 4 }])
    expect(text.slice(name?.start, name?.end)).toBe('𝒜cme')
  })
})

describe('Markdown', () => {
  const shown = (text: string, sources: { url: string; position: number }[] = []) => {
    const look = findMarkdownMarks(text, sources)
    return piecesOf(text, { marks: [], sources: look.sources, look })
  }

  it('shows headings and bold text without their marks, and links to sources by their numbers', () => {
    const text =
      '## Best\n**Acme** is fine ([Test](https://www.a.example/x/?utm_source=chatgpt.com)). [Else](https://b.example/).'
    const pieces = shown(text, [{ url: 'https://a.example/x', position: 3 }])
    expect(pieces.map((piece) => piece.text).join('')).toBe(
      'Best\nAcme is fine (Test). [Else](https://b.example/).',
    )
    expect(pieces.filter(({ isHeading }) => isHeading).map((piece) => piece.text)).toEqual(['Best'])
    expect(pieces.flatMap(({ sources }) => sources)).toEqual([3])
  })

  it.each(['[a](javascript:alert(1))', '[a](https://', '#', '# ', '[[[](', '<b>x</b>'])(
    'leaves %s as it came',
    (text) => {
      expect(
        shown(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    },
  )
})
