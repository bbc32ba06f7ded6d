import { gzipSync, zstdCompressSync } from 'node:zlib'

/** The lines of one kind of import. */
export interface LineKind {
  /** A valid line, different for each number. */
  good(number: number): Record<string, unknown>
  /** Name of a text field; `list` names a field that could contain a list. */
  text: string
  list: string
  /** Whether a line with an unknown field is rejected. */
  isStrict: boolean
}

export interface HostileFile {
  shape: string
  bytes: Buffer
  /** Number of valid lines. Undefined if the import may reject the whole file. */
  good?: number | undefined
}

type Shape = (size: number) => Buffer | string

const repeat = (part: string | Buffer, size: number) =>
  Buffer.alloc(Math.max(1, Math.floor(size / Buffer.byteLength(part))) * Buffer.byteLength(part), part)

/** Members or frames of about 4 MB each until the file has `size` bytes: 1,000 times as much unpacked. */
function bomb(pack: (data: Buffer) => Buffer, part: string, size: number): Buffer {
  const unpackedBytes = Math.min(4_000_000, size * 1000)
  const member = pack(repeat(part, unpackedBytes))
  const members = Math.min(size / member.length, (size * 1000) / unpackedBytes)
  return repeat(member, Math.max(1, Math.floor(members)) * member.length)
}

/** Random bytes, repeatable by seed (xorshift). */
function randomBytes(seed: number, size: number): Buffer {
  let state = seed | 1
  return Buffer.from(
    Array.from({ length: size }, () => {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      return state & 255
    }),
  )
}

/**
 * Files that cost much work, memory or time, or break line readers, for one kind of import.
 * @param size approximate bytes sent of each; compressed ones expand up to 1,000 times
 */
