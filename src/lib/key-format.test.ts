import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { displayKey, generateSecret, isWellFormed, lastFour } from './key-format.ts'
import { keyPrefix } from './key-text.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keys = Array.from({ length: 200 }, generateSecret)

const decode = (digits: string) =>
  [...digits].reduce((value, digit) => value * 62n + BigInt(alphabet.indexOf(digit)), 0n)

test('a key is the prefix, 256 random bits and a CRC-32 over both, in base62', () => {
  for (const key of keys) {
    expect(key).toMatch(/^svc_sk_[0-9A-Za-z]{49}$/)
    expect(decode(key.slice(7, 50))).toBeLessThan(2n ** 256n)
    expect(decode(key.slice(50))).toBe(BigInt(crc32(key.slice(0, 50))))
    expect(isWellFormed(key)).toBe(true)
  }
  expect(new Set(keys).size).toBe(keys.length)
  // Over this many keys, each random bit must be both set and unset.
  const bits = keys.map((key) => decode(key.slice(7, 50)))
  expect(bits.reduce((all, value) => all | value)).toBe(2n ** 256n - 1n)
  expect(bits.reduce((all, value) => all & value)).toBe(0n)
})

test('a key with any single character changed is malformed', () => {
  const others = [...alphabet, ...'-_ .!~+/=\u0000\n\u00e9\u{1f600}\u0660']
  for (const key of keys.slice(0, 3)) {
    for (let place = 0; place < key.length; place += 1) {
      for (const other of others.filter((character) => character !== key[place])) {
        expect(isWellFormed(key.slice(0, place) + other + key.slice(place + 1)), `${other} at ${place}`).toBe(false)
      }
    }
  }
})

test('a key that is truncated, extended or changed in case is malformed', () => {
  for (const key of keys.slice(0, 20)) {
    for (let length = 0; length < key.length; length += 1) {
      expect(isWellFormed(key.slice(0, length))).toBe(false)
      expect(isWellFormed(key.slice(key.length - length))).toBe(false)
      expect(isWellFormed(key.slice(0, length) + key.slice(length + 1))).toBe(false)
    }
    for (const character of [...alphabet, '\n', ' ', '\u0000']) {
      expect(isWellFormed(key + character)).toBe(false)
      expect(isWellFormed(character + key)).toBe(false)
    }
    expect(isWellFormed(key.toUpperCase())).toBe(false)
    expect(isWellFormed(key.toLowerCase())).toBe(false)
    expect(isWellFormed(key + key)).toBe(false)
  }
})

test('a key is displayed as the prefix, an ellipsis and its last four characters', () => {
  const [key] = keys as [string]
  expect(displayKey(lastFour(key))).toBe(`${keyPrefix}…${key.slice(52)}`)
})
