import type { Readable } from 'node:stream'
import { importLimits, type UnpackLimits, unpacked } from './unpacked.ts'

/** A line, or why it could not be taken. */
export type Line = { number: number; text: string } | { number: number; problem: string }

export interface LineOptions {
  /** A longer line is reported as a problem and skipped, without holding it. */
  maxLineBytes: number
  /** Those of imports where not given. */
  limits?: UnpackLimits
  /** Looked at every 64 kB. */
  signal?: AbortSignal
}

const newline = 10
const carriageReturn = 13

/**
 * The lines of a file, plain, gzip or zstd (told by its first bytes), in flat memory. Blank lines are passed over; they
 * count in the numbers, which begin at 1.
 * @throws what `unpacked` throws
 */
export async function* readLines(file: Readable, options: LineOptions): AsyncGenerator<Line> {
  const { maxLineBytes, limits = importLimits, signal } = options
  let number = 0
  let held: Buffer[] = []
  let heldBytes = 0

  function finish(): Line | undefined {
    number += 1
    const tooLong = heldBytes > maxLineBytes
    const text = tooLong ? '' : decode(Buffer.concat(held), number === 1)
    held = []
    heldBytes = 0
    if (tooLong) return { number, problem: `the line is longer than ${maxLineBytes} bytes` }
    if (text === undefined) return { number, problem: 'the line is not UTF-8' }
    return text.trim() === '' ? undefined : { number, text }
  }

  for await (const chunk of unpacked(file, limits, signal)) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(newline, start)
      const isBlank = end === start || (end === start + 1 && chunk[start] === carriageReturn)
      if (isBlank && heldBytes === 0) {
        number += 1
        start = end + 1
        continue
      }
      const piece = chunk.subarray(start, end === -1 ? undefined : end)
      heldBytes += piece.length
      if (heldBytes <= maxLineBytes) held.push(piece)
      if (end === -1) break
      const line = finish()
      if (line !== undefined) yield line
      start = end + 1
    }
  }
  const line = heldBytes > 0 ? finish() : undefined
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
