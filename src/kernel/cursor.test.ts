import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCursorCodec } from './cursor.ts'

const secret = randomBytes(32)
const hourMs = 3_600_000
let time = Date.parse('2026-06-15T12:00:00Z')
const now = () => new Date(time)
const codec = createCursorCodec(secret, now)
const position = ['2026-06-15T11:00:00.000Z', '5b0b9d6e-7f7a-4c57-8b0e-2f6f6a1f2f60']
const cursor = codec.seal(position, 'list')

const refused = (text: string, binding = 'list', by = codec) =>
  expect(() => by.open(text, binding), text).toThrow(expect.objectContaining({ code: 'invalid_cursor' }))

test('sealed values open again, whatever they are', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'grapheme' }), (value, binding) => {
      expect(codec.open(codec.seal(value, binding), binding)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a cursor is URL-safe, differs each time and reveals nothing', () => {
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(codec.seal(position, 'list')).not.toBe(cursor)
  expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toMatch(/2026|5b0b9d6e/)
})

test('any flipped bit makes it invalid', () => {
  const bytes = Buffer.from(cursor, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
    refused(changed.toString('base64url'))
  }
})

test('any other character, truncation or extension makes it invalid', () => {
  for (let place = 0; place < cursor.length; place += 1) {
    for (const other of [...'AQgwz09-_', '+', '/', '=', ' ', '\n', '.', 'é', '\u0000'].filter(
      (c) => c !== cursor[place],
    ))
      refused(cursor.slice(0, place) + other + cursor.slice(place + 1))
    refused(cursor.slice(0, place))
    refused(cursor.slice(place + 1))
  }
  for (const more of ['A', '=', '==', ' ', '\n', '\u0000', '%3D']) {
    refused(cursor + more)
    refused(more + cursor)
  }
})

test('only the canonical spelling of its bytes is accepted', () => {
  // Three lengths of content, for each number of unused bits in the last character.
  for (const value of ['', 'a', 'aa']) {
    const text = codec.seal(value, 'list')
    const bytes = Buffer.from(text, 'base64url')
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const same = [...alphabet]
      .map((last) => text.slice(0, -1) + last)
      .filter((other) => Buffer.from(other, 'base64url').equals(bytes))
    for (const other of same) if (other !== text) refused(other)
    for (const other of [bytes.toString('base64'), `${text}=`]) if (other !== text) refused(other)
  }
})

test('it is bound to its purpose and to the secret', () => {
  for (const binding of ['', 'lis', 'List', 'list ', 'other']) refused(cursor, binding)
  refused(cursor, 'list', createCursorCodec(randomBytes(32), now))
  expect(createCursorCodec(secret, now).open(cursor, 'list')).toEqual(position)
})

test('it lives for less than an hour', () => {
  const made = time
  time = made + hourMs - 1
  expect(codec.open(cursor, 'list')).toEqual(position)
  time = made + hourMs
  refused(cursor)
  time = made
})

test('garbage is invalid', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.base64String({ maxLength: 200 })), (text) => {
      refused(text)
    }),
  )
})
