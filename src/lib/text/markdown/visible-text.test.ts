import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portion } from '../../../testing/forms.ts'
import { testData } from '../../../testing/test-data.ts'
import { readVisibleText } from './visible-text.ts'

const text = (markdown: string) => readVisibleText(markdown).text

/** [source, visible text] */
type Case = [string, string]

const blocks: Case[] = [
  ['# Title\nText', 'Title\nText'],
  ['## Title ##\nC# and F#', 'Title\nC# and F#'],
  ['#hashtag', '#hashtag'],
  ['Title\n=====\nText\n---\nMore', 'Title\nText\nMore'],
  ['one\ntwo\n\nthree', 'one two\nthree'],
  ['one\r\ntwo\r\n\r\nthree', 'one two\nthree'],
  ['one  \ntwo\\\nthree', 'one\ntwo\nthree'],
  ['* one\n+ two\n  - three\n• four', 'one\ntwo\nthree\nfour'],
  ['1. one\n2) two\n10. ten\n3.5 inches', 'one\ntwo\nten 3.5 inches'],
  ['- [ ] open\n- [x] done', 'open\ndone'],
  ['* item\n  goes on', 'item goes on'],
  ['> quoted\n> > twice\n>\n> # Title', 'quoted\ntwice\nTitle'],
  ['a\n\n---\n\n***\n\n* * *\nb', 'a\nb'],
  ['before\n```js\nconst a = "**x**"\n\n  [b](c)\n```\nafter', 'before\nconst a = "**x**"\n[b](c)\nafter'],
  ['~~~\ncode\n```\n~~~', 'code\n```'],
  ['```\nnever closed', 'never closed'],
  ['| A | B |\n|---|:-:|\n| **1** | x \\| y |\n\nA | B', 'A\nB\n1\nx | y\nA | B'],
  ['A | B\n--|--\n1 | 2\nend', 'A\nB\n1\n2\nend'],
  ['so it is. \nTech Radar\n+1\nNow go', 'so it is.\nNow go'],
  ['it is.\r\nA b\r\n+13\r\nC\r\n+2', 'it is.\nA b\n+13\nC\n+2'],
  ['3\n+4 is\n+49 30', '3 +4 is +49 30'],
  ['a | b is no table', 'a | b is no table'],
]

