import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { importLimits, pieceBytes, type UnpackLimits, unpacked } from '../../../lib/unpacked.ts'
import { createLineSplitter } from './line-splitter.ts'

/** Logs repeat themselves, and their lines are short. */
export const logLimits: UnpackLimits = {
  ...importLimits,
  ratio: 100,
  floorLines: 1_000_000,
  bytesPerLine: 4,
}

export interface OpenLogOptions {
  limits?: UnpackLimits
  /** Looked at every 64 kB. */
  signal?: AbortSignal
}

/**
 * The lines of a log, plain, gzip or zstd (told by its first bytes), in flat memory whatever its size and that of
 * its lines. Each buffer holds whole lines; only the file's last one may lack its end.
 * @param source a path, `-` for standard input, or a stream of buffers
 * @throws what `unpacked` throws, after the whole lines before
 */
export async function* openLog(
  source: string | Readable,
  { limits = logLimits, signal }: OpenLogOptions = {},
): AsyncGenerator<Buffer> {
  const file = typeof source === 'string' ? openFile(source) : source
  const lines = createLineSplitter()
  for await (const piece of unpacked(file, limits, signal)) yield* lines.push(piece)
  yield* lines.end()
}

function openFile(path: string): Readable {
  return path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceBytes })
}
