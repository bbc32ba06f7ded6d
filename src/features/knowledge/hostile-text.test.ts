import { expect, test } from 'vitest'
import { visibleHtml } from '../../lib/text/visible-html.ts'
import { ending } from '../../testing/knowledge/ending.ts'
import { recognizeFormat } from './detect-format.ts'
import { extractMarkdown } from './extraction/markdown.ts'
import { blocksOf } from './extraction/pdf-blocks.ts'
import type { Line } from './extraction/pdf-lines.ts'

/** What takes a time that grows with the square of its length would take minutes for so much. */
const long = 2_000_000

test.each([
  ['comments', '<!---->'],
  ['comments and lines', '<!-- -->\n'],
  ['comments that are not closed', '<!-- - -- '],
  ['lines', '\n'],
  ['beginnings of XML', '<?xml ?>'],
  ['beginnings of links', ']('],
  ['links without an address', ']( '],
  ['items', '- x\r'],
  ['hashes', '# '],
])('a format is told of a text that is made to take long: %s', (_, part) => {
  const text = Buffer.from(part.repeat(Math.ceil(70_000 / part.length)))
  ending(() => {
    for (let times = 0; times < 300; times += 1) expect(recognizeFormat(text)).toMatch(/^(text|markdown)$/)
  })
})

test.each([
  ['hashes with blanks', '# '],
  ['hashes', '#'],
  ['blanks', ' '],
  ['underlines', '= '],
  ['lines of other kinds', '\u2028'],
  ['fences', '`'],
])('Markdown that is made to take long is read: %s', (_, part) => {
  const line = part.repeat(long / part.length)
  for (const begin of ['# ', '', '='])
    expect(ending(() => extractMarkdown(`${begin}${line}x`)).length).toBeLessThanOrEqual(1)
})

test.each(['display ', 'visibility: ', ';', '-'])('so are styles of HTML: %s', (part) => {
  const html = `<p style="${part.repeat(long / part.length)}">Seen.`
  expect(ending(() => visibleHtml(html).shown)).toBe(html)
})

test('a paragraph of a PDF may have as many lines as the document', () => {
  const lines = Array.from(
    { length: 300_000 },
    (_, n): Line => ({ text: 'a well- known name', page: 1, size: 10, x: 0, y: -12 * n }),
  )
  const [block] = ending(() => blocksOf(lines))
  expect(block?.text).toHaveLength(300_000 * 19 - 1)
})
