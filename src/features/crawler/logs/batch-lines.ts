import { inPieces } from '../../../lib/unpacked.ts'
import { asLines } from './item-lines.ts'
import { createLineSplitter } from './line-splitter.ts'

/** A batch has at most 64 MB, and a request at least 64 bytes. */
const maxItems = 1_000_000

/**
 * The lines of a batch from a log drain: as sent, or one line per item of a JSON array.
 * @param body decompressed
 * @throws ApiError invalid_request if the array is invalid JSON or has too many items, before the first line
 */
export async function* batchLines(body: Buffer): AsyncGenerator<Buffer> {
  const splitter = createLineSplitter()
  const blocks: Buffer[] = []
  for await (const block of asLines(inPieces([body]), { name: 'body', maxItems })) blocks.push(block)
  for await (const piece of inPieces(blocks)) yield* splitter.push(piece)
  yield* splitter.end()
}
