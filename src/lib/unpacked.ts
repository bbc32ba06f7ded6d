import { pipeline, type Readable, type Transform } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { invalidRequest } from './errors.ts'

/** Limits on unpacked data, relative to the bytes sent so far. */
export interface UnpackLimits {
  maxBytes: number
  /** Unpacked bytes allowed for any file, and additional bytes per byte sent. */
  freeBytes: number
  maxRatio: number
  /** Lines allowed for any file, including blank ones, and additional lines per byte sent. */
  freeLines: number
  linesPerByte: number
}

/**
 * Limits of imports. Real answers unpack to 3 to 6 times their size, access logs to 10 to 30 times with at
 * least 7 bytes sent for each line. A bomb unpacks to 1,000 times its size.
 */
export const importLimits: UnpackLimits = {
  maxBytes: 1_000_000_000_000,
  freeBytes: 64_000_000,
  maxRatio: 50,
  freeLines: 200_000,
  linesPerByte: 1 / 7,
}

/** For backups, messages between processes, and logs that the operator follows. */
export const unlimited: UnpackLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  freeBytes: Number.POSITIVE_INFINITY,
  maxRatio: 1,
  freeLines: Number.POSITIVE_INFINITY,
  linesPerByte: 1,
}

export interface UnpackOptions {
  /** The name of the data in error messages. Defaults to `file`. */
  name?: string
  /** Defaults to `importLimits`. */
  limits?: UnpackLimits | undefined
  /** Checked at least every 64 kB, sent and unpacked. */
  signal?: AbortSignal | undefined
  /** Counts the bytes sent, if the caller needs them. */
  sent?: { bytes: number }
}

/** Maximum bytes per piece. Yields to other work after each piece. */
export const pieceBytes = 65_536

const newline = 10

interface Packing {
  name: string
  magic: readonly number[]
  /** Undefined for formats that Sightline does not read. */
  unpack?: () => Transform
}

/** File formats by their first bytes. gzip and zstd files may have several members or frames. */
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

const packingOf = (head: Buffer) => packings.find(({ magic }) => magic.every((byte, index) => head[index] === byte))

/**
 * Reads a plain, gzip or zstd file (detected by its first bytes) in pieces of at most `pieceBytes`.
 * @throws ApiError invalid_request for damaged, incomplete, unsupported or too much data; signal reasons
 */
export async function* unpacked(file: Readable, options: UnpackOptions = {}): AsyncGenerator<Buffer> {
  const { name = 'file', limits = importLimits, signal, sent = { bytes: 0 } } = options
  const check = createCheck(limits, sent)
  try {
    for await (const piece of inPieces(await content(counted(file, sent, signal)), signal)) {
      check(piece)
      yield piece
    }
  } catch (error) {
    throw error instanceof BadData ? invalidRequest(`${name}: ${error.message}`) : error
  } finally {
    // Returning from the iterator would wait for the next piece, which can take long.
    file.destroy()
  }
}

/** Cuts data into pieces, and yields to other work after each one. */
export async function* inPieces(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      signal?.throwIfAborted()
      const piece = chunk.subarray(start, start + pieceBytes)
      yield piece
      if (piece.length === pieceBytes) await nextTurn()
    }
}

/** Thrown for damaged, unsupported or excessive data. */
class BadData extends Error {}

/** @returns a function that counts a piece and throws once the limits are exceeded */
function createCheck(limits: UnpackLimits, sent: { bytes: number }): (piece: Buffer) => void {
  const { maxBytes, freeBytes, maxRatio, freeLines, linesPerByte } = limits
  let bytes = 0
  let lines = 0
  return (piece) => {
    bytes += piece.length
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) lines += 1
    if (bytes > maxBytes) throw new BadData(`unpacks to more than ${maxBytes} bytes; split it into smaller files`)
    if (bytes > freeBytes + maxRatio * sent.bytes)
      throw new BadData(`unpacks to more than ${maxRatio} times its size; send it unpacked`)
    if (lines > freeLines + linesPerByte * sent.bytes)
      throw new BadData(`has ${lines} lines in ${sent.bytes} bytes sent; remove blank lines, or send it unpacked`)
  }
}

async function* counted(
  file: Readable,
  sent: { bytes: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    // Some data unpacks to nothing, such as empty gzip members.
    signal?.throwIfAborted()
    sent.bytes += chunk.length
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
  }
}

async function content(chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  const { packing, all } = await withPacking(chunks)
  if (packing === undefined) return all
  const unpacking = packing.unpack?.() ?? unsupported(packing)
  const inner = await withPacking(unpack(packing.name, unpacking, all))
  if (inner.packing === undefined) return inner.all
  if (inner.packing.unpack === undefined) return unsupported(inner.packing)
  throw new BadData('packed twice; unpack it once before you send it')
}

function unsupported({ name }: Packing): never {
  throw new BadData(`${name} is not supported; send plain text, gzip or zstd`)
}

/** Detects the format by the first bytes, which a pipe can deliver one by one. */
async function withPacking(chunks: AsyncGenerator<Buffer>) {
  let head = Buffer.alloc(0)
  while (head.length < maxMagicLength) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield head
    yield* chunks
  }
  return { packing: packingOf(head), all: all() }
}

async function* unpack(name: string, unpacking: Transform, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // `unpacking` emits errors of the source too.
  pipeline(chunks, unpacking, () => {})
  try {
    yield* unpacking
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'Z_BUF_ERROR') throw new BadData(`the ${name} data is cut off; send the whole file`)
    throw /^(Z|ZSTD)_/.test(code) ? new BadData(`the ${name} data is damaged; pack the file again`) : error
  } finally {
    unpacking.destroy()
  }
}
