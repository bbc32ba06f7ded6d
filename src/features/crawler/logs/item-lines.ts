import { invalidRequest } from '../../../lib/errors.ts'
import { findJsonExcess } from '../../../lib/json-excess.ts'
import { pieceBytes } from '../../../lib/unpacked.ts'
import { maxLineBytes } from './line-splitter.ts'

/** Longer items are replaced by a line that is too long. */
const maxItemBytes = 16 * pieceBytes

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}')
const whitespace = new Set(Buffer.from(' \t\r\n'))

export interface ItemOptions {
  /** The name of the data in error messages. */
  name: 'file' | 'body'
  maxItems?: number
}

/** Other logs can begin with a time or a level in brackets. */
const arrayStart = /^\ufeff?\s*\[(?!\d+[-/:.]|[a-z])/i
const decidableStart = /^\ufeff?\s*(?:[^\s[]|\[.{12})/s

/** Yields a log as it arrives, or one line per item if it is a JSON array. @throws errors of `itemLines` */
export async function* asLines(pieces: AsyncGenerator<Buffer>, options: ItemOptions): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  async function* all(): AsyncGenerator<Buffer> {
    yield head
    yield* pieces
  }
  try {
    while (head.length < pieceBytes && !decidableStart.test(head.toString())) {
      const next = await pieces.next()
      if (next.done) break
      head = Buffer.concat([head, next.value])
    }
    yield* arrayStart.test(head.toString()) ? itemLines(all(), options) : all()
  } finally {
    await pieces.return(undefined)
  }
}

/**
 * Yields the items of a JSON array as lines, in blocks, while the array arrives: parsing millions together would
 * exhaust memory.
 * @param pieces an array, from its bracket; small, because this yields to other work only between them
 * @throws ApiError invalid_request if the array is invalid JSON or has too many items
 */
async function* itemLines(
  pieces: AsyncIterable<Buffer>,
  { name, maxItems = Number.POSITIVE_INFINITY }: ItemOptions,
): AsyncGenerator<Buffer> {
  const invalid = () => invalidRequest(`${name}: the JSON array is invalid; send valid JSON, or one line per request`)
  let depth = -1
  let isText = false
  let isEscaped = false
  let items = 0
  let held: Buffer[] = []
  let heldBytes = 0
  let lines = ''
  let isEnded = false

  function hold(part: Buffer): void {
    if (heldBytes <= maxItemBytes) held.push(part)
    heldBytes += part.length
  }

  function endItem(isLast: boolean): void {
    const item = heldBytes > maxItemBytes ? undefined : Buffer.concat(held).toString()
    held = []
    heldBytes = 0
    if (isLast && items === 0 && item?.trim() === '') return
    items += 1
    if (items > maxItems) throw invalidRequest(`${name}: has more than ${maxItems} items; send several batches`)
    lines += `${item === undefined ? ' '.repeat(maxLineBytes + 1) : compact(item, invalid)}\n`
  }

  for await (const piece of pieces) {
    let start = 0
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number
      if (isEnded) {
        if (!whitespace.has(byte)) throw invalid()
      } else if (isEscaped) isEscaped = false
      else if (isText) {
        if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (depth === 0 && (byte === comma || byte === closeList)) {
        hold(piece.subarray(start, at))
        start = at + 1
        isEnded = byte === closeList
        endItem(isEnded)
      } else if (byte === openList || byte === openObject) {
        depth += 1
        if (depth === 0) start = at + 1
      } else if (byte === closeList || byte === closeObject) {
        if (depth === 0) throw invalid()
        depth -= 1
      }
    }
    if (!isEnded) hold(piece.subarray(start))
    if (lines.length < pieceBytes) continue
    yield Buffer.from(lines)
    lines = ''
  }
  if (!isEnded) throw invalid()
  yield Buffer.from(lines)
}

function compact(item: string, invalid: () => Error): string {
  if (item.length > pieceBytes && findJsonExcess(item) !== undefined) throw invalid()
  try {
    return JSON.stringify(JSON.parse(item))
  } catch {
    throw invalid()
  }
}
