/** Every link of a text, in order of appearance. */
interface Link {
  /** As written, with entities and backslash escapes resolved. */
  target: string
  /** The visible text of the link. */
  label: string
  /** UTF-16 index in the source. */
  offset: number
  /** Whether it is an address that is written out, without markup of a link. */
  isBare: boolean
}

export interface VisibleText {
  /** What a reader sees. Blocks are parted by '\n', a soft line break is a space. */
  text: string
  /** offsets[i] is the UTF-16 index in the source of text[i]; the last, offsets[text.length], is the source's length. */
  offsets: Uint32Array
  links: Link[]
  /** The hosts of addresses that are written out, as indexes into the text, in order. */
  addresses: Stretch[]
  /** Where each cell of a table begins in the text, in order, and what follows a table. */
  cells: Cell[]
}

/** A place in a table; both are -1 behind it. The row of the head is 0. */
export interface Cell {
  start: number
  row: number
  column: number
}

/** The characters from `start` up to `end`. */
interface Stretch {
  start: number
  end: number
}

/** A link whose label stands between two places of the output. */
interface PendingLink {
  target: string
  offset: number
  from: number
  to: number
  /** What to call the link where its visible text says nothing. */
  title: string
  /** An address without markup, which is no link of its own inside another one's label. */
  isBare: boolean
}

/** The text as it is written, one UTF-16 unit after the other. Longer than its source only by edges of glued addresses. */
export interface Output {
  units: Uint16Array
  offsets: Uint32Array
  length: number
  links: PendingLink[]
  /** Hosts of addresses without markup, as indexes into the source, in order. */
  hosts: Stretch[]
  /** Cells by where they begin in the source, in order. */
  cells: Cell[]
}

// What is taken back and the edges of links are marked by code points that Unicode never assigns.
const takenBack = 0xffff
/** The beginning and end of a link, where words on both sides are not one word. */
export const linkStart = 0xfffe
export const linkEnd = 0xfdd0
const lowestMark = linkEnd

const space = 0x20
const lineFeed = 0x0a

let units = new Uint16Array(1 << 14)
let offsets = new Uint32Array(1 << 14)

/** An empty output for a source. All outputs share their buffers, so only one can be written at a time. */
export function openOutput(sourceLength: number): Output {
  // An address that is glued to what follows is longer than four units, and its edge one.
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

/** Writes what stands in the source as it is. */
export function writeSource(output: Output, source: string, from: number, to: number): void {
  for (let i = from; i < to; i++) write(output, source.charCodeAt(i), i)
}

/** Makes written units invisible: marks that turn out to be markup only when their counterpart comes. */
export function takeBack(output: Output, from: number, count: number): void {
  for (let i = from; i < from + count; i++) output.units[i] = takenBack
}

/** Makes an edge of a link of a unit that is written already. */
export function markLinkStart(output: Output, index: number): void {
  output.units[index] = linkStart
}

/** The text written: without what was taken back, empty lines, and spaces around line breaks. */
export function closeOutput(output: Output, sourceLength: number): VisibleText {
  const links = output.links.map((link) => {
    const label = labelOf(output, link.from, link.to)
    const { target, title, offset, isBare } = link
    return { target, label: title || label, offset, isBare }
  })
  // A link inside the label of another one is complete before it.
  if (links.some((link, i) => link.offset < (links[i - 1]?.offset ?? 0)))
    links.sort((a, b) => a.offset - b.offset)
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

/** Where the hosts stand in what is seen, whose places in the source rise. */
function seenHosts({ hosts }: Output, offsets: Uint32Array): Stretch[] {
  const seenAt = placeFinder(offsets)
  return hosts.map(({ start, end }) => ({ start: seenAt(start), end: seenAt(end) }))
}

function seenCells({ cells }: Output, offsets: Uint32Array): Cell[] {
  const seenAt = placeFinder(offsets)
  return cells.map((cell) => ({ ...cell, start: seenAt(cell.start) }))
}

/** Finds places of the source, which come in their order, in what is seen. */
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

/** Moves what is seen to the front of the output and returns its length. */
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
      for (; i < written && isMark(units[i] as number); i++)
        if (units[i] !== takenBack) unit = units[i] as number
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

/** Skips what is not seen at the beginning of a line. */
function skipUnseen({ units, length }: Output, from: number): number {
  let i = from
  while (i < length && ((units[i] as number) <= space || isMark(units[i] as number))) i++
  return i
}

function isMark(unit: number): boolean {
  return unit === takenBack || unit === linkStart || unit === linkEnd
}

/**
 * Whether a space belongs between two units at the edge of a link. Engines show the links that they cite as marks of their
 * own, so `Samsung[1](…)` does not read `Samsung1`; a small letter behind a link is an ending (`[Samsung](…)s`).
 */
function partsWords(before: number, after: number, edge: number): boolean {
  const next = String.fromCharCode(after)
  const isWord = /[\p{Lu}\p{Ll}\p{Nd}]/u
  return (
    isWord.test(String.fromCharCode(before)) &&
    isWord.test(next) &&
    (edge === linkStart || !/\p{Ll}/u.test(next))
  )
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
