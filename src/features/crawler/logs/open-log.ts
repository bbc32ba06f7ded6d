import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pieceBytes, type UnpackOptions, unpacked } from '../../../lib/unpacked.ts'
import { asLines } from './item-lines.ts'
import { createLineSplitter } from './line-splitter.ts'

/**
 * Yields the lines of a log, plain, gzip or zstd (detected by its first bytes), or the items of a JSON array, in
 * constant memory. Each buffer has whole lines; only the file's last line may lack its line end.
 * @param source a path, `-` for standard input, or a stream of buffers
 * @throws errors of `unpacked` and `asLines`, after yielding the lines before
 */
export async function* openLog(source: string | Readable, options: UnpackOptions = {}): AsyncGenerator<Buffer> {
  const file = typeof source === 'string' ? openFile(source) : source
  const lines = createLineSplitter()
  for await (const piece of asLines(unpacked(file, options), { name: 'file' })) yield* lines.push(piece)
  yield* lines.end()
}

function openFile(path: string): Readable {
  return path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceBytes })
}
