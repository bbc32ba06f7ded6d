import { expect, test } from 'vitest'
import { parseAllowedAddresses } from './allowed-addresses.ts'

test('reads addresses and ranges, with and without ports', () => {
  const list = '127.0.0.1, 10.0.0.0/8 ,127.0.0.1:8080,10.1.0.0/16:80,::1,fd00::/8,[::1]:443,[fe80::/10]:65535'
  const read = parseAllowedAddresses(list).map(({ network, prefixLength, port }) => [`${network}`, prefixLength, port])
  expect(read).toEqual([
    ['127.0.0.1', 32, undefined],
    ['10.0.0.0', 8, undefined],
    ['127.0.0.1', 32, 8080],
    ['10.1.0.0', 16, 80],
    ['::1', 128, undefined],
    ['fd00::', 8, undefined],
    ['::1', 128, 443],
    ['fe80::', 10, 65535],
  ])
  expect(parseAllowedAddresses(' ')).toEqual([])
})

test.each([
  ['localhost', /"localhost" is invalid/],
  ['intranet.example:80', /is invalid/],
  ['127.1', /is invalid/],
  ['0177.0.0.1', /is invalid/],
  ['2130706433', /is invalid/],
  ['127.0.0.1,', /"" is invalid/],
  ['fe80::1%eth0', /is invalid/],
  ['10.0.0.0/8/8', /is invalid/],
  ['http://127.0.0.1', /is invalid/],
  ['10.0.0.0/33', /prefix lengths from 1 to 32/],
  ['0.0.0.0/0', /prefix lengths from 1 to 32/],
  ['::/129', /prefix lengths from 1 to 128/],
  ['10.0.0.0/', /prefix lengths/],
  ['10.0.0.0/08', /prefix lengths/],
  ['10.1.0.0/8', /first address: "10.1.0.0\/8" is within 10.0.0.0\/8/],
  ['127.0.0.1:0', /ports from 1 to 65535/],
  ['127.0.0.1:65536', /ports/],
  ['127.0.0.1:', /ports/],
  ['[::1]:x', /ports/],
])('rejects %s and names the allowed values', (text, message) => {
  expect(() => parseAllowedAddresses(text)).toThrow(message)
})
