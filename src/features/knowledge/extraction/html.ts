import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import type { DomDocument } from '../../../lib/text/dom.ts'
import { excludedAttribute, mainContent } from '../../../lib/text/main-content.ts'
import { visibleHtml } from '../../../lib/text/visible-html.ts'
import { type Block, cleanText } from '../extracted.ts'

/** A shorter main text may be a detection error, so the whole page is used. */
const minMainText = 200
/** Main text detection is slow on deeply nested pages, so the whole page is used. */
const maxDepth = 200

/**
 * Extracts headings and paragraphs of a page's main text. Omits menus, banners and similar if recognized, and hidden
 * elements.
 */
export function extractHtml(html: string): Block[] {
  const { shown, depth } = visibleHtml(html)
  return (depth > maxDepth ? undefined : mainText(shown)) ?? wholePage(shown)
}

function mainText(html: string): Block[] | undefined {
  const main = findMainContent(html)
  if (main === undefined) return undefined
  const blocks = htmlBlocks(main.element.outerHTML, (_, attributes) => excludedAttribute in attributes)
  if (lengthOf(blocks) < minMainText) return undefined
  const title = cleanText(main.title).trim()
  return title === '' || blocks[0]?.text === title ? blocks : [{ text: title, level: 1 }, ...blocks]
}

function findMainContent(html: string) {
  try {
    return mainContent(parseHTML(html).document as unknown as DomDocument, { withBoxes: true })
  } catch {
    // Pages that it cannot parse are read as a stream of tags.
    return undefined
  }
}

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0)

const surroundings = 'nav footer aside dialog'.split(' ')
const surroundingRoles = 'navigation contentinfo complementary dialog alertdialog search'.split(' ')

/** Falls back to surrounding elements and forms, because on some pages they contain all the text. */
function wholePage(html: string): Block[] {
  const without = (names: readonly string[]) =>
    htmlBlocks(
      html,
      (name, { role = '' }) => names.includes(name) || surroundingRoles.includes(role.trim().toLowerCase()),
    )
  const outside = without([...surroundings, 'form'])
  const withForms = without(surroundings)
  if (withForms.length === 0) return htmlBlocks(html)
  return lengthOf(outside) * 2 >= lengthOf(withForms) ? outside : withForms
}

/** Elements for scripts, fallbacks of embedded media, and choices. */
const unread = new Set(
  'audio canvas datalist iframe noframes noscript object script select style svg template title video'.split(' '),
)
const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Elements that do not interrupt a line, including images and unread elements. */
const isWithinLine = (name: string) =>
  inline.has(name) || unread.has(name) || ['br', 'td', 'th', 'img', 'picture', 'source'].includes(name)

/**
 * Extracts headings and paragraphs of HTML. Every block element ends the text before it.
 * @param isExcluded elements to skip with their content
 */
export function htmlBlocks(
  html: string,
  isExcluded: (name: string, attributes: Record<string, string>) => boolean = () => false,
): Block[] {
  const blocks: Block[] = []
  let text = ''
  let level: number | undefined
  let depth = 0
  let excludedDepth: number | undefined
  let preformatted = 0
  const finish = () => {
    const clean = cleanText(text)
    const shown = preformatted > 0 ? clean.trim() : clean.replace(/\s+/g, ' ').trim()
    if (shown !== '') blocks.push({ text: shown, ...(level === undefined ? {} : { level }) })
    text = ''
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (excludedDepth === undefined && (unread.has(name) || isExcluded(name, attributes))) excludedDepth = depth
      if (name === 'br') text += '\n'
      if (name === 'td' || name === 'th') text += ' '
      if (isWithinLine(name)) return
      finish()
      if (name === 'pre') preformatted += 1
      const [, heading] = /^h([1-6])$/.exec(name) ?? []
      if (heading !== undefined) level = Number(heading)
    },
    ontext(piece) {
      if (excludedDepth === undefined) text += piece
    },
    onclosetag(name) {
      if (depth === excludedDepth) excludedDepth = undefined
      depth -= 1
      if (isWithinLine(name)) return
      finish()
      if (name === 'pre') preformatted = Math.max(0, preformatted - 1)
      if (/^h[1-6]$/.test(name)) level = undefined
    },
  })
  parser.write(html)
  parser.end()
  finish()
  return blocks
}
