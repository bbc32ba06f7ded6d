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

/** Why a body is incomplete: it is larger than the limit, ends early, or its encoding breaks. */
export type Truncation = 'too_large' | 'closed_early' | 'broken_encoding'

export interface DecodedBody {
  /** At most `maxBytes`; the beginning if the body is truncated. */
  body: Buffer
  truncated: Truncation | false
  /** Bytes of the body received over the network. */
  encodedBytes: number
}

/** More than one encoding is rarely useful; each one is limited separately. */
const maxEncodings = 3
/** How much larger than its content an encoded body can be: gzip headers, incompressible bodies. */
const overheadBytes = 64 * 1024
const chunkSize = 64 * 1024
/** How far a decoder can be ahead of its reader. */
const maxBufferedBytes = 1024 * 1024

/** Decoders by content coding (RFC 9110, section 8.4.1), created when the first bytes arrive. */
const decoders: Record<string, (start: Buffer) => Transform> = {
  gzip: () => createGunzip({ chunkSize }),
  deflate: (start) => (hasZlibHeader(start) ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })),
  br: () => createBrotliDecompress({ chunkSize }),
  // Web clients only need to support a window of 8 MB (RFC 9659); zstd’s default would reserve 128 MB.
  zstd: () => createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
}

/** The value of `accept-encoding`. */
export const acceptedEncodings = Object.keys(decoders).join(', ')

/** RFC 9110 defines deflate with a zlib header; some servers omit it, and every browser accepts both. */
function hasZlibHeader(start: Buffer): boolean {
  const [method = 0, flags = 0] = start
  return (method & 0x0f) === 8 && (start.length === 1 || ((method << 8) | flags) % 31 === 0)
}

/** State shared by the stages of one body. */
interface Reading {
  maxBytes: number
  truncated: Truncation | false
  encodedBytes: number
  /** An error of the connection. It passes through the decoders, which did not cause it. */
  failure: unknown
}

/**
 * Reads and decodes a body within limits: no stage reads or writes more than `maxBytes` plus 64 KiB, so that
 * neither a compression bomb nor a body of empty blocks costs more than a normal body of that size.
 * @param contentEncoding the header; ignores unknown codings, as browsers do
 * @throws FetchProblem `undecodable` if nothing was decoded; errors of `source`, unless it ended early
 */
export async function decodeBody(source: Bytes, contentEncoding: string, maxBytes: number): Promise<DecodedBody> {
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
    throw new FetchProblem('undecodable', `the body has ${codings.length} content encodings`)
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

/** Whether a connection closed in the middle of a body, so that its beginning can still be used. */
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
  // No bytes at all, as after HEAD or with 304, are an empty body in any encoding.
  if (first.done === true) return
  const start = first.value
  async function* whole(): AsyncGenerator<Buffer> {
    yield start
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
  }
  const decoder = decoders[coding]?.(start)
  if (decoder === undefined) return
  let fault: unknown
  // A failing decoder drops its internal buffer; this stream keeps the output so far.
  const decoded = new PassThrough({ highWaterMark: maxBufferedBytes })
  decoder.pipe(decoded, { end: false })
  const end = (error?: unknown) => {
    fault ??= error
    decoded.end()
  }
  // Listens to the decoder itself: the pipeline can finish before the decoder detects truncated input.
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
  if (fault) handleFault(fault, coding, decodedBytes, reading)
}

/** Classifies a decoder failure by the number of decoded bytes. */
function handleFault(fault: unknown, coding: string, decodedBytes: number, reading: Reading): void {
  if (reading.failure !== undefined) throw reading.failure
  if (fault instanceof FetchProblem) throw fault
  const isCutOff = errorCode(fault) === 'Z_BUF_ERROR'
  if (decodedBytes === 0 && !isCutOff) {
    throw new FetchProblem('undecodable', `the body is not ${coding} as its header says`, { cause: fault })
  }
  reading.truncated ||= isCutOff ? 'closed_early' : 'broken_encoding'
}
