import { pipeline, type Readable, type Transform } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { type ApiError, invalidRequest } from './errors.ts'

/** How far a file may unpack. What it may be at most grows with the bytes that were sent of it. */
export interface UnpackLimits {
  floorBytes: number
  /** Unpacked bytes for each byte that was sent. */
  ratio: number
  floorLines: number
  /** Bytes that have to be sent for each line beyond `floorLines`. */
  bytesPerLine: number
  maxBytes: number
}

/** For files that people upload or import. */
export const importLimits: UnpackLimits = {
  floorBytes: 64_000_000,
  ratio: 50,
  floorLines: 200_000,
  bytesPerLine: 16,
  maxBytes: 100_000_000_000,
}

/** For files of our own: backups, and streams that do not end. */
export const unlimited: UnpackLimits = {
  floorBytes: Number.POSITIVE_INFINITY,
  ratio: 1,
  floorLines: Number.POSITIVE_INFINITY,
  bytesPerLine: 1,
  maxBytes: Number.POSITIVE_INFINITY,
}

/** Bytes that are handed on at once; after each piece, others have their turn. */
export const pieceBytes = 65_536

const newline = 10

interface Packing {
  name: string
  magic: readonly number[]
  /** Undefined where it cannot be read. */
  unpack?: () => Transform
}

/** How files may be packed, by their first bytes. gzip and zstd may come in several members or frames. */
const packings: readonly Packing[] = [
  { name: 'gzip', magic: [0x1f, 0x8b], unpack: () => createGunzip({ chunkSize: pieceBytes }) },
  {
    name: 'zstd',
    magic: [0x28, 0xb5, 0x2f, 0xfd],
    unpack: () => createZstdDecompress({ chunkSize: pieceBytes }),
  },
  { name: 'bzip2', magic: [0x42, 0x5a, 0x68] },
  { name: 'xz', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'zip', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'Parquet', magic: [0x50, 0x41, 0x52, 0x31] },
  { name: 'UTF-16', magic: [0xff, 0xfe] },
  { name: 'UTF-16', magic: [0xfe, 0xff] },
]
const maxMagicLength = Math.max(...packings.map(({ magic }) => magic.length))

const packingOf = (head: Buffer) =>
  packings.find(({ magic }) => magic.every((byte, index) => head[index] === byte))

/**
 * The content of a file, plain, gzip or zstd (told by its first bytes), in pieces of at most `pieceBytes`.
 * @param signal looked at before each piece
 * @throws ApiError invalid_request where the data is broken, ends too early, is packed otherwise or twice, or unpacks to
 * more than the limits allow; the reason of the signal
 */
export async function* unpacked(
  file: Readable,
  limits: UnpackLimits,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const sent = { bytes: 0 }
  const bounds = createBounds(limits, sent)
  const { packing, pieces } = await withPacking(counted(file, sent))
  try {
    if (packing === undefined) return yield* bounded(pieces, bounds, signal)
    if (packing.unpack === undefined)
      throw invalidRequest(
        `the file is ${packing.name}, which is not read: give it as plain text, gzip or zstd`,
      )
    const content = await withPacking(unpack(packing.name, packing.unpack(), pieces))
    if (content.packing?.unpack !== undefined)
      throw invalidRequest('the file is packed twice: unpack it once before you send it')
    yield* bounded(content.pieces, bounds, signal)
  } finally {
    // Not by returning from the iterator, which would wait for a piece that may be long in coming.
    file.destroy()
  }
}

/** @returns what adds a piece to what has come so far, and throws where that is too much */
function createBounds(limits: UnpackLimits, sent: { bytes: number }): (piece: Buffer) => void {
  let bytes = 0
  let lines = 0
  return (piece) => {
    bytes += piece.length
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) lines += 1
    if (bytes > limits.maxBytes) throw tooMuch(`more than ${limits.maxBytes} bytes`)
    if (bytes > limits.floorBytes + limits.ratio * sent.bytes)
      throw tooMuch(`more than ${limits.ratio} times the bytes that were sent`)
    if (lines > limits.floorLines + sent.bytes / limits.bytesPerLine)
      throw tooMuch(`more than ${limits.floorLines} lines with fewer than ${limits.bytesPerLine} bytes each`)
  }
}

const tooMuch = (what: string): ApiError =>
  invalidRequest(`the file holds ${what}: send it unpacked, in parts, without blank lines`)

async function* bounded(
  pieces: AsyncIterable<Buffer>,
  count: (piece: Buffer) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of pieces) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      signal?.throwIfAborted()
      const piece = chunk.subarray(start, start + pieceBytes)
      count(piece)
      yield piece
      if (piece.length === pieceBytes) await nextTurn()
    }
  }
}

async function* counted(file: Readable, sent: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    sent.bytes += chunk.length
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
  }
}

/** Looks at the first bytes, which a pipe may bring one by one. */
async function withPacking(chunks: AsyncGenerator<Buffer>) {
  let head = Buffer.alloc(0)
  while (head.length < maxMagicLength) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* pieces(): AsyncGenerator<Buffer> {
    yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { packing: packingOf(head), pieces: pieces() }
}

async function* unpack(
  name: string,
  unpacking: Transform,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  // What fails before it fails in it too.
  pipeline(pieces, unpacking, () => {})
  try {
    yield* unpacking
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'Z_BUF_ERROR') throw invalidRequest(`the file is ${name} data that is cut off`)
    throw /^(Z|ZSTD)_/.test(code) ? invalidRequest(`the file is ${name} data that is broken`) : error
  } finally {
    unpacking.destroy()
  }
}
