import { expect, test } from 'vitest'
import { recognizeFormat } from '../read-source.ts'
import { extractHtml, htmlBlocks } from './html.ts'
import { extractMarkdown } from './markdown.ts'
import { extractFormat } from './read-document.ts'

test('extracts headings and paragraphs from Markdown', () => {
  const text = '# One #\n\nA *b*\nc\n\nTwo\n---\n\n```\n# no heading\n\n```\n\n***\n## Three'
  expect(extractMarkdown(text)).toEqual([
    { text: 'One', level: 1 },
    { text: 'A *b*\nc' },
    { text: 'Two', level: 2 },
    { text: '# no heading' },
    { text: '***' },
    { text: 'Three', level: 2 },
  ])
})

test('a Markdown heading ends with hashes only if a space precedes them', () => {
  const titles = ['# Learn C#', '# One ## ', '#\tTwo\t#', '# # 3 #4#', '# \\# #', '## #', '# ', '####### Seven']
  expect(extractMarkdown(titles.join('\n\n'))).toEqual([
    { text: 'Learn C#', level: 1 },
    { text: 'One', level: 1 },
    { text: 'Two', level: 1 },
    { text: '# 3 #4#', level: 1 },
    { text: '\\#', level: 1 },
    { text: '####### Seven' },
  ])
})

test('extracts blocks from HTML without styles', () => {
  const html =
    '<style>x{}</style><h2>A &amp; <i>B</i></h2><ul><li>one<li>two</ul><pre>a\n  b</pre><table><tr><td>x<td>y</table>after'
  expect(htmlBlocks(html)).toEqual([
    { text: 'A & B', level: 2 },
    { text: 'one' },
    { text: 'two' },
    { text: 'a\n  b' },
    { text: 'x y' },
    { text: 'after' },
  ])
})

test('extracts the main text of a page without its menus', () => {
  const paragraph = 'Our boots are sewn by hand in Tampere, from leather that is tanned with bark, and last for years. '
  const html = `<html><head><title>Boots</title></head><body><nav><a href="/">Home</a><a href="/shop">Shop</a></nav>
    <article><h1>Boots</h1>${`<p>${paragraph.repeat(4)}</p>`.repeat(4)}</article><footer>Imprint</footer></body></html>`
  const texts = extractHtml(html).map(({ text }) => text)
  expect(texts[0]).toBe('Boots')
  expect(texts.join(' ')).toContain('tanned with bark')
  expect(texts).not.toContain('Imprint')
})

test('extracts a deeply nested page', () => {
  expect(extractHtml(`${'<div>'.repeat(5000)}deep`)).toEqual([{ text: 'deep' }])
})

test.each([
  ['pdf', Buffer.from('\n%PDF-1.4')],
  ['docx', Buffer.from('PK\u0003\u0004[Content_Types].xml word/document2.xml')],
  [undefined, Buffer.from('PK\u0003\u0004[Content_Types].xml xl/workbook.xml')],
  ['html', Buffer.from('\ufeff<!-- x -->\n<HTML>')],
  ['html', Buffer.from('<?xml version="1.0"?>\n<!-- a > b --><!---->\n<!-- -- --> <!DOCTYPE html>')],
  ['html', Buffer.from('<!-- x -->\n<div class="text">Sewn by hand.</div>')],
  ['html', Buffer.from('<h1>Boots</h1><p>Sewn by hand.')],
  ['markdown', Buffer.from('<h1 align="center">Boots</h1>\n\n## Care\n\nWax.')],
  ['text', Buffer.from('<pressing> the button, <p.')],
  ['text', Buffer.from('<!-- <html>')],
  ['markdown', Buffer.from('See [boots](https://acme.example/boots_(1)).')],
  ['markdown', Buffer.from('# Title\n')],
  ['text', Buffer.from('Plain words.')],
  [undefined, Buffer.from('{\\rtf1\\ansi Sewn in Tampere.}')],
  [undefined, Buffer.from([0xff, 0xfe, 0x00])],
  [undefined, Buffer.from('a\u0000b')],
])('recognizes the format by the first bytes: %s', (format, bytes) => {
  expect(recognizeFormat(bytes)).toBe(format)
})

test('normalizes presentation forms and ligatures to letters', async () => {
  const { blocks } = await extractFormat('text', Buffer.from('ﺑﺪون ﺿﻤﺎﻧﺖ, ﻻ eﬃcient'), { pages: 1 })
  expect(blocks.map(({ text }) => text)).toEqual(['بدون ضمانت, لا efficient'])
})
