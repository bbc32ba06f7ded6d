import { createReadStream } from 'node:fs'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { invalidRequest } from '../../../lib/errors.ts'
import { createLineSplitter, pieceBytes } from './line-splitter.ts'

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

/**
 * The lines of a log, plain, gzip or zstd (told by its first bytes), in flat memory whatever its size and that of
 * its lines. Each buffer holds whole lines; only the file's last one may lack its end.
 * @param source a path, `-` for standard input, or a stream of buffers
 * @throws ApiError invalid_request where the data is broken, ends too early (after the whole lines before) or is
 * packed otherwise
 */
export async function* openLog(source: string | Readable): AsyncGenerator<Buffer> {
  const file = typeof source === 'string' ? openFile(source) : source
  const lines = createLineSplitter()
  for await (const piece of unpacked(file)) yield* lines.push(piece)
  yield* lines.end()
}

function openFile(path: string): Readable {
  return path === '-' ? process.stdin : createReadStream(path, { highWaterMark: pieceBytes })
}

async function* unpacked(file: Readable): AsyncGenerator<Buffer> {
  const pieces = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  try {
    let head = Buffer.alloc(0)
    // A pipe may bring its first bytes one by one.
    while (head.length < maxMagicLength) {
      const next = await pieces.next()
      if (next.done) break
      head = Buffer.concat([head, next.value])
    }
    const packing = packings.find(({ magic }) => magic.every((byte, index) => head[index] === byte))
    if (packing === undefined) return yield* whole(head, pieces)
    if (packing.unpack === undefined)
      throw invalidRequest(
        `the file is ${packing.name}, which is not read: give it as plain text, gzip or zstd`,
      )
    yield* unpack(packing.name, packing.unpack(), whole(head, pieces))
  } finally {
    // Not by returning from the iterator, which would wait for a piece that may be long in coming.
    file.destroy()
  }
}

async function* whole(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
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
  }
}
