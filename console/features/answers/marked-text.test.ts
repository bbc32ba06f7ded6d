import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, piecesOf as findPieces, readMarkdown, unitsOf } from './marked-text.ts'

const piecesOf = (...given: Parameters<typeof findPieces>) => [...findPieces(...given).values()].flat()

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

it('converts code points to UTF-16 units', () => {
  const unitAt = unitsOf('👍🏽 𝒜cme 😀')
  expect([0, 1, 2, 3, 4, 7, 8, 9, 99].map(unitAt)).toEqual([0, 2, 4, 5, 7, 10, 11, 13, 13])
})

/** A text with its layout: elements as tags, bold, italic, headings and code in braces, sources in brackets. */
function laidOut(text: string, citations: { url: string; position: number }[] = [], given: Given = {}) {
  const { sources: linked, ...layout } = readMarkdown(text, citations)
  const { marks = [], sources = [] } = given
  const pieces = findPieces(text, { marks, sources: [...sources, ...linked], layout })
  const show = (block: Block): string => {
    const inner = pieces.get(block)?.map(({ text, entityId, styles, sources }) => {
      const styled = styles.reduce((shown, style) => `{${style} ${shown}}`, text)
      return `${entityId === undefined ? styled : `<mark>${styled}</mark>`}${sources.map((number) => `[${number}]`).join('')}`
    })
    const content = block.blocks?.map(show) ?? inner ?? []
    return `<${block.tag}${block.number === undefined ? '' : ` ${block.number}`}>${content.join('')}</${block.tag}>`
  }
  return layout.blocks.map(show)
}
interface Given {
  marks?: { start: number; end: number; entityId: string }[]
  sources?: { number: number; end: number }[]
}

describe('Markdown', () => {
  it('becomes lists, tables, quotes and code', () => {
    const text = [
      ...[
        '## Best *two* ##',
        '- **Acme**',
        '  with a pump',
        '  * Bolt',
        '2. Third',
        '3. `x`',
        '',
        'Of two',
        'lines:',
        '',
      ],
      ...['| Name | A \\| B |', '|---|:--:|', '| Acme | |', '| Bolt | 5', '', 'a | b', '* * *', '> one', '> two', ''],
      ...['```js', '- a', '# **b**', '```', '', '    code'],
    ].join('\n')
    expect(laidOut(text)).toEqual([
      '<p>{heading Best }{italic {heading two}}{heading  }</p>',
      '<ul><li><p>{bold Acme}\nwith a pump</p><ul><li><p>Bolt\n2. Third\n3. {code x}</p></li></ul></li></ul>',
      '<p>Of two\nlines:</p>',
      '<table><tr><th>Name</th><th>A | B</th></tr><tr><td>Acme</td><td></td></tr><tr><td>Bolt</td><td>5</td></tr></table>',
      '<p>a | b</p>',
      '<hr></hr>',
      '<blockquote><p>one\ntwo</p></blockquote>',
      '<pre>js\n- a\n# **b**</pre>',
      '<pre>code</pre>',
    ])
  })

  it('makes text bold next to punctuation of any language, and keeps stars of sums', () => {
    expect(laidOut('**重要：**文字です 他说**“Acme”**很好 **Acme:**text')).toEqual([
      '<p>{bold 重要：}文字です 他说{bold “Acme”}很好 {bold Acme:}text</p>',
    ])
    expect(laidOut('***Acme*** 5*3*2 = 30')).toEqual(['<p>{bold {italic Acme}} 5*3*2 = 30</p>'])
  })

  it('hides marks and indentation of quotes and lists in code, and no other character', () => {
    expect(laidOut('> ```\n> a\n>   b\n> ```')).toEqual(['<blockquote><pre>a\n  b</pre></blockquote>'])
    expect(laidOut('- a\n  ```\n  x\n    y\n  ```')).toEqual(['<ul><li><p>a</p><pre>x\n  y</pre></li></ul>'])
    expect(laidOut('    a\n      b')).toEqual(['<pre>a\n  b</pre>'])
    expect(laidOut('growth:\n    > 5 million')).toEqual(['<p>growth:\n> 5 million</p>'])
  })

  it('applies a style once to nested ranges', () => {
    const text = `${'*a '.repeat(3000)}${'a* '.repeat(3000)}`
    const layout = readMarkdown(text, [])
    const pieces = piecesOf(text, { marks: [], sources: [], layout })
    expect(Math.max(...pieces.map(({ styles }) => styles.length))).toBe(1)
  })

  it('keeps the numbers of items, and reads lines with carriage returns', () => {
    expect(laidOut('2. a\r\n\r\n3. b\r\n   c')).toEqual(['<ol><li 2><p>a\r</p></li><li 3><p>b\r\nc</p></li></ol>'])
  })

  it('keeps mentions and sources in their elements', () => {
    const text = '- Acme is good.\n- Bolt'
    const sources = [
      { number: 1, end: 15 },
      { number: 2, end: 16 },
    ]
    expect(laidOut(text, [], { marks: [{ start: 2, end: 6, entityId: 'acme' }], sources })).toEqual([
      '<ul><li><p><mark>Acme</mark> is good.[1][2]</p></li><li><p>Bolt</p></li></ul>',
    ])
  })

  it('shows links to sources by number, and others as they are', () => {
    const text =
      '**Acme** is fine ([Test](https://www.a.example/x/?utm_source=chatgpt.com "T")). [Else](https://b.example/).'
    expect(laidOut(text, [{ url: 'https://a.example/x', position: 3 }])).toEqual([
      '<p>{bold Acme} is fine (Test[3]). [Else](https://b.example/).</p>',
    ])
  })

  it.each(['[a](javascript:alert(1))', '[a](https://', '[[[](', '<b>x</b>', '2**10 and f(**kw)', 'x &amp; y'])(
    'leaves %s unchanged',
    (text) => {
      expect(laidOut(text)).toEqual([`<p>${text}</p>`])
    },
  )

  it('loses no word of any text', () => {
    const parts = [
      '- ',
      '1. ',
      '> ',
      '# ',
      '|',
      '|-|',
      '\n',
      '\n\n',
      '    ',
      '**',
      '*',
      '`',
      '```',
      '[',
      '](',
      ')',
      '\\',
      '<',
      '&',
      'w',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 60 }), (chosen) => {
        let word = 0
        const text = chosen.map((part) => (part === 'w' ? `word${word++}x` : part)).join('')
        const shown = laidOut(text).join(' ')
        const lost = Array.from({ length: word }, (_, n) => `word${n}x`).filter((one) => !shown.includes(one))
        expect([text, lost]).toEqual([text, []])
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['nested quotes', `${'> '.repeat(24_000)}word`],
    ['nested lists', `${Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')} word`],
    ['a text that is too long to read', `${'- a\n'.repeat(20_000)}word`],
  ])('lays out %s', (_, text) => {
    const shown = laidOut(text).join('')
    expect(shown).toContain('word')
    expect(shown.match(/<(?:ul|blockquote)>/g)?.length ?? 0).toBeLessThanOrEqual(12)
  })
})
