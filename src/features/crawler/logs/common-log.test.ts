import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testData } from '../../../testing/test-data.ts'
import { createLineParser } from './line-parser.ts'
import { type LogEntry, nonRequestLine } from './log-entry.ts'
import { readEntry, rejectionsOf } from './testing/read-lines.ts'
import { referenceEntry } from './testing/reference-combined.ts'

const agent = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const common = '192.0.2.7 - frank [10/Oct/2000:13:55:36 -0700] "GET /a/b%20c?x=1&y HTTP/1.0" 200 2326'
const combined = `${common} "https://www.example.com/start" "${agent}"`

const expected: LogEntry = {
  timeMs: Date.UTC(2000, 9, 10, 20, 55, 36),
  userAgent: agent,
  address: '192.0.2.7',
  host: null,
  path: '/a/b%20c',
  query: 'x=1&y',
  method: 'GET',
  status: 200,
  bytes: 2326,
  referrer: 'https://www.example.com/start',
}

describe('fields', () => {
  it('of combined lines are all read', () => {
    expect(readEntry('combined', combined)).toEqual(expected)
    expect(readEntry('common', combined)).toEqual(expected)
  })

  it('after the user agent are ignored', () => {
    expect(readEntry('combined', `${combined} "203.0.113.5, 10.0.0.1" rt=0.003 "-"`)).toEqual(expected)
  })

  it('of lines with a virtual host include its name without the port', () => {
    const entry = { ...expected, host: 'shop.example.com' }
    expect(readEntry('combined-vhost', `Shop.Example.com:443 ${combined}`)).toEqual(entry)
    expect(readEntry('combined-vhost', `shop.example.com ${combined}`)).toEqual(entry)
    expect(readEntry('combined-vhost', `_ ${combined}`)).toEqual(expected)
    expect(readEntry('combined-vhost', `[2001:db8::1]:80 ${combined}`)?.host).toBe('[2001:db8::1]')
  })

  it('that are hyphens are null', () => {
    const line = 'unix: - - [10/Oct/2000:13:55:36 -0700] "-" - - "-" "bot"'
    const { timeMs } = expected
    const none = { address: null, path: null, query: null, method: null, status: null, bytes: null }
    expect(readEntry('combined', line)).toEqual({
      ...none,
      timeMs,
      userAgent: 'bot',
      host: null,
      referrer: null,
    })
    expect(readEntry('combined', line.replace('"-" - -', '"" 000 0'))).toMatchObject({ ...none, bytes: 0 })
  })

  it('for user names can contain spaces and brackets', () => {
    const user = 'frank [jr] [10/Oct/1999:00:00:00 +0000]'
    expect(readEntry('combined', combined.replace('frank', user))).toEqual(expected)
  })
})

describe('user agents', () => {
  it('are missing in the Common Log Format, so that its lines are never visits', () => {
    const parsed = createLineParser('common').look(common)
    if (parsed === nonRequestLine || 'problem' in parsed) throw new Error('expected a request')
    expect(parsed).toMatchObject({ agentKey: null, isCut: false })
    expect(parsed.entry()).toEqual({ ...expected, userAgent: null, referrer: null })
    expect(rejectionsOf('combined', [common])).toEqual([expect.stringContaining('user agent')])
  })

  it.each([
    [String.raw`a \"b\" c`, 'a "b" c'],
    [String.raw`a \x22b\x22 c`, 'a "b" c'],
    [String.raw`a\\`, 'a\\'],
    [String.raw`a\\\" \"b`, 'a\\" "b'],
    [String.raw`a\tb\nc\qd`, 'a\tb\ncqd'],
    [String.raw`caf\xc3\xa9 bot`, 'café bot'],
    ['café 中文 bot', 'café 中文 bot'],
    [String.raw`bad \xff byte`, 'bad \ufffd byte'],
    ['quoted "as is" bot', 'quoted "as is'],
    ['a"b', 'a"b'],
  ])('written as %s are decoded', (written, meant) => {
    expect(readEntry('combined', `${common} "-" "${written}"`)?.userAgent).toBe(meant)
  })

  it('truncated at the end of the line are kept', () => {
    expect(readEntry('combined', `${common} "-" "GPTBot/1.2 (cut`)?.userAgent).toBe('GPTBot/1.2 (cut')
  })
})

describe('addresses', () => {
  const at = (head: string) => readEntry('combined', combined.replace('192.0.2.7 - frank', head))?.address

  it('are normalized', () => {
    expect(at('2001:0DB8:0:0::1 - -')).toBe('2001:db8::1')
    expect(at('::ffff:192.0.2.7 - -')).toBe('192.0.2.7')
    expect(at('192.0.2.7:4711 - -')).toBe('192.0.2.7')
    expect(at('[2001:db8::1]:4711 - -')).toBe('2001:db8::1')
  })

  it('are found after a syslog prefix', () => {
    expect(at('Oct 10 13:55:36 web1 nginx: 192.0.2.7 - -')).toBe('192.0.2.7')
  })

  it('are only read from the first field', () => {
    expect(at('unix: - 192.0.2.7')).toBeNull()
    expect(at('unix: - 192.0.2.7 - x')).toBeNull()
    expect(at('crawler.example.com - 192.0.2.7')).toBeNull()
    expect(at('1.2.3.999 - -')).toBeNull()
  })
})

