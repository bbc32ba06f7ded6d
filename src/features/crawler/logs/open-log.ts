import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pieceBytes, type UnpackOptions, unpacked } from '../../../lib/unpacked.ts'
import { createLineSplitter } from './line-splitter.ts'

/**
 * The lines of a log, plain, gzip or zstd (told by its first bytes), in flat memory whatever its size and that of
 * its lines. Each buffer holds whole lines; only the file's last one may lack its end.
 * @param source a path, `-` for standard input, or a stream of buffers
 * @throws what `unpacked` throws, after the whole lines before
 */
export async function* openLog(
  source: string | Readable,
  options: UnpackOptions = {},
): AsyncGenerator<Buffer> {
  const file = typeof source === 'string' ? openFile(source) : source
  const lines = createLineSplitter()
  for await (const piece of unpacked(file, options)) yield* lines.push(piece)
  yield* lines.end()
}

function openFile(path: string): Readable {
  return path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceBytes })
}
