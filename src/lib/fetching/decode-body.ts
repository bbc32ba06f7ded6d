import { PassThrough, pipeline, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { errorCode, FetchProblem } from './fetch-problem.ts'

type Bytes = AsyncIterable<Buffer>

/** Why a body is not whole: it is larger than the limit, it stops in the middle, or its encoding breaks in it. */
export type Truncation = 'too_large' | 'closed_early' | 'broken_encoding'

export interface DecodedBody {
  /** At most `maxBytes`; of a body that is cut off, what came first. */
  body: Buffer
  truncated: Truncation | false
  /** Bytes of the body as they came over the network. */
  encodedBytes: number
}

/** Nobody has a reason for more than one; a few are read, each of which is limited by itself. */
const maxEncodings = 3
/** How much larger than its content an encoded body may be: headers of gzip, bodies that do not compress. */
const overheadBytes = 64 * 1024
const chunkSize = 64 * 1024
/** What a decoder may be ahead of its reader. */
const heldBytes = 1024 * 1024

/** Decoders by the name of the content coding (RFC 9110, 8.4.1), made on seeing the first bytes. */
const decoders: Record<string, (start: Buffer) => Transform> = {
  gzip: () => createGunzip({ chunkSize }),
  deflate: (start) => (hasZlibHeader(start) ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })),
  br: () => createBrotliDecompress({ chunkSize }),
  // A window of 8 MB is all that a web client needs to take (RFC 9659); zstd itself would reserve 128 MB.
  zstd: () => createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** The codings that are asked for. */
export const acceptedEncodings = Object.keys(decoders).join(', ')

/** RFC 9110 has deflate in zlib’s wrapping; some servers send it bare, and every browser takes both. */
function hasZlibHeader(start: Buffer): boolean {
  const [method = 0, flags = 0] = start
  return (method & 0x0f) === 8 && (start.length === 1 || ((method << 8) | flags) % 31 === 0)
}

/** The state that the stages of one body share. */
interface Reading {
  maxBytes: number
  truncated: Truncation | false
  encodedBytes: number
  /** A fault of the connection; it passes through the decoders, which must not be blamed for it. */
  failure: unknown
}

/**
 * Reads a body and undoes its content encoding, within limits: no stage takes in or gives out more than `maxBytes` and
 * 64 KiB, so that neither a bomb nor a body of empty blocks costs more than an honest one of that size.
 * @param contentEncoding the header; names that are no known coding are passed over, as browsers do
 * @throws FetchProblem `undecodable` where nothing could be decoded; or what `source` throws, unless it ended too early
 */
export async function decodeBody(
  source: Bytes,
  contentEncoding: string,
  maxBytes: number,
): Promise<DecodedBody> {
  const reading: Reading = { maxBytes, truncated: false, encodedBytes: 0, failure: undefined }
  const body = await collect(decodeAll(source, codingsOf(contentEncoding), reading), reading)
  return { body, truncated: reading.truncated, encodedBytes: reading.encodedBytes }
}

/** The codings in the order in which they were applied. */
function codingsOf(contentEncoding: string): string[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-gzip$/, 'gzip'))
  const codings = names.filter((name) => Object.hasOwn(decoders, name))
  if (codings.length > maxEncodings) {
    throw new FetchProblem('undecodable', `the body is encoded ${codings.length} times over`)
  }
  return codings
}

function decodeAll(source: Bytes, codings: string[], reading: Reading): Bytes {
  const received = receive(source, reading, codings.length > 0)
  return codings.reduceRight<Bytes>((bytes, coding, index) => {
    const decoded = decode(bytes, coding, reading)
    return index === 0 ? decoded : limited(decoded, reading)
  }, received)
}

async function collect(bytes: Bytes, reading: Reading): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    const room = reading.maxBytes - length
    chunks.push(chunk.subarray(0, room))
    length += Math.min(chunk.length, room)
    if (chunk.length > room) {
      reading.truncated = 'too_large'
      break
    }
  }
  return Buffer.concat(chunks, length)
}

async function* receive(source: Bytes, reading: Reading, isEncoded: boolean): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      reading.encodedBytes += chunk.length
      yield chunk
    }
  }
  try {
    yield* isEncoded ? limited(counted(), reading) : counted()
  } catch (error) {
    if (!isEarlyEnd(error)) {
      reading.failure = error
      throw error
    }
    reading.truncated = 'closed_early'
  }
}

/** Whether a connection ended in the middle of a body, which leaves its beginning to be read. */
function isEarlyEnd(error: unknown): boolean {
  const early = ['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ECONNRESET', 'EPIPE']
  return early.includes(errorCode(error))
}

async function* limited(bytes: Bytes, reading: Reading): AsyncGenerator<Buffer> {
  let left = reading.maxBytes + overheadBytes
  for await (const chunk of bytes) {
    left -= chunk.length
    if (left < 0) {
      reading.truncated = 'too_large'
      return
    }
    yield chunk
  }
}

async function* decode(bytes: Bytes, coding: string, reading: Reading): AsyncGenerator<Buffer> {
  const chunks = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  // No bytes at all, as after HEAD or with 304, is an empty body in any encoding.
  if (first.done === true) return
  const start = first.value
  async function* whole(): AsyncGenerator<Buffer> {
    yield start
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  const decoder = decoders[coding]?.(start)
  if (decoder === undefined) return
  let fault: unknown
  // A decoder that fails drops what it has made so far; what has left it stays.
  const decoded = new PassThrough({ highWaterMark: heldBytes })
  decoder.pipe(decoded, { end: false })
  const end = (error?: unknown) => {
    fault ??= error
    decoded.end()
  }
  // Its own events, as the pipeline may be over before the decoder has found that its input ends too early.
  decoder.once('error', end).once('end', () => end())
  pipeline(whole(), decoder, (error) => {
    if (error) end(error)
  })
  let decodedBytes = 0
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      decodedBytes += chunk.length
      yield chunk
    }
  } finally {
    decoder.destroy()
  }
  if (fault) judge(fault, coding, decodedBytes, reading)
}

/** What it means for a body that its decoder failed after so many bytes. */
function judge(fault: unknown, coding: string, decodedBytes: number, reading: Reading): void {
  if (reading.failure !== undefined) throw reading.failure
  if (fault instanceof FetchProblem) throw fault
  const isCutOff = errorCode(fault) === 'Z_BUF_ERROR'
  if (decodedBytes === 0 && !isCutOff) {
    throw new FetchProblem('undecodable', `the body is not ${coding} as its header says`, { cause: fault })
  }
  reading.truncated ||= isCutOff ? 'closed_early' : 'broken_encoding'
}