export function* hostileFiles(kind: LineKind, size: number, seed: number): Generator<HostileFile> {
  const line = JSON.stringify(kind.good(0))
  const lineWith = (field: string, json: string) => `${line.slice(0, -1)},${JSON.stringify(field)}:${json}}`
  const within = (open: string, close: string, middle = '') =>
    `${repeat(open, size / 2)}${middle}${repeat(close, size / 2)}`
  const deep = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
  const random = randomBytes(seed, Math.min(size, 200_000))
  const distinct = Math.max(2, Math.min(2000, Math.floor(size / line.length)))

  const none: Record<string, Shape> = {
    'one newline': () => '\n',
    'blank lines of spaces': (size) => repeat(' \n', Math.min(size, 500_000)),
    'NUL bytes': (size) => repeat('\0', size),
    'lines of NUL bytes': (size) => repeat('\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\n', Math.min(size, 500_000)),
    'a byte order mark': () => '\ufeff',
    'byte order marks': (size) => repeat('\ufeff', size),
    'one line of letters': (size) => repeat('a', size),
    'one line of spaces': (size) => repeat(' ', size),
    'one line of carriage returns': (size) => repeat('\r', size),
    'one line of U+2028': (size) => repeat('\u2028', size),
    'a quote that never ends': (size) => `"${repeat('a', size)}`,
    'a CSV quote that never ends': (size) => `name,value\n"${repeat('a,""b', size)}`,
    'CSV lines': (size) => repeat('one,"two, ""three""",4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20\n', size),
    'escapes that never end': (size) => `{"${kind.text}":"${repeat('\\', size)}`,
    'deep lists': () => within('[', ']'),
    'deep lists without an end': (size) => repeat('[', size),
    'deep objects': () => within('{"a":', '}', '1'),
    'a wide list': (size) => `[${repeat('1,', size)}1]`,
    'a list of objects': (size) => `[${repeat('{},', size)}{}]`,
    'a list of lines': () => `[${repeat(`${line},`, size)}${line}]`,
    'fields that are numbers': (size) => `{${Array.from({ length: size / 12 }, (_, n) => `"${n}":1`).join(',')}}`,
    'two objects in a line': () => `${line}${line}`,
    'an object over several lines': () => JSON.stringify(kind.good(0), null, 2).replaceAll(/[{}]/g, '[$&'),
    'a trailing comma': () => `${line.slice(0, -1)},}`,
    'a comment in a line': () => `${line.slice(0, -1)}/* */}`,
    'single quotes': () => line.replaceAll('"', "'"),
    'lines that end with carriage returns': () => `${line}\r${line}`,
    'an unfinished line': () => line.slice(0, -1),
    'overlong UTF-8': () => Buffer.concat([Buffer.from([0xc0, 0xaf]), Buffer.from(line)]),
  }
  const fields: Record<string, Shape> = {
    'deep lists in an unknown field': () => lineWith('other', within('[', ']')),
    'many unknown fields': (size) =>
      lineWith('x', `1${Array.from({ length: size / 12 }, (_, n) => `,"k${n}":1`).join('')}`),
    'an unknown field with a long name': (size) => lineWith('x'.repeat(Math.min(size, 90_000)), '1'),
    'a long number': (size) => lineWith(kind.text, `1${repeat('0', size)}`),
    'a text of escapes': (size) => lineWith(kind.text, `"${repeat('\\u0041\\ud800', Math.max(size, 50_000))}"`),
    'a list of numbers for a list': (size) => lineWith(kind.list, `[${repeat('1,', Math.min(size, 3_000_000))}1]`),
    'a list of lists for a list': (size) => lineWith(kind.list, `[${repeat('[[]],', Math.min(size, 3_000_000))}[]]`),
    'objects for a list': (size) => lineWith(kind.list, `{"a":[${repeat('{},', size)}1]}`),
    'NaN and Infinity': () => lineWith(kind.text, 'NaN'),
    'bytes that are not UTF-8': () => Buffer.from(`${line.slice(0, -2)}\u00e9"}`, 'latin1'),
  }
  for (const short of ['{}', '[]', '1', 'x', 'null', '"']) {
    none[`short lines: ${short}`] = (size) => repeat(`${short}\n`, size)
    none[`lines of 100 bytes: ${short}`] = (size) => repeat(`${short}${' '.repeat(99 - short.length)}\n`, size)
  }
  const some: Record<string, [number, Shape]> = {
    'good lines among blank ones': [2, () => `\n\r\n \n${line}\r\n\n${JSON.stringify(kind.good(1))}`],
    'a byte order mark before a line': [1, () => `\ufeff${line}`],
    'good lines after broken ones': [1, () => `${'{"a\n'.repeat(100)}${line}`],
    'a good line after a long one': [1, (size) => `${repeat('a', size)}\n${line}`],
    'a good line after NUL bytes': [1, () => `\0\n\0${line}\n${line}`],
    'a good line with trailing spaces': [1, () => `${line}${' '.repeat(1000)}`],
    'different good lines': [
      distinct,
      () => Array.from({ length: distinct }, (_, n) => JSON.stringify(kind.good(n))).join('\n'),
    ],
  }
  const free: Record<string, Shape> = {
    nothing: () => '',
    'blank lines': (size) => repeat('\n', size),
    'blank lines with CRLF': (size) => repeat('\r\n', size),
    'lines of 64 spaces': (size) => repeat(`${' '.repeat(64)}\n`, size),
    'the same good line': (size) => repeat(`${line}\n`, size),
    'a field named __proto__': () => `{"__proto__":{"a":1},"constructor":1,${line.slice(1)}`,
    'a field many times': (size) => `{${repeat(`"${kind.text}":"a",`, size)}${line.slice(1)}`,
    'deep lists in a list': () => lineWith(kind.list, deep(5000)),
    'random bytes': () => random,
    'random bytes and newlines': () => Buffer.from(random.map((byte) => (byte < 8 ? 10 : byte))),
  }
  const bad: Record<string, Shape> = {
    'gzip with an endless name': (size) =>
      Buffer.concat([Buffer.from([31, 139, 8, 8, 0, 0, 0, 0, 0, 3]), repeat('a', size)]),
    'gzip with only a header': () => Buffer.from([31, 139, 8, 0, 0, 0, 0, 0, 0, 3]),
    'zstd with only its magic number': () => Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    'a zip file': (size) => Buffer.concat([Buffer.from('PK\u0003\u0004'), repeat('a', size)]),
    'a bzip2 file': () => 'BZh91AY&SY',
    'an xz file': () => Buffer.from('fd377a585a000004', 'hex'),
    'a Parquet file': () => 'PAR1\u0015\u0004',
    'UTF-16': () => Buffer.from(`\ufeff${line}`, 'utf16le'),
    'UTF-16, big-endian': () => Buffer.from(`\ufeff${line}`, 'utf16le').swap16(),
  }
  const packings = {
    gzip: (data: Buffer) => gzipSync(data, { level: 9 }),
    zstd: (data: Buffer) => zstdCompressSync(data),
  }
  for (const [name, pack] of Object.entries(packings)) {
    bad[`${name} in ${name}`] = () => pack(pack(Buffer.from(line)))
    bad[`gzip of zeros in ${name}`] = (size) => pack(bomb(packings.gzip, '\0', size))
    bad[`${name} truncated`] = () => pack(random).subarray(0, -10)
    bad[`${name} damaged`] = () => Buffer.concat([pack(random).subarray(0, 100), Buffer.alloc(1000, 0x55)])
    free[`${name}: bytes after its end`] = () => Buffer.concat([pack(Buffer.from(line)), Buffer.from('garbage')])
    free[`${name}: empty members`] = (size) => repeat(pack(Buffer.alloc(0)), size)
    free[`${name}: a line in one member`] = () => pack(Buffer.from(line))
    for (const [of, part] of Object.entries({
      'blank lines': '\n',
      'NUL bytes': '\0',
      letters: 'a',
      'lines of spaces': `${' '.repeat(999)}\n`,
      'the same good line': `${line}\n`,
      'lines of objects': `{"a":[${'{},'.repeat(500)}1]}\n`,
      'lines of unknown fields': `{"a":1,"b":2,"c":3,"d":"${'e'.repeat(100)}"}\n`,
      'lines of broken JSON': `{"a":[1,2,3,{"b":"${'c'.repeat(50)}"}\n`,
    }))
      free[`${name}: ${of}`] = (size) => bomb(pack, part, size)
  }
  for (const [shape, make] of Object.entries(none)) yield { shape, bytes: Buffer.from(make(size)), good: 0 }
  for (const [shape, make] of Object.entries(fields))
    yield { shape, bytes: Buffer.from(make(size)), good: kind.isStrict ? 0 : undefined }
  for (const [shape, [good, make]] of Object.entries(some)) yield { shape, bytes: Buffer.from(make(size)), good }
  for (const [shape, make] of [...Object.entries(free), ...Object.entries(bad)])
    yield { shape, bytes: Buffer.from(make(size)) }
}
