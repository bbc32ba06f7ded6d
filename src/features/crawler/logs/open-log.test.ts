import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longTest } from '../../../testing/forms.ts'
import { maxLineBytes } from './line-splitter.ts'
import { openLog } from './open-log.ts'

async function linesOf(source: string | Readable): Promise<string[]> {
  const lines: string[] = []
  for await (const buffer of openLog(source)) lines.push(...buffer.toString('latin1').split(/(?<=\n)/))
  return lines
}

const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
    { objectMode: true },
  )

const text = Buffer.from(Array.from({ length: 2000 }, (_, index) => `${index} ${'é'.repeat(index % 97)}\n`).join(''))
const lines = text.toString('latin1').split(/(?<=\n)/)

const packings: [string, (bytes: Buffer) => Buffer][] = [
  ['plain', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes)],
  [
    'gzip of several members',
    (bytes) => Buffer.concat([bytes.subarray(0, 1000), bytes.subarray(1000)].map((part) => gzipSync(part))),
  ],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
  [
    'zstd of several frames',
    (bytes) => Buffer.concat([bytes.subarray(0, 999), bytes.subarray(999)].map((part) => zstdCompressSync(part))),
  ],
]

describe.each(packings)('%s', (_, pack) => {
  it('yields the same lines for any chunk size', async () => {
    const packed = pack(text)
    for (const size of [1, 7, 4096, packed.length]) expect(await linesOf(inPieces(packed, size))).toEqual(lines)
  })

  it('accepts an empty log, a missing last newline and a byte order mark', async () => {
    expect(await linesOf(inPieces(pack(Buffer.alloc(0)), 10))).toEqual([])
    expect(await linesOf(inPieces(pack(Buffer.from('a\r\nb')), 3))).toEqual(['a\r\n', 'b'])
    expect(await linesOf(inPieces(pack(Buffer.from('\ufeffa\n\ufeffb\n')), 1))).toEqual([
      'a\n',
      '\u00ef\u00bb\u00bfb\n',
    ])
  })

  it('reads from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'logs-'))
    try {
      await writeFile(join(folder, 'access.log'), pack(text))
      expect(await linesOf(join(folder, 'access.log'))).toEqual(lines)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

it('splits a log only at line ends', async () => {
  const bytes = fc
    .uint8Array({ maxLength: 200 })
    .map((array) => Buffer.from(array.map((byte) => (byte < 64 ? 10 : byte))))
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), async (log, size) => {
      const buffers: Buffer[] = []
      for await (const buffer of openLog(inPieces(Buffer.concat([Buffer.from('a'), log]), size))) buffers.push(buffer)
      expect(Buffer.concat(buffers)).toEqual(Buffer.concat([Buffer.from('a'), log]))
      for (const buffer of buffers.slice(0, -1)) expect(buffer.at(-1)).toBe(10)
    }),
  )
})

longTest('buffers an endless line only until it is too long', async () => {
  async function* endless() {
    yield Buffer.from('before\n')
    for (let count = 0; count < 2000; count += 1) yield Buffer.alloc(100_000)
    yield Buffer.from('\nafter\n')
  }
  const found = await linesOf(Readable.from(endless(), { objectMode: true }))
  expect(found.map(({ length }) => length)).toEqual([7, expect.any(Number), 6])
  expect(found[1]?.length).toBeGreaterThan(maxLineBytes)
  expect(found[1]?.length).toBeLessThan(maxLineBytes * 3)
})

describe('an unreadable log', () => {
  const noise = Buffer.from(randomBytes(300_000).toString('hex').replaceAll('0', '\n'))

  it.each([
    ['gzip', gzipSync(noise)],
    ['zstd', zstdCompressSync(noise)],
  ])('yields the whole lines before the truncation (%s)', async (name, packed) => {
    const found: Buffer[] = []
    const reading = (async () => {
      for await (const buffer of openLog(inPieces(packed.subarray(0, packed.length - 20_000), 5000))) found.push(buffer)
    })()
    await expect(reading).rejects.toMatchObject({
      code: 'invalid_request',
      message: `file: the ${name} data is cut off; send the whole file`,
    })
    const read = Buffer.concat(found)
    expect(read.length).toBeGreaterThan(200_000)
    expect(read.equals(noise.subarray(0, read.length))).toBe(true)
    expect(read.at(-1)).toBe(10)
  })

  it.each([
    ['gzip', gzipSync(noise)],
    ['zstd', zstdCompressSync(noise, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
  ])('fails as damaged (%s)', async (name, packed) => {
    packed.fill(0x55, 1000, 3000)
    await expect(linesOf(inPieces(packed, 5000))).rejects.toMatchObject({
      code: 'invalid_request',
      message: `file: the ${name} data is damaged; pack the file again`,
    })
  })

  it.each([
    ['bzip2', Buffer.from('BZh91AY&SY')],
    ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00])],
    ['zip', Buffer.from('PK\u0003\u0004.....')],
    ['UTF-16', Buffer.from('\ufeff192.0.2.7 - -', 'utf16le')],
  ])('fails with the name of the format: %s', async (name, bytes) => {
    await expect(linesOf(inPieces(bytes, 2))).rejects.toThrow(`file: ${name} is not supported`)
  })

  it('fails with the error of its source', async () => {
    await expect(linesOf(join(tmpdir(), 'there', 'is', 'no', 'such.log'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    async function* failing() {
      yield gzipSync(noise).subarray(0, 5000)
      throw new Error('the disk is gone')
    }
    await expect(linesOf(Readable.from(failing(), { objectMode: true }))).rejects.toThrow('the disk is gone')
  })
})

it('releases its source if the reader stops early', async () => {
  for (const [, pack] of packings) {
    const source = new Readable({ read() {} })
    source.push(pack(text))
    for await (const _ of openLog(source)) break
    expect(source.destroyed).toBe(true)
  }
})

describe('a JSON array', () => {
  const records = Array.from({ length: 300 }, (_, at) => ({ at, text: `"[{,]}\\ é\n${'x'.repeat(at)}` }))
  const compact = records.map((record) => `${JSON.stringify(record)}\n`)
  const utf8Lines = async (source: Readable) => Buffer.from((await linesOf(source)).join(''), 'latin1').toString()

  it('has one line per item, however it is formatted and arrives', async () => {
    for (const array of [
      JSON.stringify(records),
      `\ufeff \n${JSON.stringify(records, null, 2)}\n`,
      `[\n${compact.join(',')}]`,
    ])
      for (const size of [1, 7, 65_536])
        expect(await utf8Lines(inPieces(Buffer.from(array), size))).toBe(compact.join(''))
  })

  it('is rejected where it becomes invalid, after the items before', async () => {
    for (const broken of ['{"a":1}', '{"a":1},', '{"a":1},x]', '{"a":1}] x', '}[1]']) {
      const found: string[] = []
      const reading = (async () => {
        const text = `[${compact.join(',')},${broken}`
        for await (const part of openLog(inPieces(Buffer.from(text), 1000))) found.push(part.toString())
      })()
      await expect(reading).rejects.toThrow('file: the JSON array is invalid')
    }
  })

  it('can have an item of any length, which becomes a line that is too long', async () => {
    const long = JSON.stringify(['a', 'x'.repeat(3_000_000), 'b'])
    const [first, second = '', third] = await linesOf(inPieces(Buffer.from(long), 65_536))
    expect([first, third]).toEqual(['"a"\n', '"b"\n'])
    expect(second.length).toBeGreaterThan(maxLineBytes)
    expect(second.length).toBeLessThan(70_000)
  })

  it('differs from lines that begin with a time or a level in brackets', async () => {
    const lines = ['[2016-04-15T20:17:00.310Z] "GET / HTTP/2" 200\n', '[error] x\n']
    for (const line of lines) expect((await linesOf(inPieces(Buffer.from(`${line}b`), 3))).length).toBe(2)
  })
})
