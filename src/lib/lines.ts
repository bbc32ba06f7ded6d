import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { invalidRequest } from './errors.ts'

/** A line, or why it could not be taken. */
export type Line = { number: number; text: string } | { number: number; problem: string }

const newline = 10
const gzipMagic = [0x1f, 0x8b]

/**
 * The lines of a file, plain or gzip (told by its first bytes), in flat memory. Blank lines are passed over; they
 * count in the numbers, which begin at 1.
 * @param maxBytes a longer line is reported as a problem and skipped, without holding it
 */
export async function* readLines(file: Readable, maxBytes: number): AsyncGenerator<Line> {
  let number = 0
  let held: Buffer[] = []
  let heldBytes = 0

  function finish(): Line | undefined {
    number += 1
    const tooLong = heldBytes > maxBytes
    const text = tooLong ? '' : decode(Buffer.concat(held), number === 1)
    held = []
    heldBytes = 0
    if (tooLong) return { number, problem: `the line is longer than ${maxBytes} bytes` }
    if (text === undefined) return { number, problem: 'the line is not UTF-8' }
    return text.trim() === '' ? undefined : { number, text }
  }

  for await (const chunk of await plain(file)) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(newline, start)
      const piece = chunk.subarray(start, end === -1 ? undefined : end)
      heldBytes += piece.length
      if (heldBytes <= maxBytes) held.push(piece)
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

async function plain(file: Readable): Promise<AsyncIterable<Buffer>> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head = Buffer.alloc(0)
  // A pipe may bring its first bytes one by one.
  while (head.length < gzipMagic.length) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield Buffer.from(next.value)
  }
  return gzipMagic.every((byte, index) => head[index] === byte) ? unzip(whole()) : whole()
}

/** @throws ApiError invalid_request where the data is broken or ends too early */
async function* unzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  feed(chunks, gunzip).catch((error) => gunzip.destroy(error as Error))
  try {
    yield* gunzip
  } catch (error) {
    const isBroken = (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true
    throw isBroken ? invalidRequest('the file is gzip data that is broken or cut off') : error
  }
}

async function feed(chunks: AsyncIterable<Buffer>, into: NodeJS.WritableStream): Promise<void> {
  for await (const chunk of chunks) {
    if (!into.write(chunk)) await new Promise((resolve) => into.once('drain', resolve))
  }
  into.end()
}
