interface Link {
  /** As written, with entities and backslash escapes resolved. */
  target: string
  /** The visible text of the link. */
  label: string
  /** UTF-16 index in the source. */
  offset: number
  /** Whether it is a bare address without link markup. */
  isBare: boolean
}

export interface VisibleText {
  /** The visible text. Blocks are separated by '\n'; a soft line break is a space. */
  text: string
  /** offsets[i] is the UTF-16 index in the source of text[i]; the last one is the source's length. */
  offsets: Uint32Array
  links: Link[]
  /** The hosts of bare addresses as indexes into the text, in order. */
  addresses: Stretch[]
  /** The start of each table cell in the text and of the text after each table, in order. */
  cells: Cell[]
}

/** A position in a table; row and column are -1 after it. The head is row 0. */
export interface Cell {
  start: number
  row: number
  column: number
}

/** A range of characters; `end` is exclusive. */
interface Stretch {
  start: number
  end: number
}

/** A link whose label is between two positions of the output. */
interface PendingLink {
  target: string
  offset: number
  from: number
  to: number
  /** The title if the label is empty. */
  title: string
  /** A bare address; it does not count as a link within another link's label. */
  isBare: boolean
}

/** The output, one UTF-16 unit each. Longer than its source only by the edges of joined addresses. */
export interface Output {
  units: Uint16Array
  offsets: Uint32Array
  length: number
  links: PendingLink[]
  /** Hosts of bare addresses as indexes into the source, in order. */
  hosts: Stretch[]
  /** Cells by their start in the source, in order. */
  cells: Cell[]
}

// Code points that Unicode never assigns mark removed text and the edges of links.
const takenBack = 0xffff
/** The start and end of a link, which separate words. */
export const linkStart = 0xfffe
export const linkEnd = 0xfdd0
const lowestMark = linkEnd

const space = 0x20
const lineFeed = 0x0a

let units = new Uint16Array(1 << 14)
let offsets = new Uint32Array(1 << 14)

/** Opens an output for a source. All outputs share their buffers, so write only one at a time. */
export function openOutput(sourceLength: number): Output {
  // A joined address has more than four units, and its edge one.
  const room = sourceLength + (sourceLength >> 2) + 1
  if (room > units.length) {
    const size = 2 ** Math.ceil(Math.log2(room))
    units = new Uint16Array(size)
    offsets = new Uint32Array(size)
  }
  return { units, offsets, length: 0, links: [], hosts: [], cells: [] }
}

export function write(output: Output, unit: number, offset: number): void {
  output.units[output.length] = unit
  output.offsets[output.length] = offset
  output.length++
}

export function writeString(output: Output, text: string, offset: number): void {
  for (let i = 0; i < text.length; i++) write(output, text.charCodeAt(i), offset)
}

/** Copies a range of the source. */
export function writeSource(output: Output, source: string, from: number, to: number): void {
  for (let i = from; i < to; i++) write(output, source.charCodeAt(i), i)
}

/** Hides written units: marks that turn out to be markup when their counterpart is read. */
export function takeBack(output: Output, from: number, count: number): void {
  for (let i = from; i < from + count; i++) output.units[i] = takenBack
}

/** Replaces a written unit by the start of a link. */
export function markLinkStart(output: Output, index: number): void {
  output.units[index] = linkStart
}

/** The final text, without hidden units, empty lines, and spaces around line breaks. */
export function closeOutput(output: Output, sourceLength: number): VisibleText {
  const links = output.links.map((link) => {
    const label = labelOf(output, link.from, link.to)
    const { target, title, offset, isBare } = link
    return { target, label: title || label, offset, isBare }
  })
  // A link inside another link's label is complete before it.
  if (links.some((link, i) => link.offset < (links[i - 1]?.offset ?? 0))) links.sort((a, b) => a.offset - b.offset)
  hideCitations(output)
  const length = squeeze(output)
  output.offsets[length] = sourceLength
  const text = Buffer.from(output.units.buffer, 0, length * 2).toString('utf16le')
  const seenFrom = output.offsets.slice(0, length + 1)
  return {
    text,
    offsets: seenFrom,
    links,
    addresses: seenHosts(output, seenFrom),
    cells: seenCells(output, seenFrom),
  }
}

/**
 * Hides the labels of sources: of links that cite, and parentheses that contain only links to pages
 * (`([BBC][1], [CNN][2])`).
 */
function hideCitations(output: Output): void {
  const links = output.links.filter(({ isBare }) => !isBare)
  for (const link of links) if (cites(output, link)) takeBack(output, link.from, link.to - link.from)
  const isPage = (link: PendingLink | undefined) => link !== undefined && /^https?:\/\/[^/]+\/./i.test(link.target)
  for (let i = 0; i < links.length; i++) {
    const opening = nextUnit(output, (links[i] as PendingLink).from - 1, -1)
    if (output.units[opening] !== openingParenthesis || !isPage(links[i])) continue
    let end = (links[i] as PendingLink).to
    while (isPage(links[i + 1]) && betweenLinks.test(textOf(output, end, links[i + 1]?.from)))
      end = (links[++i] as PendingLink).to
    const closing = nextUnit(output, end, 1)
    if (closing < output.length && output.units[closing] === closingParenthesis)
      takeBack(output, opening, closing + 1 - opening)
  }
}

/**
 * Whether a link's label is that of a source: a link to its number, alone after “Source:”, a host joined to a word, and
 * in answers of ChatGPT what follows the last sentence of a line.
 */
