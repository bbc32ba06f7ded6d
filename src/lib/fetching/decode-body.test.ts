import { hash } from 'node:crypto'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'

const encoders: Record<string, (content: Buffer) => Buffer> = {
  gzip: (content) => gzipSync(content),
  'x-gzip': (content) => gzipSync(content),
  deflate: (content) => deflateSync(content),
  br: (content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }),
  zstd: (content) => zstdCompressSync(content),
}

async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size)
}

async function* forever(piece: Buffer, start = Buffer.alloc(0)): AsyncGenerator<Buffer> {
  yield Buffer.concat([start, piece])
  for (;;) yield piece
}

const zeros = Buffer.alloc(20_000_000)
const limit = 1_000_000
/** Extra bytes that the decoder may read ahead, because it reads in pieces. */
const slack = 300_000

const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff])
const emptyZstdFrame = zstdCompressSync(Buffer.alloc(0))

test('decodes bodies with up to three encodings, in pieces of any size', async () => {
  const names = fc.array(fc.constantFrom(...Object.keys(encoders)), { maxLength: 3 })
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 3000 })
  await fc.assert(
    fc.asyncProperty(names, bytes, fc.integer({ min: 1, max: 500 }), async (codings, content, size) => {
      const encoded = codings.reduce<Buffer>((inner, name) => encoders[name]?.(inner) ?? inner, Buffer.from(content))
      const read = await decodeBody(inPieces(encoded, size), codings.join(', ').toUpperCase(), limit)
      expect(read).toEqual({
        body: Buffer.from(content),
        truncated: false,
        encodedBytes: encoded.length,
      })
    }),
    { numRuns: 150 },
  )
})

test('decodes raw deflate, like browsers', async () => {
  const encoded = deflateRawSync('some text')
  expect((await decodeBody(inPieces(encoded, 1), 'deflate', limit)).body.toString()).toBe('some text')
})

test('joins gzip members and keeps the decoded part if a later member is broken', async () => {
  const members = Buffer.concat([gzipSync('one '), gzipSync('two')])
  expect(await decodeBody(inPieces(members, 9), 'gzip', limit)).toMatchObject({
    body: Buffer.from('one two'),
    truncated: false,
  })
  const broken = Buffer.concat([members, gzipStart, Buffer.alloc(9, 0xff)])
  expect(await decodeBody(inPieces(broken, 9), 'gzip', limit)).toMatchObject({
    body: Buffer.from('one two'),
    truncated: 'broken_encoding',
  })
})

test.each(['', 'identity', 'none', 'utf-8', 'constructor', 'none,'])('ignores coding "%s"', async (name) => {
  const read = await decodeBody(inPieces(Buffer.from('plain'), 2), name, limit)
  expect(read).toEqual({ body: Buffer.from('plain'), truncated: false, encodedBytes: 5 })
})

test('decodes an empty body in every encoding', async () => {
  for (const name of ['', 'gzip', 'br, zstd', 'deflate, gzip']) {
    const read = await decodeBody(inPieces(Buffer.alloc(0), 1), name, limit)
    expect(read).toEqual({ body: Buffer.alloc(0), truncated: false, encodedBytes: 0 })
  }
})

test.each(Object.keys(encoders))('returns the decoded part of truncated %s', async (name) => {
  const content = Buffer.from(Array.from({ length: 10_000 }, (_, index) => hash('sha256', `${index}`)).join(''))
  const encoded = encoders[name]?.(content) ?? content
  const half = encoded.subarray(0, encoded.length >> 1)
  const read = await decodeBody(inPieces(half, 1000), name, limit)
  expect([read.truncated, read.encodedBytes]).toEqual(['closed_early', half.length])
  expect(content.subarray(0, read.body.length).equals(read.body)).toBe(true)
  expect(read.body.length).toBeGreaterThan(content.length / 4)
})

test.each(Object.keys(encoders))('rejects a body that is not %s', async (name) => {
  const nonsense = Buffer.from('\xff<html>not encoded at all, whatever the header may say</html>', 'latin1')
  await expect(decodeBody(inPieces(nonsense, 1000), name, limit)).rejects.toMatchObject({
    kind: 'undecodable',
    message: expect.stringMatching(/^the body is not (gzip|deflate|br|zstd) as its header says$/),
  })
})

test('rejects more than three encodings', async () => {
  const name = 'gzip, gzip, gzip, gzip'
  await expect(decodeBody(inPieces(Buffer.alloc(9), 9), name, limit)).rejects.toMatchObject({
    kind: 'undecodable',
    message: 'the body has 4 content encodings',
  })
})

test.each(Object.keys(encoders))('stops decoding a %s bomb at the limit', async (name) => {
  const bomb = encoders[name]?.(zeros) ?? zeros
  expect(bomb.length).toBeLessThan(zeros.length / 500)
  const read = await decodeBody(inPieces(bomb, 256), name, limit)
  expect([read.truncated, read.body.length]).toEqual(['too_large', limit])
})

test('stops decoding a nested bomb at the limit of either layer', async () => {
  const outer = await decodeBody(forever(gzipSync(gzipSync(zeros))), 'gzip, gzip', limit)
  expect([outer.truncated, outer.body.length]).toEqual(['too_large', limit])
  // Here the inner layer produces no bytes; the limit of the outer layer applies.
  const endless = forever(gzipSync(Buffer.alloc(1_000_000, emptyBlock)), gzipSync(gzipStart))
  const inner = await decodeBody(endless, 'gzip, gzip', limit)
  expect([inner.truncated, inner.body.length]).toEqual(['too_large', 0])
  expect(inner.encodedBytes).toBeLessThan(slack)
})

test.each([
  ['gzip', forever(Buffer.alloc(10_000, emptyBlock), gzipStart)],
  ['deflate', forever(Buffer.alloc(10_000, emptyBlock))],
  ['zstd', forever(Buffer.concat(Array.from({ length: 1000 }, () => emptyZstdFrame)))],
])('stops reading %s that never produces a byte', async (name, source) => {
  const read = await decodeBody(source, name, limit)
  expect([read.truncated, read.body.length]).toEqual(['too_large', 0])
  expect(read.encodedBytes).toBeLessThan(limit + slack)
})

test('rejects zstd windows larger than HTTP allows before allocating memory', async () => {
  const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 }
  const encoded = zstdCompressSync(zeros, { params })
  await expect(decodeBody(inPieces(encoded, 1000), 'zstd', limit)).rejects.toMatchObject({
    kind: 'undecodable',
  })
})

test('throws errors of the source unchanged', async () => {
  const fault = new Error('the network is down')
  async function* failing(): AsyncGenerator<Buffer> {
    yield gzipSync('some text').subarray(0, 15)
    throw fault
  }
  await expect(decodeBody(failing(), 'gzip', limit)).rejects.toBe(fault)
  await expect(decodeBody(failing(), '', limit)).rejects.toBe(fault)
})

test.each(['gzip', 'br', 'zstd', 'deflate'])(
  'reports truncated %s, even if it arrives in one piece',
  async (coding) => {
    const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => `line ${index * 7919}\n`).join(''))
    const packed = encoders[coding]?.(content) as Buffer
    const read = async (cut: number) =>
      (await decodeBody(inPieces(packed.subarray(0, cut), cut), coding, 1_000_000)).truncated
    expect(await read(packed.length)).toBe(false)
    expect(await read(packed.length - 1)).toBe('closed_early')
    expect(await read(packed.length >> 1)).toBe('closed_early')
  },
)
