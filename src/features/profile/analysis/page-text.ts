import { readHtml } from '../../../lib/site/pages/html-reader.ts'
import { visibleHtml } from '../../../lib/text/visible-html.ts'

const unread = new Set('script style template noscript svg math iframe object select title'.split(' '))
/** Elements that repeat on every page. */
const surroundings = new Set(['nav', 'header', 'footer', 'aside', 'form'])
const lines = new Set(
  'address article blockquote br caption dd div dl dt figcaption h1 h2 h3 h4 h5 h6 hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
)

/** Extracts the visible main text of a page, one line per block, up to `max` characters. */
export function pageText(html: string, max: number): string {
  const open = new Map<string, number>()
  let hidden = 0
  let text = ''
  const isHidden = (name: string) => unread.has(name) || surroundings.has(name)
  readHtml(visibleHtml(html).shown, new Set(), {
    open(name) {
      if (lines.has(name)) text += '\n'
      if (!isHidden(name)) return
      open.set(name, (open.get(name) ?? 0) + 1)
      hidden += 1
    },
    close(name) {
      if (lines.has(name)) text += '\n'
      const count = open.get(name) ?? 0
      if (count === 0) return
      open.set(name, count - 1)
      hidden -= 1
    },
    text(piece) {
      // Collect more than needed, because whitespace is removed below.
      if (hidden === 0 && text.length < max * 4) text += piece
    },
  })
  const plain = text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  return plain.join('\n').slice(0, max).toWellFormed()
}

/** Longer than any field. */
const maxPlainTextLength = 10_000

/** Converts a data field, which may contain tags and entities, to one line of plain text. */
export function plainText(value: string): string {
  const beginning = value.slice(0, maxPlainTextLength)
  let text = ''
  if (!/[<&]/.test(beginning)) text = beginning
  else
    readHtml(beginning, new Set(), {
      open: () => {
        text += ' '
      },
      close: () => {
        text += ' '
      },
      text: (piece) => {
        text += piece
      },
    })
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
}