function cites(output: Output, { target, from, to }: PendingLink): boolean {
  if (/^\d{1,3}$/.test(target)) return true
  const isOfChatGpt = /[?&]utm_source=(?:chatgpt|openai)\b/.test(target)
  const [mark] = /(?:: ?|[\p{Script=Latin}\d]|[.!?] ?)$/u.exec(visibleOf(output, Math.max(0, from - 5), from)) ?? []
  if (mark === undefined || (/^[.!?]/.test(mark) && !isOfChatGpt)) return false
  const label = labelOf(output, from, to)
  const before = visibleOf(output, Math.max(0, from - 99), from)
  const endsLine = /^\.? *(?:\n|$)/.test(visibleOf(output, to, Math.min(to + 9, output.length)))
  if (mark.startsWith(':')) return endsLine && /(?:^|\n)[^\p{L}\n]{0,9}source: ?$/iu.test(before)
  if (!/^[.!?]/.test(mark)) return /^(?=.*[a-z])[a-z\d][a-z\d.-]*(?:\+\d+)?$/.test(label)
  if (!/[^\n]{50}\p{L}{4}[.!?] ?$/u.test(before)) return false
  return endsLine ? /^\D{2,40}$/.test(label) : /^(?:[a-z\d-]+\.)+[a-z]{2,}(?:\+\d+)?$/.test(label)
}

const visibleOf = ({ units }: Output, from: number, to: number) =>
  String.fromCharCode(...units.subarray(from, to)).replaceAll(/[\uffff\ufffe\ufdd0]/g, '')
const openingParenthesis = 0x28
const closingParenthesis = 0x29
const betweenLinks = /^[\s,;·|\uffff\ufffe\ufdd0]+$/

const textOf = ({ units }: Output, from: number, to = from) =>
  to - from > 20 ? '' : String.fromCharCode(...units.subarray(from, to))

/** The index of the next unit that is not a mark, or of the last of some marks. */
function nextUnit({ units, length }: Output, from: number, step: 1 | -1): number {
  let at = from
  for (let i = 0; i < 9 && at >= 0 && at < length && (units[at] as number) >= lowestMark; i++) at += step
  return at
}

/** The hosts in the visible text. Their positions in the source must increase. */
function seenHosts({ hosts }: Output, offsets: Uint32Array): Stretch[] {
  const seenAt = placeFinder(offsets)
  return hosts.map(({ start, end }) => ({ start: seenAt(start), end: seenAt(end) }))
}

function seenCells({ cells }: Output, offsets: Uint32Array): Cell[] {
  const seenAt = placeFinder(offsets)
  return cells.map((cell) => ({ ...cell, start: seenAt(cell.start) }))
}

/** Maps positions of the source, in increasing order, to the visible text. */
function placeFinder(offsets: Uint32Array): (place: number) => number {
  let from = 0
  return (place) => {
    let to = offsets.length - 1
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((offsets[middle] as number) < place) from = middle + 1
      else to = middle
    }
    return from
  }
}

/** Moves the visible units to the front of the output and returns their number. */
function squeeze(output: Output): number {
  const { units, offsets, length: written } = output
  let i = skipUnseen(output, 0)
  let length = 0
  while (i < written) {
    let unit = units[i] as number
    while (unit >= space && unit < lowestMark && i < written) {
      units[length] = unit
      offsets[length] = offsets[i] as number
      length++
      i++
      unit = units[i] as number
    }
    if (i >= written) break
    const from = i++
    if (unit === lineFeed) {
      while (length > 0 && units[length - 1] === space) length--
      i = skipUnseen(output, i)
    } else if (unit === linkStart || unit === linkEnd) {
      for (; i < written && isMark(units[i] as number); i++) if (units[i] !== takenBack) unit = units[i] as number
      if (i === written || !partsWords(units[length - 1] ?? space, units[i] as number, unit)) continue
      unit = space
    } else if (unit === takenBack) continue
    units[length] = unit
    offsets[length] = offsets[from] as number
    length++
  }
  while (length > 0 && (units[length - 1] as number) <= space) length--
  return length
}

/** Skips invisible units at the start of a line. */
function skipUnseen({ units, length }: Output, from: number): number {
  let i = from
  while (i < length && ((units[i] as number) <= space || isMark(units[i] as number))) i++
  return i
}

function isMark(unit: number): boolean {
  return unit === takenBack || unit === linkStart || unit === linkEnd
}

/**
 * Whether a space belongs between two units at the edge of a link. Engines show cited links as separate
 * marks, so `Samsung[1](…)` must not read `Samsung1`; a lowercase letter after a link is an ending:
 * `[Samsung](…)s`.
 */
function partsWords(before: number, after: number, edge: number): boolean {
  const next = String.fromCharCode(after)
  const isWord = /[\p{Lu}\p{Ll}\p{Nd}]/u
  return isWord.test(String.fromCharCode(before)) && isWord.test(next) && (edge === linkStart || !/\p{Ll}/u.test(next))
}

function labelOf({ units }: Output, from: number, to: number): string {
  let label = ''
  for (let i = from; i < to; i++) {
    const unit = units[i] as number
    if (unit !== takenBack && unit !== linkStart && unit !== linkEnd)
      label += unit === lineFeed ? ' ' : String.fromCharCode(unit)
  }
  return label.trim()
}
