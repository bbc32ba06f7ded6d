import { describe, expect, it } from 'vitest'
import { blocksOf, findMarkdownMarks, piecesByCell, piecesOf, toStretches, toUnits } from './marked-text.ts'

it('splits a text at mentions and sources without losing any of it', () => {
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
  expect(pieces.filter(({ entityId }) => entityId !== undefined).map((piece) => [piece.text, piece.entityId])).toEqual([
    ['Acme', 'acme'],
    ['Bolt', 'bolt'],
  ])
  expect(pieces.flatMap(({ end, sources }) => sources.map((number) => [end, number]))).toEqual([
    [16, 1],
    [16, 2],
    [24, 3],
  ])
})

it('ignores positions beyond the text and accepts empty texts', () => {
  const given = { marks: [{ start: 2, end: 9, entityId: 'x' }], sources: [{ number: 1, end: 99 }] }
  expect(piecesOf('abc', given).map(({ text }) => text)).toEqual(['ab', 'c'])
  expect(piecesOf('', { marks: [], sources: [] })).toEqual([])
})

it('continues a sentence after a mention and supports two sentiments in one sentence', () => {
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

describe('positions', () => {
  it('are converted from code points to UTF-16 units', () => {
    expect(toUnits('😀 Acme, 😀Bolt', [2, 9])).toEqual([3, 11])
    const text = '👍🏽 𝒜cme 😀'
    const [name] = toStretches(text, [{ offset: 3, length: 4 }])
    expect(text.slice(name?.start, name?.end)).toBe('𝒜cme')
  })
})

describe('tables and lists', () => {
  const cellsOf = (text: string) =>
    blocksOf(text).map(({ kind, cells, depth, number }) => [
      kind,
      cells.map(({ start, end }) => text.slice(start, end)),
      ...(kind === 'item' ? [number ?? depth] : []),
    ])

  it('are found with their cells, and lose nothing else', () => {
    const text = [
      ...['Picks:', '', '- **Acme**', '  with a pump', '  * Bolt', '2. Third', '', 'As a table', 'of two lines:', ''],
      ...['| Name | A \\| B |', '|---|:--:|', '| - | -- |', '| Acme | |', '| Bolt | 5', '', 'a | b', '-x', '* * *'],
    ].join('\n')
    expect(cellsOf(text)).toEqual([
      ['text', ['Picks:']],
      ['item', ['**Acme**\n  with a pump'], 0],
      ['item', ['Bolt'], 1],
      ['item', ['Third'], 2],
      ['text', ['As a table\nof two lines:']],
      ['row', ['Name', 'A \\| B']],
      ['row', ['-', '--']],
      ['row', ['Acme', '']],
      ['row', ['Bolt', '5']],
      ['text', ['a | b\n-x\n* * *']],
    ])
  })

  it('are found in texts with carriage returns, and not in code', () => {
    expect(cellsOf('| A |\r\n|---|\r\n| 5 |\r\n- b\r\n  c')).toEqual([
      ['row', ['A']],
      ['row', ['5']],
      ['item', ['b\r\n  c'], 0],
    ])
    const code = '```\n- a: 1\n| x |\n|---|\n# **b**\n```'
    expect(cellsOf(code)).toEqual([['text', [code]]])
    expect(findMarkdownMarks(code, [])).toMatchObject({ hidden: [], headings: [], bold: [] })
  })

  it('hold the mentions and sources of their cells', () => {
    const text = '- Acme is good.\n- Bolt'
    const look = findMarkdownMarks(text, [])
    const sources = [
      { number: 1, end: 15 },
      { number: 2, end: 16 },
    ]
    const pieces = piecesOf(text, { marks: [{ start: 2, end: 6, entityId: 'acme' }], sources, look })
    const shown = Array.from(piecesByCell(pieces, look.blocks).values(), (cell) =>
      cell.map((piece) => [piece.text, piece.entityId, ...piece.sources]),
    )
    expect(shown).toEqual([
      [
        ['Acme', 'acme'],
        [' is good.', undefined, 1],
        ['', undefined, 2],
      ],
      [['Bolt', undefined]],
    ])
  })
})

describe('Markdown', () => {
  const shown = (text: string, sources: { url: string; position: number }[] = []) => {
    const look = findMarkdownMarks(text, sources)
    return piecesOf(text, { marks: [], sources: look.sources, look })
  }

  it('hides markers of bold text in pairs', () => {
    const pieces = shown('**Acme *Pro* S** has 2**10 parts and f(**kw)')
    expect(pieces.map((piece) => piece.text).join('')).toBe('Acme *Pro* S has 2**10 parts and f(**kw)')
    expect(pieces.filter(({ isBold }) => isBold).map((piece) => piece.text)).toEqual(['Acme *Pro* S'])
  })

  it('hides heading and bold syntax and shows links to sources by number', () => {
    const text =
      '## Best\n**Acme** is fine ([Test](https://www.a.example/x/?utm_source=chatgpt.com)). [Else](https://b.example/).'
    const pieces = shown(text, [{ url: 'https://a.example/x', position: 3 }])
    expect(pieces.map((piece) => piece.text).join('')).toBe('Best\nAcme is fine (Test). [Else](https://b.example/).')
    expect(pieces.filter(({ isHeading }) => isHeading).map((piece) => piece.text)).toEqual(['Best'])
    expect(pieces.flatMap(({ sources }) => sources)).toEqual([3])
  })

  it.each(['[a](javascript:alert(1))', '[a](https://', '#', '# ', '[[[](', '<b>x</b>'])(
    'leaves %s unchanged',
    (text) => {
      expect(
        shown(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    },
  )
})
