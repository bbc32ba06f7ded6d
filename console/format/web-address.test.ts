import { expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

it.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/shop ', 'https://www.example.com/shop'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  // What is no web address stays one that the server refuses.
  ['ftp://example.com', 'ftp://example.com'],
  ['', ''],
])('of “%s” it is %s', (typed, address) => {
  expect(webAddress(typed)).toBe(address)
})
