import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import type { DomDocument } from '../../../lib/text/dom.ts'
import { excludedAttribute, mainContent } from '../../../lib/text/main-content.ts'
import { visibleHtml } from '../../../lib/text/visible-html.ts'
import { type Block, cleanText } from '../extracted.ts'

/** The main text of a page that is shorter than this may be a mistake: the whole page is taken. */
const leastMainText = 200

/** What finds the main text takes its time with each level: pages that are nested deeper are taken whole. */
const deepest = 200

/**
 * Headings and paragraphs of an HTML page's main text, without menus, banners and the like where they can be told, and
 * never with what is hidden.
 */
export function extractHtml(html: string): Block[] {
  const { shown, depth } = visibleHtml(html)
  return (depth > deepest ? undefined : mainText(shown)) ?? wholePage(shown)
}

function mainText(html: string): Block[] | undefined {
  const main = foundMainContent(html)
  if (main === undefined) return undefined
  const blocks = htmlBlocks(main.element.outerHTML, (_, attributes) => excludedAttribute in attributes)
  if (lengthOf(blocks) < leastMainText) return undefined
  const title = cleanText(main.title).trim()
  return title === '' || blocks[0]?.text === title ? blocks : [{ text: title, level: 1 }, ...blocks]
}

function foundMainContent(html: string) {
  try {
    return mainContent(parseHTML(html).document as unknown as DomDocument, { withBoxes: true })
  } catch {
    // Whatever it stumbles over is read as a stream of tags.
    return undefined
  }
}

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0)

const surroundings = 'nav footer aside dialog'.split(' ')
const surroundingRoles = 'navigation contentinfo complementary dialog alertdialog search'.split(' ')

/** What stands around the text of most pages is all that some have: a form may be around a whole page. */
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

/** What is there for programs, for browsers that cannot show what it names, or to be chosen from. */
const unread = new Set(
  'audio canvas datalist iframe noframes noscript object script select style svg template title video'.split(
    ' ',
  ),
)
const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** What takes no line of its own: an image in a sentence does not end it, nor does what is not read. */
const isWithinLine = (name: string) =>
  inline.has(name) || unread.has(name) || ['br', 'td', 'th', 'img', 'picture', 'source'].includes(name)

/**
 * Headings and paragraphs of HTML. Whatever is not inline ends what stands before it.
 * @param isLeftOut elements that are not read, with all that they hold
 */
export function htmlBlocks(
  html: string,
  isLeftOut: (name: string, attributes: Record<string, string>) => boolean = () => false,
): Block[] {
  const blocks: Block[] = []
  let text = ''
  let level: number | undefined
  let depth = 0
  let leftOutDepth: number | undefined
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
      if (leftOutDepth === undefined && (unread.has(name) || isLeftOut(name, attributes)))
        leftOutDepth = depth
      if (name === 'br') text += '\n'
      if (name === 'td' || name === 'th') text += ' '
      if (isWithinLine(name)) return
      finish()
      if (name === 'pre') preformatted += 1
      const [, heading] = /^h([1-6])$/.exec(name) ?? []
      if (heading !== undefined) level = Number(heading)
    },
    ontext(piece) {
      if (leftOutDepth === undefined) text += piece
    },
    onclosetag(name) {
      if (depth === leftOutDepth) leftOutDepth = undefined
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
