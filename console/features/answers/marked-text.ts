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

/** Markdown syntax to hide, ranges to format, and the layout. */
export interface MarkdownMarks {
  hidden: readonly CharRange[]
  headings: readonly CharRange[]
  bold: readonly CharRange[]
  blocks: readonly Block[]
}

/** Lines with one layout: a table row, a list item, or the text between. Text outside the cells is syntax. */
export interface Block {
  kind: 'text' | 'item' | 'row'
  cells: CharRange[]
  /** Items only: nesting level, from 0. */
  depth?: number
  /** Items of ordered lists only. */
  number?: number
  /** Rows only: whether it is the header of its table. */
  isHead?: boolean
}

/** A part of an answer’s text with uniform formatting. */
export interface Piece extends CharRange {
  text: string
  entityId: string | undefined
  tones: readonly Tone[]
  isHeading: boolean
  isBold: boolean
  sources: readonly number[]
}

/** Converts code point offsets to UTF-16 offsets. */
export function toUnits(text: string, codePoints: readonly number[]): number[] {
  const wanted = new Set(codePoints)
  const found = new Map<number, number>()
  let point = 0
  let unit = 0
  for (const character of text) {
    if (wanted.has(point)) found.set(point, unit)
    point++
    unit += character.length
  }
  return codePoints.map((at) => found.get(at) ?? unit)
}

export function toStretches(text: string, places: readonly { offset: number; length: number }[]): CharRange[] {
  const units = toUnits(
    text,
    places.flatMap(({ offset, length }) => [offset, offset + length]),
  )
  return places.map((_, i) => ({ start: units[2 * i] as number, end: units[2 * i + 1] as number }))
}

interface Given {
  marks: readonly Mark[]
  tones?: readonly Tone[]
  sources: readonly SourceMark[]
  look?: MarkdownMarks
}

/** Splits a text at every start and end, so that each piece has uniform formatting. Hidden text has no piece. */
export function piecesOf(
  text: string,
  { marks, tones = [], sources, look = { hidden: [], headings: [], bold: [], blocks: [] } }: Given,
): Piece[] {
  const inText = (at: number) => at > 0 && at < text.length
  const cuts = new Set(text === '' ? [] : [0, text.length])
  const cells = look.blocks.flatMap((block) => block.cells)
  for (const { start, end } of [...marks, ...tones, ...look.hidden, ...look.headings, ...look.bold, ...cells])
    for (const at of [start, end]) if (inText(at)) cuts.add(at)
  const numbers = Map.groupBy(sources, ({ end }) => end)
  for (const end of numbers.keys()) if (inText(end)) cuts.add(end)
  const markAt = covering(marks)
  const toneAt = covering(tones)
  const hiddenAt = covering(look.hidden)
  const headingAt = covering(look.headings)
  const boldAt = covering(look.bold)
  const places = [...cuts].sort((a, b) => a - b)
  const pieces = places.slice(0, -1).map((start, i) => {
    const end = places[i + 1] as number
    const isHidden = hiddenAt(start).length > 0
    return {
      start,
      end,
      text: isHidden ? '' : text.slice(start, end),
      entityId: markAt(start)[0]?.entityId,
      tones: toneAt(start),
      isHeading: headingAt(start).length > 0,
      isBold: boldAt(start).length > 0,
      sources: numbers.get(end)?.map(({ number }) => number) ?? [],
    }
  })
  return pieces.filter(({ text, sources }) => text !== '' || sources.length > 0)
}

/** The pieces of each cell. Sources between cells belong to the previous cell. */
export function piecesByCell(pieces: readonly Piece[], blocks: readonly Block[]): Map<CharRange, Piece[]> {
  const cells = blocks.flatMap((block) => block.cells)
  const cellAt = covering(cells)
  const found = new Map<CharRange, Piece[]>(cells.map((cell) => [cell, []]))
  let last = cells[0]
  for (const piece of pieces) {
    const own = cellAt(piece.start)[0]
    last = own ?? last
    if (last !== undefined && (own !== undefined || piece.sources.length > 0))
      found.get(last)?.push(own === undefined ? { ...piece, text: '' } : piece)
  }
  return found
}

