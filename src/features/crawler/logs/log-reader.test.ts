import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portion } from '../../../testing/forms.ts'
import { testData } from '../../../testing/test-data.ts'
import { createLineSplitter, maxLineBytes } from './line-splitter.ts'
import { type LogFormat, logFormats } from './log-entry.ts'
import { createLogReader, type LogVisit } from './log-reader.ts'

const line = (agent: string, path = '/') =>
  `192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET ${path} HTTP/1.0" 200 2326 "-" "${agent}"`

const identified = <T>(visits: LogVisit<T>[]) => visits.map(({ identify, ...visit }) => ({ ...visit, id: identify() }))

/** Reads a log in chunks of `size` bytes. Every user agent with "bot" in it is a bot. */
function read(
  log: Buffer | string,
  { format = 'combined', size = 1 << 20 }: { format?: LogFormat; size?: number } = {},
) {
  const asked: string[] = []
  const reader = createLogReader({
    name: 'file',
    format,
    wanted(agent) {
      asked.push(agent)
      return /bot/i.test(agent) ? `the ${agent}` : undefined
    },
  })
  const splitter = createLineSplitter()
  const bytes = Buffer.from(log)
  const visits = []
  for (let at = 0; at < bytes.length; at += size)
    for (const lines of splitter.push(bytes.subarray(at, at + size))) visits.push(...identified(reader.read(lines)))
  for (const lines of splitter.end()) visits.push(...identified(reader.read(lines)))
  reader.close()
  const { lines, visits: found, ignored, rejected } = reader.counts
  expect(found + ignored + rejected).toBe(lines)
  expect(found).toBe(visits.length)
  return { visits, asked, counts: reader.counts }
}

describe('visits', () => {
  it('are lines with wanted user agents, with their number, hash and occurrence', () => {
    const lines = [
      line('GPTBot', '/é'),
      line('Firefox'),
      line('GPTBot'),
      '',
      line('GPTBot', '/é'),
      line('GPTBot', '/é'),
    ]
    const { visits, asked, counts } = read(lines.join('\n'))
    expect(visits.map(({ line: number, id }) => [number, id.occurrence])).toEqual([
      [1, 1],
      [3, 1],
      [5, 2],
      [6, 3],
    ])
    const [first] = visits
    expect(first).toMatchObject({ bot: 'the GPTBot', entry: { path: '/%C3%A9', userAgent: 'GPTBot' } })
    expect(first?.id.lineHash).toBe(
      createHash('sha256')
        .update(lines[0] as string)
        .digest('hex')
        .slice(0, 32),
    )
    expect(asked).toEqual(['GPTBot', 'Firefox'])
    expect(counts).toEqual({ lines: 6, visits: 4, ignored: 2, rejected: 0, firstRejections: [] })
  })

  it('have the same hash for any line ending', () => {
    const [unix, windows, last] = ['\n', '\r\n', ''].map((end) => read(`${line('GPTBot')}${end}`).visits)
    expect(windows).toEqual(unix)
    expect(last).toEqual(unix)
  })

  it('are selected by decoded user agent', () => {
    expect(read(`${line('Caf\\xc3\\xa9 \\"bot\\"')}\n${line('-')}\n${line('\\x2d')}\n`).asked).toEqual(['Café "bot"'])
  })

  it('are recognized among many user agents of any length', () => {
    const agents = Array.from({ length: 40_000 }, (_, index) => `${index % 3 ? 'x' : 'bot'}${index % 12_000}`)
    const long = `${'y'.repeat(2000)}bot`
    const { visits } = read([...agents, long, long].map((agent) => `${line(agent)}\n`).join(''))
    const wanted = [...agents.filter((agent) => agent.startsWith('bot')), long, long]
    expect(visits.map(({ entry }) => entry.userAgent)).toEqual(wanted)
    expect(visits.map(({ bot }) => bot)).toEqual(wanted.map((agent) => `the ${agent}`))
  })
})

