import type { Readable } from 'node:stream'
import { invalidRequest } from './errors.ts'
import { findJsonExcess } from './json-excess.ts'
import { type UnpackOptions, unpacked } from './unpacked.ts'

/** A line, or the reason why it cannot be read. */
export type Line = { number: number; text: string } | { number: number; problem: string }

export interface Rejection {
  line: number
  reason: string
}

export interface LineOptions extends Omit<UnpackOptions, 'sent'> {
  /** A longer line is reported as a problem and skipped without buffering it. */
  maxLineBytes: number
}

/** The lines of a file, and those that the import rejects. Iterate it once. */
export interface LineReading extends AsyncIterable<Line> {
  /**
   * Records that the import rejects a line of `bytes` bytes.
   * @throws ApiError invalid_request if rejected lines take more work than the file's size justifies
   */
  reject(line: number, reason: string, bytes: number): void
  rejections(): { count: number; first: Rejection[] }
}

const newline = 10
const carriageReturn = 13
const maxFirstRejections = 20

/** Equal lines in a row. No export repeats a line this often, but a small packed file can. */
const maxCopies = 10_000

/** A rejected line takes about 20 µs plus 0.1 µs per byte. Valid real lines have at least 64 bytes. */
const rejectedFree = { lines: 50_000, bytes: 16_000_000 }
const rejectedPerByte = { lines: 1 / 64, bytes: 4 }

/**
 * Reads the lines of a plain, gzip or zstd file (detected by its first bytes) in constant memory. Skips blank
 * lines but counts them in the line numbers, which start at 1. Iterating throws the errors of `unpacked`.
 */
export function readLines(file: Readable, options: LineOptions): LineReading {
  const sent = { bytes: 0 }
  const first: Rejection[] = []
  let count = 0
  let rejectedBytes = 0
  return {
    reject(line, reason, bytes) {
      count += 1
      rejectedBytes += bytes
      if (first.length < maxFirstRejections) first.push({ line, reason })
      if (
        count > rejectedFree.lines + rejectedPerByte.lines * sent.bytes ||
        rejectedBytes > rejectedFree.bytes + rejectedPerByte.bytes * sent.bytes
      )
        throw invalidRequest(
          `file: ${count} lines do not fit, such as line ${first[0]?.line} (${first[0]?.reason}); correct them first`,
        )
    },
    rejections: () => ({ count, first: [...first].sort((one, other) => one.line - other.line) }),
    [Symbol.asyncIterator]: () => linesOf(unpacked(file, { ...options, sent }), options.maxLineBytes),
  }
}

async function* linesOf(pieces: AsyncIterable<Buffer>, maxLineBytes: number): AsyncGenerator<Line> {
  let number = 0
  let held: Buffer[] = []
  let lineBytes = 0
  let previous = ''
  const equal = { since: 0, lines: 0 }

  function countCopy(text: string): void {
    equal.lines += 1
    if (text !== previous) Object.assign(equal, { since: number, lines: 1 })
    previous = text
    if (equal.lines > maxCopies)
      throw invalidRequest(`file: lines ${equal.since} to ${number} are the same; remove the copies`)
  }

  function finish(): Line | undefined {
    number += 1
    const isTooLong = lineBytes > maxLineBytes
    const text = isTooLong ? '' : decode(Buffer.concat(held), number === 1)
    held = []
    lineBytes = 0
    if (isTooLong) return { number, problem: `the line is longer than ${maxLineBytes} bytes` }
    if (text === undefined) return { number, problem: 'the line is not UTF-8' }
    if (text.trim() === '') return undefined
    countCopy(text)
    return { number, text }
  }

  for await (const chunk of pieces) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(newline, start)
      const isBlank = end === start || (end === start + 1 && chunk[start] === carriageReturn)
      if (isBlank && lineBytes === 0) {
        number += 1
        start = end + 1
        continue
      }
      const piece = chunk.subarray(start, end === -1 ? undefined : end)
      lineBytes += piece.length
      if (lineBytes <= maxLineBytes) held.push(piece)
      else held = []
      if (end === -1) break
      const line = finish()
      if (line !== undefined) yield line
      start = end + 1
    }
  }
  const line = lineBytes > 0 ? finish() : undefined
  if (line !== undefined) yield line
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Buffer, isFirst: boolean): string | undefined {
  try {
    const text = utf8.decode(bytes)
    return isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
  } catch {
    return undefined
  }
}

/** More items than any list in an import can have. Checking millions of items takes unbounded memory. */
const maxItems = 10_000
const maxDepth = 10_000

/**
 * Parses a line that must be a JSON object.
 * @throws Error whose message is the reason to reject the line
 */
export function parseJsonLine(text: string): Record<string, unknown> {
  const excess = findJsonExcess(text, 'the line', maxDepth)
  if (excess !== undefined) throw new Error(excess)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('the line is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('the line is not a JSON object')
  for (const [name, items] of Object.entries(value))
    if (Array.isArray(items) && items.length > maxItems)
      throw new Error(`${name.slice(0, 100)}: has ${items.length} items; send at most ${maxItems}`)
  return value as Record<string, unknown>
}