describe('requests', () => {
  const partsOf = (request: string) => {
    const entry = readEntry('combined-vhost', `_ 192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "${request}" 400 0 "-" "b"`)
    return entry && [entry.method, entry.host, entry.path, entry.query]
  }

  it.each([
    ['GET / HTTP/1.1', 'GET', null, '/', null],
    ['GET /?', 'GET', null, '/', ''],
    ['GET /a?b?c HTTP/2.0', 'GET', null, '/a', 'b?c'],
    ['GET //a//b HTTP/1.1', 'GET', null, '//a//b', null],
    ['GET /with a space HTTP/1.1', 'GET', null, '/with a space', null],
    ['GET http://WWW.Example.com:8080/p?q HTTP/1.1', 'GET', 'www.example.com', '/p', 'q'],
    ['GET https://example.com HTTP/1.1', 'GET', 'example.com', '/', null],
    ['GET http://user:secret@example.com./x HTTP/1.1', 'GET', 'example.com', '/x', null],
    ['CONNECT example.com:443 HTTP/1.1', 'CONNECT', 'example.com', null, null],
    ['OPTIONS * HTTP/1.0', 'OPTIONS', null, '*', null],
    ['PROPFIND /dav HTTP/1.1', 'PROPFIND', null, '/dav', null],
    ['-', null, null, null, null],
    ['', null, null, null, null],
    [String.raw`\x16\x03\x01\x02\x00\x01`, null, null, null, null],
    [String.raw`\x16\x03 \x01 HTTP/1.1`, null, null, null, null],
    ['GET', null, null, null, null],
    ['GET /a"b HTTP/1.1', 'GET', null, '/a"b', null],
    [String.raw`GET /a\"b HTTP/1.1`, 'GET', null, '/a"b', null],
    ['GET /" 20 x HTTP/1.1', 'GET', null, '/" 20 x', null],
  ])('%s', (request, ...parts) => {
    expect(partsOf(request)).toEqual(parts)
  })

  it('provide the host only if the server does not log it', () => {
    const line = `real.example ${combined.replace('GET /', 'GET http://forged.example/')}`
    expect(readEntry('combined-vhost', line)?.host).toBe('real.example')
  })
})

it.each([
  ['', undefined],
  ['# a comment', undefined],
  ['nonsense', 'dd/Mon'],
  [combined.replace('10/Oct', '41/Oct'), 'dd/Mon'],
  [combined.replace('] "GET', '] GET'), 'dd/Mon'],
  [` ${combined}`, 'address'],
  [combined.replace(' 200 ', ' 20 '), 'status'],
  [combined.replace(' 200 ', ' abc '), 'status'],
  [combined.replace(' 2326 ', ' '), 'bytes'],
  [combined.replace(' 2326 ', ' 12x '), 'bytes'],
  [combined.replace(' 2326 ', ' 1234567890123456 '), 'bytes'],
  [combined.slice(0, combined.indexOf('start')), 'user agent'],
])('rejects an invalid line with the reason: %s', (line, reason) => {
  expect(rejectionsOf('combined', [line])).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)])
})

it('requires a virtual host in combined-vhost lines', () => {
  const line = combined.replace('192.0.2.7 - frank ', '192.0.2.7 ')
  expect(rejectionsOf('combined-vhost', [line])).toEqual([expect.stringContaining('virtual host')])
})

describe('compared with a reference parser', () => {
  const parser = createLineParser('combined')
  const entryOf = (line: string) => {
    const parsed = parser.look(line)
    return parsed === nonRequestLine || 'problem' in parsed ? undefined : parsed.entry()
  }

  it.each(['10k', 'hostile'])('agrees on every real line (%s)', (name) => {
    const path = testData(`logs/apache-combined-${name}.log`)
    if (path === undefined) return
    const lines = readFileSync(path, 'latin1').trimEnd().split('\n')
    for (const line of lines) expect(entryOf(line)).toEqual(referenceEntry(line))
    expect(lines.map(entryOf)).not.toContain(undefined)
  })

  it('agrees on lines with changed, added and removed parts', () => {
    const piece = fc.constantFrom(...'"\\[] -:/+0189aZé\u0000\t', '" ', ' "', '] "', '\\"', '\\x22', '" 200 ', ' [')
    const edit = fc.record({ at: fc.nat(combined.length), cut: fc.nat(4), piece: fc.option(piece) })
    const base = fc.constantFrom(combined, common, `${combined} "-"`, combined.replace('frank', '-'))
    fc.assert(
      fc.property(base, fc.array(edit, { maxLength: 4 }), (line, edits) => {
        const edited = edits.reduce(
          (text, { at, cut, piece: added }) => text.slice(0, at) + (added ?? '') + text.slice(at + cut),
          line,
        )
        expect(entryOf(edited)).toEqual(referenceEntry(edited))
      }),
      { numRuns: 20_000 },
    )
  })
})