describe('rejected lines', () => {
  it('include invalid ones, of which the first 20 are shown', () => {
    const { counts } = read(`${line('GPTBot')}\n${'bad\n'.repeat(30)}${line('GPTBot')}\n`)
    expect(counts).toMatchObject({ lines: 32, visits: 2, rejected: 30 })
    expect(counts.firstRejections.map(({ line: number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 2),
    )
  })

  it.each([1000, 65_536, 1 << 20])('include lines that are too long (read by %d bytes)', (size) => {
    const agentOf = (bytes: number) => 'b'.repeat(bytes - line('').length)
    const longest = line(agentOf(maxLineBytes))
    const { counts } = read(`${longest}\n${longest}x\n${line(agentOf(300_000))}\n${line('GPTBot')}\n`, {
      size,
    })
    expect(counts).toMatchObject({ lines: 4, visits: 1, ignored: 1, rejected: 2 })
    expect(counts.firstRejections[0]).toEqual({ line: 2, reason: 'longer than 65536 bytes' })
  })

  it('include lines with NUL bytes, such as UTF-16', () => {
    const { counts } = read(
      Buffer.concat([Buffer.from(`${line('GPTBot')}\n${line('a\0bot')}\n`), Buffer.from(line('bot'), 'utf16le')]),
    )
    expect(counts).toMatchObject({ lines: 3, visits: 1, rejected: 2 })
    expect(counts.firstRejections[0]?.reason).toContain('NUL')
  })

  it('include a last line that is still being written', () => {
    const whole = line('GPTBot/1.2')
    for (let length = 1; length < whole.length; length += 1) {
      const { counts } = read(`${whole}\n${whole.slice(0, length)}`)
      expect(counts).toMatchObject({ lines: 2, visits: 1, rejected: 1 })
    }
    expect(read(`${whole.slice(0, -1)}\n`).counts.visits).toBe(1)
  })
})

it('reads the same visits for any chunk size', () => {
  const log = `\ufeff${[line('GPTBot', '/é'), '', 'bad', line('x'), line('GPTBot', '/é')].join('\r\n')}\r\n${line('bot')}`
  const whole = read(log)
  expect(whole.counts).toMatchObject({ lines: 6, visits: 3, ignored: 2, rejected: 1 })
  for (let size = 1; size <= Buffer.byteLength(log); size += 1) expect(read(log, { size })).toEqual(whole)
})

describe('arbitrary bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
  const pieces = [
    line('GPTBot'),
    '#Fields: date time cs(User-Agent)',
    '2026-03-01 12:30:15 GPTBot',
    '{"ts":1772368215,',
  ]
  const piece = fc.oneof(
    bytes,
    fc
      .constantFrom(...pieces, '"user_agent":"bot"}', '\n', '\r\n', '"', '[', '\\', '%')
      .map((text) => Buffer.from(text)),
  )
  const log = fc.array(piece, { maxLength: 12 }).map((parts) => Buffer.concat(parts))

  it.each(portion(logFormats, 0, 6))('throw no error and lose no line: %s', (format) => {
    fc.assert(
      fc.property(log, fc.integer({ min: 1, max: 100 }), (input, size) => {
        const { counts } = read(input, { format, size })
        const isMarked = input.subarray(0, 3).equals(Buffer.from('\ufeff'))
        const content = isMarked ? input.subarray(3) : input
        const ended = content.filter((byte) => byte === 10).length
        expect(counts.lines).toBe(ended + (content.length > 0 && content.at(-1) !== 10 ? 1 : 0))
      }),
      { numRuns: 300 },
    )
  })

  it('throw no error for JSON values of any type', () => {
    const shapes = ['json', 'cloudflare', 'vercel', 'netlify', 'fastly', 'cloudfront'] as const
    const names = [
      'ts',
      'timestamp',
      'user_agent',
      'path',
      'status',
      'proxy',
      'userAgent',
      'url',
      'host',
      'ip',
      'EdgeStartTimestamp',
    ]
    const value = fc.letrec((tie) => ({
      any: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(1772368215), fc.constant('bot'), tie('object')),
      object: fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor'), tie('any'), {
        maxKeys: 5,
      }),
    })).object
    fc.assert(
      fc.property(value, fc.constantFrom(...shapes), (record, format) => void read(JSON.stringify(record), { format })),
    )
  })
})

describe('real logs', () => {
  it('are read completely, and every line is counted', () => {
    for (const [name, count] of [
      ['10k', 10_000],
      ['hostile', 3456],
    ] as const) {
      const path = testData(`logs/apache-combined-${name}.log`)
      if (path === undefined) continue
      expect(read(readFileSync(path)).counts).toMatchObject({ lines: count, rejected: 0 })
    }
  })
})
