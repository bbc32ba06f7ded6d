import type { SyntaxNode } from '@lezer/common'
import { type InlineParser, parser, Table } from '@lezer/markdown'

/** A range in a text, in UTF-16 code units. */
export interface CharRange {
  start: number
  end: number
}

export interface Mark extends CharRange {
  entityId: string
}

/** A sentence with sentiment. */
export interface Tone extends CharRange {
  /** Tooltip: the entity and its sentiment. */
  about: string
  isGood: boolean
}

/** A source number at the end of the text that it supports. */
export interface SourceMark {
  number: number
  end: number
}

export type Style = 'heading' | 'bold' | 'italic' | 'code'

/** An element of the layout: a range of the text, or other elements. Text outside these ranges is syntax. */
export interface Block extends CharRange {
  tag: 'p' | 'pre' | 'hr' | 'ul' | 'ol' | 'li' | 'blockquote' | 'table' | 'tr' | 'th' | 'td'
  blocks?: Block[]
  /** Code only: how far it is indented. */
  indent?: number
  /** Items of ordered lists only. */
  number?: number
}

/** The layout of a text, and Markdown syntax to hide. */
export interface Layout {
  blocks: readonly Block[]
  hidden: readonly CharRange[]
  styles: readonly (CharRange & { style: Style })[]
}

/** A part of an answer’s text with uniform formatting. */
export interface Piece extends CharRange {
  text: string
  entityId: string | undefined
  tones: readonly Tone[]
  styles: readonly Style[]
  sources: readonly number[]
}

/** A lookup of the UTF-16 offset of a code point. The end of the text for those beyond it. */
export function unitsOf(text: string): (codePoint: number) => number {
  const units = [0]
  for (const character of text) units.push((units.at(-1) ?? 0) + character.length)
  return (codePoint) => units[codePoint] ?? text.length
}

interface Given {
  marks: readonly Mark[]
  tones?: readonly Tone[]
  sources: readonly SourceMark[]
  layout?: Layout
}

const leavesOf = (block: Block): Block[] => block.blocks?.flatMap(leavesOf) ?? [block]

/** The layout of a text without Markdown. */
export const plain = (text: string): Layout => ({
  blocks: [{ tag: 'p', start: 0, end: text.length }],
  hidden: [],
  styles: [],
})

/**
 * Splits a text at every start and end, so that each piece has uniform formatting. Hidden text has no piece.
 * @returns the pieces of each block with text. Sources between blocks belong to the previous block.
 */
export function piecesOf(
  text: string,
  { marks, tones = [], sources, layout = plain(text) }: Given,
): Map<CharRange, Piece[]> {
  const leaves = layout.blocks.flatMap(leavesOf)
  const inText = (at: number) => at > 0 && at < text.length
  const cuts = new Set(text === '' ? [] : [0, text.length])
  for (const { start, end } of [...marks, ...tones, ...layout.hidden, ...layout.styles, ...leaves])
    for (const at of [start, end]) if (inText(at)) cuts.add(at)
  const numbers = Map.groupBy(sources, ({ end }) => end)
  for (const end of numbers.keys()) if (inText(end)) cuts.add(end)
  const markAt = covering(marks)
  const toneAt = covering(tones)
  const hiddenAt = covering(layout.hidden)
  const styleAt = covering(layout.styles)
  const leafAt = covering(leaves)
  const found = new Map<CharRange, Piece[]>(leaves.map((leaf) => [leaf, []]))
  const places = [...cuts].sort((a, b) => a - b)
  let last = leaves[0]
  for (const [i, start] of places.slice(0, -1).entries()) {
    const end = places[i + 1] as number
    const leaf = leafAt(start)[0]
    last = leaf ?? last
    const isHidden = hiddenAt(start).length > 0 || leaf === undefined
    const piece = {
      start,
      end,
      text: isHidden ? '' : text.slice(start, end),
      entityId: markAt(start)[0]?.entityId,
      tones: toneAt(start),
      styles: styleAt(start).map(({ style }) => style),
      sources: numbers.get(end)?.map(({ number }) => number) ?? [],
    }
    if (last !== undefined && (piece.text !== '' || piece.sources.length > 0)) found.get(last)?.push(piece)
  }
  return found
}

/** Returns a lookup of the ranges that cover a position. Call it with increasing positions. */
function covering<T extends CharRange>(stretches: readonly T[]): (at: number) => T[] {
  const pending = stretches.toSorted((a, b) => a.start - b.start)
  let next = 0
  let open: T[] = []
  return (at) => {
    open = open.filter(({ end }) => end > at)
    for (let one = pending[next]; one !== undefined && one.start <= at; one = pending[++next])
      if (one.end > at) open.push(one)
    return open
  }
}

const strong = { resolve: 'StrongEmphasis', mark: 'EmphasisMark' }

/**
 * Bold text may begin and end with punctuation, as in Japanese, Chinese and Korean answers. A star between letters or
 * digits is not a mark.
 */