const itemMark = /^([ \t]*)(?:[-*+•]|(\d{1,3})[.)])[ \t]+(?=\S)/
const isThematicBreak = (line: string) => /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)
const isFence = (line: string) => /^\s*(?:```|~~~)/.test(line)
const isRow = (line: string) => /^\s*\|/.test(line)
const isTableRule = (line: string) => isRow(line) && line.includes('-') && /^[\s:|-]*$/.test(line)

/** The lines of a text without their ends, and whether each is in a code block. */
function linesOf(text: string) {
  let [start, inCode] = [0, false]
  return text.split('\n').map((whole) => {
    const line = whole.replace(/\r$/, '')
    const found = { line, start, end: start + line.length, isCode: inCode || isFence(line) }
    start += whole.length + 1
    if (isFence(line)) inCode = !inCode
    return found
  })
}

/** Finds tables and lists. Indented lines after an item belong to it. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = linesOf(text)
  let [inTable, rule] = [false, -1]
  for (const [place, { line, start, end, isCode }] of lines.entries()) {
    const last = blocks.at(-1)
    const isHead = !inTable && isTableRule(lines[place + 1]?.line ?? '')
    inTable = !isCode && isRow(line) && (inTable || isHead)
    if (inTable && isHead) rule = place + 1
    const [mark = '', indent = '', number] = (!isCode && !isThematicBreak(line) && itemMark.exec(line)) || []
    if (inTable) {
      if (place !== rule) blocks.push({ kind: 'row', cells: cellsOf(line, start), isHead })
    } else if (mark !== '') {
      const depth = Math.min(4, Math.floor(indent.replaceAll('\t', '  ').length / 2))
      const cells = [{ start: start + mark.length, end }]
      blocks.push({ kind: 'item', cells, depth, ...(number !== undefined && { number: Number(number) }) })
    } else if (last?.kind === 'text' || (last?.kind === 'item' && /^\s{2,}\S/.test(line)))
      (last.cells[0] as CharRange).end = end
    else blocks.push({ kind: 'text', cells: [{ start, end }] })
  }
  for (const block of blocks) block.cells = block.cells.map((cell) => trimmed(text, cell))
  return blocks.filter(({ kind, cells }) => kind === 'row' || cells.some(({ start, end }) => end > start))
}

/** The cells of a table row, which ends with a bar or without one. */
function cellsOf(line: string, at: number): CharRange[] {
  const cells = Array.from(line.matchAll(/\|((?:\\.|[^|])*)(?=\||$)/g), ({ index, 1: cell = '' }) => ({
    start: at + index + 1,
    end: at + index + 1 + cell.length,
  }))
  const isClosed = cells.length > 1 && line.slice((cells.at(-1) as CharRange).start - at).trim() === ''
  return isClosed ? cells.slice(0, -1) : cells
}

function trimmed(text: string, { start, end }: CharRange): CharRange {
  const part = text.slice(start, end)
  const from = start + part.length - part.trimStart().length
  return { start: from, end: Math.max(from, start + part.trimEnd().length) }
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

const link = /\[([^\][\n]{1,300})\]\((https?:\/\/[^\s()]{1,2000})(?: "[^"\n]{0,300}")?\)/g

/**
 * Finds Markdown to hide: the syntax of headings, bold text, lists and tables, and targets of links to numbered
 * sources. All other Markdown stays visible.
 */
export function findMarkdownMarks(
  text: string,
  sources: readonly { url: string; position: number }[],
): MarkdownMarks & { sources: SourceMark[] } {
  const hidden: CharRange[] = []
  const found: SourceMark[] = []
  const numberOf = new Map(sources.map(({ url, position }) => [addressOf(url), position]))
  for (const { index, 0: whole, 1: label = '', 2: target = '' } of text.matchAll(link)) {
    const number = numberOf.get(addressOf(target))
    if (number === undefined) continue
    const end = index + whole.length
    hidden.push({ start: index, end: index + 1 }, { start: index + 1 + label.length, end })
    found.push({ number, end })
  }
  const [headings, bold]: [CharRange[], CharRange[]] = [[], []]
  for (const { line, start, end, isCode } of linesOf(text)) {
    if (isCode) continue
    const [mark] = /^#{1,6} +(?=\S)/.exec(line) ?? []
    if (mark !== undefined) {
      hidden.push({ start, end: start + mark.length })
      headings.push({ start: start + mark.length, end })
    }
    for (const { index, 0: whole } of line.matchAll(/\*\*(?=\S)[^*]*(?:\*[^*]+)*(?<![\s([{])\*\*/g)) {
      const [from, to] = [start + index, start + index + whole.length]
      hidden.push({ start: from, end: from + 2 }, { start: to - 2, end: to })
      bold.push({ start: from, end: to })
    }
    // An escaped bar does not end a cell.
    if (isRow(line))
      for (const { index } of line.matchAll(/\\(?=\|)/g)) hidden.push({ start: start + index, end: start + index + 1 })
  }
  return { hidden, headings, bold, blocks: blocksOf(text), sources: found }
}

/** Normalizes a URL so that tracking parameters do not matter. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  for (const name of [...parsed.searchParams.keys()]) if (name.startsWith('utm_')) parsed.searchParams.delete(name)
  return `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`
}
