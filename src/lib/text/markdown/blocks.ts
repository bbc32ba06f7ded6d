import {
  closesFence,
  type Fence,
  isBesideChip,
  isDelimiterRow,
  type LineStart,
  readFence,
  readLineStart,
} from './block-syntax.ts'
import { closeEmphasis } from './emphasis.ts'
import type { Reader } from './markdown-reader.ts'
import { takeBack, write, writeSource } from './visible-output.ts'

const space = 0x20
const lineFeed = 0x0a
const carriageReturn = 0x0d
const numberSign = 0x23

/** Starts a new line of the text at the reader's position. Brackets and emphasis do not extend across it. */
export function breakBlock(reader: Reader): void {
  reader.brackets.length = 0
  closeEmphasis(reader.emphasis, 0)
  write(reader.output, lineFeed, Math.min(reader.at, reader.source.length))
}

/** Reads the marks at the start of the text. */
export function readFirstLine(reader: Reader): void {
  enterLine(reader, readLineStart(reader.source, 0), false)
}

/** Reads a line end and the marks of the next line. */
export function readLineEnd(reader: Reader, isHardBreak = false): void {
  const { source, at, output } = reader
  if (reader.isHeading) dropClosingMarks(reader)
  const isPair = source.charCodeAt(at) === carriageReturn && source.charCodeAt(at + 1) === lineFeed
  const line = readLineStart(source, at + (isPair ? 2 : 1))
  const inTable = reader.isTableRow && !line.isBlock
  const isNewBlock =
    line.isBlock ||
    reader.isHeading ||
    reader.isTableRow ||
    startsBlock(reader, line.content) ||
    isBesideChip(source, at, line.content)
  if (isNewBlock) breakBlock(reader)
  else write(output, isHardBreak || source.slice(at - 2, at) === '  ' ? lineFeed : space, at)
  enterLine(reader, line, inTable)
}

function startsBlock(reader: Reader, at: number): boolean {
  return readFence(reader.source, at) !== undefined || isTableRow(reader, at, false)
}

function enterLine(reader: Reader, line: LineStart, inTable: boolean): void {
  const { source, search } = reader
  reader.at = line.content
  reader.isHeading = line.isHeading
  const wasTableRow = reader.isTableRow
  reader.isTableRow = isTableRow(reader, line.content, inTable)
  if (wasTableRow && !reader.isTableRow) reader.output.cells.push({ start: reader.at, row: -1, column: -1 })
  if (reader.isTableRow && isDelimiterRow(source, line.content)) {
    reader.at = Math.min(search.lineFeed(line.content), source.length)
    return
  }
  if (reader.isTableRow) beginRow(reader, inTable)
  const fence = readFence(source, line.content)
  if (fence) readCodeBlock(reader, fence)
}

function beginRow(reader: Reader, inTable: boolean): void {
  const { source, search } = reader
  const isHead = !inTable && isDelimiterRow(source, search.lineFeed(reader.at) + 1)
  reader.row = inTable ? reader.row + 1 : isHead ? 0 : 1
  reader.column = -1
  if (reader.source.charAt(reader.at) !== '|') beginCell(reader)
}

/** Records that a cell of the current row starts at the reader's position. */
export function beginCell(reader: Reader): void {
  reader.column++
  reader.output.cells.push({ start: reader.at, row: reader.row, column: reader.column })
}

/** Whether a line starts with a pipe, is in a table, or is above a delimiter row and so a table's head. */
function isTableRow({ source, search }: Reader, at: number, inTable: boolean): boolean {
  const lineEnd = search.lineFeed(at)
  if (search.pipe(at) >= Math.min(lineEnd, source.length)) return false
  return inTable || source.charAt(at) === '|' || isDelimiterRow(source, lineEnd + 1)
}

function readCodeBlock(reader: Reader, fence: Fence): void {
  const { source, search, output } = reader
  let at = fence.content
  while (at < source.length) {
    const end = Math.min(search.lineFeed(at), source.length)
    reader.at = end
    if (closesFence(source, at, end, fence)) return
    writeSource(output, source, at, end)
    write(output, lineFeed, end)
    at = end + 1
  }
  reader.at = source.length
}

/** Drops the closing number signs of a heading: `## Title ##`. */
function dropClosingMarks({ output }: Reader): void {
  let end = output.length
  while (end > 0 && output.units[end - 1] === space) end--
  let from = end
  while (from > 0 && output.units[from - 1] === numberSign) from--
  if (from < end && (from === 0 || output.units[from - 1] === space)) takeBack(output, from, end - from)
}