const emphasis: InlineParser = {
  name: 'LooseEmphasis',
  before: 'Emphasis',
  parse(context, next, start) {
    if (next !== star) return -1
    let end = start + 1
    while (context.char(end) === star) end++
    const [before, after] = [context.slice(start - 1, start), context.slice(end, end + 1)]
    if (end === start + 1 && /[A-Za-z0-9]/.test(before) && /[A-Za-z0-9]/.test(after)) return end
    if (end !== start + 2) return -1
    return context.addDelimiter(strong, start, end, /\S/.test(after), /[^\s([{]/.test(before))
  },
}
const star = 42

const markdown = parser.configure([Table, { parseInline: [emphasis] }])
/** Some texts take quadratic time: 3 s for this many hostile characters. */
const maxMarkdown = 50_000
/** Deeper blocks show their syntax. */
const maxDepth = 12

const containers: Readonly<Record<string, Block['tag']>> = {
  BulletList: 'ul',
  OrderedList: 'ol',
  ListItem: 'li',
  Blockquote: 'blockquote',
  Table: 'table',
  TableHeader: 'tr',
  TableRow: 'tr',
}
const syntax = ['ListMark', 'QuoteMark', 'TableDelimiter']
const styleOf: Readonly<Record<string, Style>> = {
  StrongEmphasis: 'bold',
  Emphasis: 'italic',
  InlineCode: 'code',
}

/**
 * Reads the layout of an answer. Hides the targets of links to numbered sources; other links, HTML and entities stay
 * visible.
 */
export function readMarkdown(
  text: string,
  sources: readonly { url: string; position: number }[],
): Layout & { sources: SourceMark[] } {
  if (text.length > maxMarkdown) return { ...plain(text), sources: [] }
  const tree = markdown.parse(text)
  const blocks = blocksOf(text, tree.topNode)
  const hidden: CharRange[] = []
  const styles: (CharRange & { style: Style })[] = []
  const found: SourceMark[] = []
  const numberOf = new Map(sources.map(({ url, position }) => [addressOf(url), position]))
  const ends = new Map<Style, number>()
  tree.iterate({
    enter({ name, from, to, node }) {
      const style = name.includes('Heading') ? 'heading' : styleOf[name]
      // The outermost of nested ranges has the style.
      if (style !== undefined && (ends.get(style) ?? 0) < to) {
        styles.push({ start: from, end: to, style })
        ends.set(style, to)
      }
      if (name === 'EmphasisMark' || name === 'CodeMark') hidden.push({ start: from, end: to })
      else if (name === 'HeaderMark' || name === 'QuoteMark')
        hidden.push({ start: from, end: text[to] === ' ' ? to + 1 : to })
      else if (name === 'Escape' || (name === 'HardBreak' && text[from] === '\\'))
        hidden.push({ start: from, end: from + 1 })
      else if (name === 'Link') {
        const url = node.getChild('URL')
        const number = url === null ? undefined : numberOf.get(addressOf(text.slice(url.from, url.to)))
        const [, labelEnd] = node.getChildren('LinkMark')
        if (number === undefined || labelEnd === undefined) return
        hidden.push({ start: from, end: from + 1 }, { start: labelEnd.from, end: to })
        found.push({ number, end: to })
      }
    },
  })
  for (const { start, end, indent: most = end } of blocks.flatMap(leavesOf)) {
    // The indentation of continued lines. Code keeps its own.
    for (const { index, 0: indent } of text.slice(start, end).matchAll(/(?<=\n)[ \t]+/g))
      hidden.push({ start: start + index, end: start + index + Math.min(most, indent.length) })
  }
  return { blocks, hidden, styles, sources: found }
}

function blocksOf(text: string, parent: SyntaxNode, depth = 0): Block[] {
  const blocks: Block[] = []
  let isAfterBar = false
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    const { name, from: start, to: end } = node
    const isPart = name === 'ListItem' || parent.name === 'Table'
    const tag = isPart || depth < maxDepth ? containers[name] : undefined
    // The parser omits empty cells.
    if (name === 'TableDelimiter' && isAfterBar) blocks.push({ tag: 'td', start, end: start })
    isAfterBar = name === 'TableDelimiter' && parent.name !== 'Table'
    if (tag !== undefined) {
      const number = tag === 'li' ? Number.parseInt(text.slice(start, end), 10) : Number.NaN
      const inner = blocksOf(text, node, depth + 1)
      blocks.push({ tag, start, end, blocks: inner, ...(!Number.isNaN(number) && { number }) })
    } else if (!syntax.includes(name)) blocks.push(leafOf(text, node))
  }
  return blocks
}

function leafOf(text: string, node: SyntaxNode): Block {
  const { name, from, to, parent } = node
  const indent = from - text.lastIndexOf('\n', from - 1) - 1
  if (name === 'FencedCode') {
    const { nextSibling: first = null } = node.firstChild ?? {}
    const end = node.getChildren('CodeText').at(-1) ?? first
    return { tag: 'pre', start: first?.from ?? to, end: end?.to ?? to, indent }
  }
  if (name === 'HorizontalRule') return { tag: 'hr', start: from, end: from }
  if (name === 'CodeBlock') return { tag: 'pre', start: from, end: to, indent }
  const cell = parent?.name === 'TableHeader' ? 'th' : 'td'
  return { tag: name === 'TableCell' ? cell : 'p', start: from, end: to }
}

/** Normalizes a URL so that tracking parameters do not matter. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  for (const name of [...parsed.searchParams.keys()]) if (name.startsWith('utm_')) parsed.searchParams.delete(name)
  return `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`
}