const inline: Case[] = [
  ['**bold** *em* __bold__ _em_ ~~gone~~ ***both***', 'bold em bold em gone both'],
  [
    'snake_case and 5 * 3 * 2, 4* hotels, ~$90 to ~$100, 5~6 or 7~8',
    'snake_case and 5 * 3 * 2, 4* hotels, ~$90 to ~$100, 5~6 or 7~8',
  ],
  ['**open and *closed*', '**open and closed'],
  ['**a\n\nb**', '**a\nb**'],
  ['**Price:**$5 **「三星」**很好', 'Price:$5 「三星」很好'],
  ['*a **b** c*', 'a b c'],
  ['`code *as is*` and ``a ` b`` and ` a ` and `b', 'code *as is* and a ` b and a and `b'],
  ['a `b\n\nc` d', 'a `b\nc` d'],
  ['\\$5 \\*not\\* \\_em\\_ \\a', '$5 *not* _em_ \\a'],
  ['AT&amp;T &lt;b&gt; &#65;&#x20;&nbsp;&copy; &unknown; &', 'AT&T <b> A \u00a0© &unknown; &'],
  ['&#42;not em&#42; a&#10;b', '*not em* a b'],
  ['a<br>b<br/>c <b>bold</b> <span class="x">s</span>', 'a\nb\nc bold s'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['a<!-- hidden --> b <!-- open', 'a b <!-- open'],
  ['<style>p {}</style>a<script>alert("x")</script>b', 'ab'],
  ['<Codenames> and <7 Wonders>, a < b > c, <3', '<Codenames> and <7 Wonders>, a < b > c, <3'],
  ['H<sub>2</sub>O, Samsung<sup>1</sup>', 'H2O, Samsung 1'],
  ['zero\u200bwidth soft\u00adhyphen', 'zero\u200bwidth soft\u00adhyphen'],
]

const lostLines: Case[] = [
  [
    'Why:  *   **Low:** cheap. *   **Open:** free  1.  one  ## Next  --- end',
    'Why:\nLow: cheap.\nOpen: free\none\nNext\nend',
  ],
  ['Short: - cheap. - open', 'Short: - cheap. - open'],
  ['two  spaces -- and 5 * 3', 'two  spaces -- and 5 * 3'],
]

describe('the text', () => {
  it.each(blocks)('separates blocks: %j', (source, seen) => {
    expect(text(source)).toBe(seen)
  })
  it.each(inline)('has no markup: %j', (source, seen) => {
    expect(text(source)).toBe(seen)
  })
  it.each(lostLines)('restores lost line breaks: %j', (source, seen) => {
    expect(text(source)).toBe(seen)
  })
  it('maps each character to its position in the source', () => {
    const source = '**Sam**sung &amp; [LG](http://x.y)\n\n* `é`'
    const { text, offsets } = readVisibleText(source)
    expect(text).toBe('Samsung & LG\né')
    expect([...offsets]).toEqual([2, 3, 4, 7, 8, 9, 10, 11, 12, 17, 19, 20, 34, 39, source.length])
  })
})

describe('any string', () => {
  const pieces = fc.constantFrom(
    ...[
      '[',
      ']',
      '(',
      ')',
      '![',
      '](u)',
      '][1]',
      '\n[1]: http://a.b "t"\n',
      '*',
      '**',
      '_',
      '~~',
      '`',
      '``',
      '\n```\n',
      '\\',
    ],
    ...[
      '<b>',
      '</a>',
      '<a href="x">',
      '<!--',
      '-->',
      '<',
      '>',
      '&amp;',
      '&',
      'http://x.y/z',
      'www.x.y',
      'www.x.deB',
      '|',
      '\n|-|\n',
    ],
    ...[
      '\n',
      '\n\n',
      '\r\n',
      '  ',
      ' ',
      '\t',
      '- ',
      '1. ',
      '# ',
      '> ',
      '  *  ',
      'a',
      'B',
      '5',
      'é',
      '한',
      '😀',
      '\ud800',
      '\uffff',
    ],
  )
  const markdown = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )

  it('returns text in blocks with an offset for each character', () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const { text, offsets, links, addresses } = readVisibleText(source)
        expect(offsets.length).toBe(text.length + 1)
        expect(offsets[text.length]).toBe(source.length)
        const edges = addresses.flatMap(({ start, end }) => [start, end])
        expect(edges).toEqual([...edges].sort((a, b) => a - b))
        expect(edges.at(-1) ?? 0).toBeLessThanOrEqual(text.length)
        expect(text).not.toMatch(/\n\n|\n | \n|^[\n ]|[\n ]$/)
        // One assertion for all characters: assertions are slow.
        const misplaced = [...Array(text.length).keys()].filter((i) => {
          const offset = offsets[i] as number
          // Characters come from the source, except for entities, image descriptions in tags, and spaces.
          const isCopied = !'&<'.includes(source.charAt(offset)) && text.charAt(i).trim() !== ''
          return offset > (offsets[i + 1] as number) || (isCopied && text[i] !== source[offset])
        })
        expect(misplaced).toEqual([])
        for (const [i, link] of links.entries()) {
          expect(link.target).not.toBe('')
          expect(link.offset).toBeGreaterThanOrEqual(links[i - 1]?.offset ?? 0)
          expect(link.offset).toBeLessThan(source.length)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('is unchanged without markup', () => {
    const word = fc
      .stringMatching(/^[\p{L}\p{N}$%(),.;:?!'"“”’–@+=/]{1,8}$/u)
      .filter((w) => !/^\d+[.)]$|^[+=]+$|:\/\/|www\./i.test(w))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const source = words.join(' ')
        const visible = readVisibleText(source)
        expect(visible.text).toBe(source)
        expect([...visible.offsets]).toEqual(Array.from({ length: source.length + 1 }, (_, i) => i))
      }),
    )
  })

  // Each of these took minutes in some Markdown parser with quadratic run time.
  const repeated = [
    '[',
    '(',
    '*',
    '***',
    '<',
    '`',
    '~',
    '_',
    '![',
    '[]',
    '[a]',
    '[a](',
    '[a](<b',
    '[a](b "',
    '[a](http://x y',
    '[a][b',
    '[a]:',
    '[a]: http://[',
    '<a b="',
    '<a b=\'c" ',
    '<!--',
    '<http://',
    '<script>',
    'http://',
    'www.a',
    '&a',
    '\\',
    '> ',
    '* ',
    '- - ',
    '1. ',
    '# ',
    '|-',
    'a|b\n',
    '| a |\n|-|\n',
    '---  ',
    '  - ',
    '*a_ ',
    '**a*',
    '`a``b```',
    '[[1]](http://a)',
  ]

  it.each(portion([...repeated.entries()], 0, 4))('is read in linear time: %i, repeated %j', (place, piece) => {
    const source = piece.repeat(2 ** 20 / piece.length)
    for (const tail of portion(['', '](x)', '`>"'], place / 4, 3))
      expect(() => readVisibleText(source + tail)).not.toThrow()
  })

  it('accepts naughty strings', ({ skip }) => {
    const path = testData('robustness/blns.json')
    if (!path) return skip()
    const strings: string[] = JSON.parse(readFileSync(path, 'utf8'))
    for (const source of [...strings, strings.join('\n'), strings.join(' ')]) {
      const { text, offsets } = readVisibleText(source)
      expect(offsets.length).toBe(text.length + 1)
    }
  })
})

describe('table cells', () => {
  it('have their row and column, with or without outer pipes', () => {
    const { text: seen, cells } = readVisibleText('a | b\n-|-\nc |  d\n\nafter')
    const named = cells.map(({ start, row, column }) => [seen.slice(start, start + 1), row, column])
    expect(named).toEqual([
      ['a', 0, 0],
      ['b', 0, 1],
      ['c', 1, 0],
      ['d', 1, 1],
      ['a', -1, -1],
    ])
  })

  it('of a table without a header start at row 1', () => {
    expect(readVisibleText('| a |').cells[0]).toEqual({ start: 0, row: 1, column: 0 })
    expect(readVisibleText('a line').cells).toEqual([])
  })
})

describe('real answers', () => {
  it('contain the listed sources and no markup', ({ skip }) => {
    const path = testData('answers/product-bench.jsonl')
    if (!path) return skip()
    const rows: { surface: string; answer: string; sources: { url: string }[] }[] = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const { surface, answer, sources } of rows) {
      expect(text(answer.replaceAll('\\*', ''))).not.toMatch(/\*\*|\]\(|https?:\/\/|\\\$|^#|^\[\d+\]:/m)
      if (surface !== 'ChatGPT') continue
      const found = readVisibleText(answer).links.map((link) => link.target)
      for (const source of sources) expect(found).toContain(source.url)
    }
  })
})
