import { expect, test } from 'vitest'
import { visibleHtml } from '../../lib/text/visible-html.ts'
import { ending } from '../../testing/knowledge/ending.ts'
import { extractMarkdown } from './extraction/markdown.ts'
import { blocksOf } from './extraction/pdf-blocks.ts'
import type { Line } from './extraction/pdf-lines.ts'
import { recognizeFormat } from './read-source.ts'

/** So long that code with quadratic running time would take minutes. */
const long = 2_000_000

test.each([
  ['comments', '<!---->'],
  ['comments and lines', '<!-- -->\n'],
  ['unclosed comments', '<!-- - -- '],
  ['lines', '\n'],
  ['XML declarations', '<?xml ?>'],
  ['link starts', ']('],
  ['links without a URL', ']( '],
  ['list items', '- x\r'],
  ['hashes', '# '],
])('recognizes the format of hostile text in time: %s', (_, part) => {
  const text = Buffer.from(part.repeat(Math.ceil(70_000 / part.length)))
  ending(() => {
    for (let times = 0; times < 300; times += 1) expect(recognizeFormat(text)).toMatch(/^(text|markdown)$/)
  })
})

test.each([
  ['hashes with spaces', '# '],
  ['hashes', '#'],
  ['blanks', ' '],
  ['underlines', '= '],
  ['Unicode line separators', '\u2028'],
  ['fences', '`'],
])('extracts hostile Markdown in time: %s', (_, part) => {
  const line = part.repeat(long / part.length)
  for (const begin of ['# ', '', '='])
    expect(ending(() => extractMarkdown(`${begin}${line}x`)).length).toBeLessThanOrEqual(1)
})

test.each(['display ', 'visibility: ', ';', '-'])('reads hostile HTML styles in time: %s', (part) => {
  const html = `<p style="${part.repeat(long / part.length)}">Seen.`
  expect(ending(() => visibleHtml(html).shown)).toBe(html)
})

test('a paragraph of a PDF can have as many lines as the document', () => {
  const lines = Array.from(
    { length: 300_000 },
    (_, n): Line => ({ text: 'a well- known name', page: 1, size: 10, x: 0, y: -12 * n }),
  )
  const [block] = ending(() => blocksOf(lines))
  expect(block?.text).toHaveLength(300_000 * 19 - 1)
})
