import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { importLimits, pieceBytes, type UnpackOptions, unlimited, unpacked } from './unpacked.ts'

const text = Buffer.from(Array.from({ length: 2000 }, (_, line) => `line ${line ** 3}\n`).join(''))
const packings = [
  ['gzip', (data: Buffer) => gzipSync(data)],
  ['zstd', (data: Buffer) => zstdCompressSync(data, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
] as const

function inPieces(data: Buffer, size: number): Readable {
  const count = Math.ceil(data.length / size)
  return Readable.from(Array.from({ length: count }, (_, at) => data.subarray(at * size, (at + 1) * size)))
}

async function read(file: Buffer | Readable, options: UnpackOptions = {}): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of unpacked(file instanceof Readable ? file : Readable.from([file]), options)) {
    expect(piece.length).toBeLessThanOrEqual(pieceBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const small = { ...importLimits, freeBytes: 1000, freeLines: 10, maxRatio: 5, linesPerByte: 0.1 }
const damaged = { ...small, freeBytes: 1_000_000, freeLines: 10_000 }

it('reads plain, gzip and zstd files in pieces of any size', async () => {
  const files = [text, ...packings.flatMap(([, pack]) => [pack(text), twice(pack)])]
  for (const [index, file] of files.entries())
    for (const size of [1, 4096, file.length]) {
      const expected = index === 2 || index === 4 ? Buffer.concat([text, text]) : text
      expect((await read(inPieces(file, size))).equals(expected)).toBe(true)
    }
  expect(await read(Buffer.alloc(0))).toHaveLength(0)

  function twice(pack: (data: Buffer) => Buffer): Buffer {
    return Buffer.concat([pack(text), pack(text)])
  }
})

describe.each(packings)('%s data', (name, pack) => {
  it.each([
    ['is truncated', () => pack(text).subarray(0, -20), `file: the ${name} data is cut off; send the whole file`],
    [
      'is damaged',
      () => Buffer.from(pack(text)).fill(0x55, 1000, 1500),
      `file: the ${name} data is damaged; pack the file again`,
    ],
    ['is packed twice', () => pack(gzipSync(text)), 'file: packed twice; unpack it once before you send it'],
    [
      'holds a zip file',
      () => pack(Buffer.from('PK\u0003\u0004 and more')),
      'file: zip is not supported; send plain text, gzip or zstd',
    ],
    [
      'unpacks to 1,000 times its size',
      () => pack(Buffer.alloc(100_000, 'x')),
      'file: unpacks to more than 5 times its size; send it unpacked',
    ],
  ])('that %s is rejected', async (what, make, message) => {
    const limits = what.startsWith('unpacks') ? small : damaged
    await expect(read(make(), { limits })).rejects.toMatchObject({ code: 'invalid_request', message })
  })

  it('may unpack at any ratio up to the free bytes, and beyond without limits', async () => {
    expect(await read(pack(Buffer.alloc(1000)), { limits: small })).toHaveLength(1000)
    const bomb = pack(Buffer.alloc(1_000_000, '\n'))
    expect(await read(bomb, { limits: unlimited })).toHaveLength(1_000_000)
  })
})

it.each(['bzip2', 'xz', 'zip', 'Parquet', 'UTF-16'])('rejects %s and names the format', async (name) => {
  const begins = {
    bzip2: 'BZh9',
    xz: '\u00fd7zXZ\0',
    zip: 'PK\u0003\u0004',
    Parquet: 'PAR1',
    'UTF-16': '\u00ff\u00feN\0',
  }
  const file = Buffer.from(begins[name as keyof typeof begins], 'latin1')
  await expect(read(file, { name: 'body' })).rejects.toThrow(
    `body: ${name} is not supported; send plain text, gzip or zstd`,
  )
})

it('limits the lines of a file by its size, plain or packed, and its bytes', async () => {
  expect(await read(Buffer.from('\n'.repeat(11)), { limits: small })).toHaveLength(11)
  const lines = /^file: has \d+ lines in \d+ bytes sent; remove blank lines, or send it unpacked$/
  await expect(read(Buffer.from('\n'.repeat(12)), { limits: small })).rejects.toThrow(lines)
  await expect(read(gzipSync('\n'.repeat(900)), { limits: small })).rejects.toThrow(lines)
  await expect(read(text, { limits: { ...importLimits, maxBytes: 100 } })).rejects.toThrow(
    'file: unpacks to more than 100 bytes; split it into smaller files',
  )
})

describe('an aborted signal stops reading', () => {
  const reason = new Error('the task was canceled')

  it.each([
    ['within 64 kB of unpacked data', gzipSync(randomBytes(2_000_000)), 1],
    ['while the data unpacks to nothing', Buffer.concat(Array(10_000).fill(gzipSync(''))), 0],
  ])('%s', async (_, file, piecesBefore) => {
    const controller = new AbortController()
    let sent = 0
    const source = Readable.from(
      (function* () {
        for (let at = 0; at < file.length; at += 1000) {
          if (piecesBefore === 0 && at === 100_000) controller.abort(reason)
          sent += 1
          yield file.subarray(at, at + 1000)
        }
      })(),
    )
    let pieces = 0
    const reading = async () => {
      for await (const _ of unpacked(source, { limits: unlimited, signal: controller.signal })) {
        pieces += 1
        if (pieces === piecesBefore) controller.abort(reason)
      }
    }
    await expect(reading()).rejects.toBe(reason)
    expect(pieces).toBe(piecesBefore)
    expect(sent).toBeLessThan(file.length / 1000)
    expect(source.destroyed).toBe(true)
  })
})

it('fails with the error of its source', async () => {
  async function* failing() {
    yield gzipSync(text).subarray(0, 5000)
    throw new Error('the disk is gone')
  }
  await expect(read(Readable.from(failing()))).rejects.toThrow('the disk is gone')
})
