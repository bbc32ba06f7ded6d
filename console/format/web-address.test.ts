import { expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

it.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/shop ', 'https://www.example.com/shop'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  // Unsupported addresses stay unchanged; the server rejects them.
  ['ftp://example.com', 'ftp://example.com'],
  ['', ''],
])('converts “%s” to “%s”', (typed, address) => {
  expect(webAddress(typed)).toBe(address)
})
