import { Readability } from '@mozilla/readability'
import { Parser } from 'htmlparser2'
import { parseHTML } from 'linkedom'
import { type Block, cleanText } from './extracted.ts'

/** The main text of a page that is shorter than this may be a mistake: the whole page is taken. */
const leastMainText = 200

/** What finds the main text takes its time with each level: pages that are nested deeper are taken whole. */
const deepest = 200

/** Headings and paragraphs of an HTML page's main text, without menus, banners and the like where they can be told. */
export function extractHtml(html: string): Block[] {
  const whole = htmlBlocks(html)
  const main = depthOf(html) > deepest ? undefined : mainContent(html)
  if (main === undefined) return whole
  const blocks = htmlBlocks(main.content)
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (length < leastMainText) return whole
  const { title } = main
  return title === '' || blocks[0]?.text === title ? blocks : [{ text: title, level: 1 }, ...blocks]
}

function mainContent(html: string): { title: string; content: string } | undefined {
  try {
    const { document } = parseHTML(html)
    const article = new Readability(
      document as unknown as ConstructorParameters<typeof Readability>[0],
    ).parse()
    if (!article?.content) return undefined
    return { title: cleanText(article.title ?? '').trim(), content: article.content }
  } catch {
    // Whatever it stumbles over is read as a stream of tags.
    return undefined
  }
}

function depthOf(html: string): number {
  let depth = 0
  let most = 0
  const parser = new Parser({
    onopentagname() {
      depth += 1
      most = Math.max(most, depth)
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.write(html)
  parser.end()
  return most
}

const unread = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'iframe',
  'object',
  'select',
])
const inline = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Headings and paragraphs of HTML. Whatever is not inline ends what stands before it. */
export function htmlBlocks(html: string): Block[] {
  const blocks: Block[] = []
  let text = ''
  let level: number | undefined
  let hidden = 0
  let preformatted = 0
  const finish = () => {
    const clean = cleanText(text)
    const shown = preformatted > 0 ? clean.trim() : clean.replace(/\s+/g, ' ').trim()
    if (shown !== '') blocks.push({ text: shown, ...(level === undefined ? {} : { level }) })
    text = ''
  }
  const parser = new Parser({
    onopentagname(name) {
      if (unread.has(name)) hidden += 1
      if (name === 'br') text += '\n'
      if (name === 'td' || name === 'th') text += ' '
      if (inline.has(name) || name === 'br' || name === 'td' || name === 'th') return
      finish()
      if (name === 'pre') preformatted += 1
      const [, heading] = /^h([1-6])$/.exec(name) ?? []
      if (heading !== undefined) level = Number(heading)
    },
    ontext(piece) {
      if (hidden === 0) text += piece
    },
    onclosetag(name) {
      if (unread.has(name)) hidden = Math.max(0, hidden - 1)
      if (inline.has(name) || name === 'br' || name === 'td' || name === 'th') return
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
