import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalidRequest } from '../../../lib/errors.ts'
import { findJsonExcess } from '../../../lib/json-excess.ts'
import { inPieces, pieceBytes } from '../../../lib/unpacked.ts'
import { createLineSplitter } from './line-splitter.ts'

/** A batch has at most 64 MB, and a request at least 64 bytes. */
const maxItems = 1_000_000

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}')

/**
 * The lines of a batch from a log drain: as sent, or one line per item of a JSON array.
 * @param body decompressed
 * @throws ApiError invalid_request if the array is invalid JSON or has too many items
 */
export async function* batchLines(body: Buffer): AsyncGenerator<Buffer> {
  const isArray = /^\s*\[/.test(body.subarray(0, 1024).toString('latin1'))
  const splitter = createLineSplitter()
  for await (const piece of inPieces(isArray ? await itemLines(body) : [body])) yield* splitter.push(piece)
  yield* splitter.end()
}

/** Reads items one by one: parsing millions together would exhaust memory and block other requests. */
async function itemLines(body: Buffer): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let lines = ''
  let items = 0
  let start = body.indexOf('[') + 1
  for (let isLast = false; !isLast; items += 1) {
    const end = endOfItem(body, start)
    const item = body.toString('utf8', start, end)
    start = end + 1
    isLast = body[end] === closeList
    if (isLast && items === 0 && item.trim() === '') break
    if (items === maxItems)
      throw invalidRequest(`body: has more than ${maxItems} items; send several batches`)
    lines += `${compact(item)}\n`
    if (lines.length >= pieceBytes || isLast) {
      pieces.push(Buffer.from(lines))
      lines = ''
      await nextTurn()
    }
  }
  if (body.toString('utf8', start).trim() !== '') throw invalidArrayError()
  return pieces
}

const invalidArrayError = () =>
  invalidRequest('body: the JSON array is invalid; send valid JSON, or one line per request')

function compact(item: string): string {
  if (item.length > pieceBytes && findJsonExcess(item) !== undefined) throw invalidArrayError()
  try {
    return JSON.stringify(JSON.parse(item))
  } catch {
    throw invalidArrayError()
  }
}

/** The index of the comma or bracket after an item, or the end of the body. */
function endOfItem(body: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = endOfString(body, at)
    else if (byte === openList || byte === openObject) depth += 1
    else if (depth === 0 && (byte === comma || byte === closeList)) return at
    else if (byte === closeList || byte === closeObject) depth -= 1
  }
  throw invalidArrayError()
}

function endOfString(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at += 1) {
    if (body[at] === backslash) at += 1
    else if (body[at] === quote) return at
  }
  throw invalidArrayError()
}
