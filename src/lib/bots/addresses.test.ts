import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAddressSet, isPublicAddress, parseNetwork, plainAddress } from './addresses.ts'

/** Computes the 128-bit number of an IPv4 or full IPv6 address with plain arithmetic. */
function numberOf(address: string): bigint {
  if (!address.includes(':')) {
    return address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n) + (0xffffn << 32n)
  }
  return address.split(':').reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n)
}

// Few distinct values, so that networks contain the addresses and other networks.
const ipv4 = fc
  .tuple(fc.constantFrom(20, 52, 255), fc.constantFrom(0, 15, 255), fc.nat(255), fc.nat(255))
  .map((octets) => octets.join('.'))
const ipv6 = fc
  .tuple(
    fc.constantFrom('2001', '2600'),
    fc.array(fc.constantFrom('0', 'db8', '8000', 'ffff'), { minLength: 7, maxLength: 7 }),
  )
  .map(([first, rest]) => [first, ...rest].join(':'))
const address = fc.oneof(ipv4, ipv6)
const network = fc.oneof(
  fc.tuple(ipv4, fc.integer({ min: 8, max: 32 })),
  fc.tuple(ipv6, fc.integer({ min: 16, max: 128 })),
)

describe('createAddressSet', () => {
  it('contains exactly the addresses in its networks', () => {
    fc.assert(
      fc.property(fc.array(network, { maxLength: 12 }), fc.array(address, { maxLength: 20 }), (networks, queried) => {
        const contains = createAddressSet(networks.map(([base, length]) => parseNetwork(`${base}/${length}`)))
        const addresses = [...queried, ...networks.map(([base]) => base)]
        for (const one of addresses) {
          const expected = networks.some(([base, length]) => {
            const hostBits = BigInt(base.includes(':') ? 128 - length : 32 - length)
            return numberOf(base) >> hostBits === numberOf(one) >> hostBits
          })
          expect([one, contains(plainAddress(one) ?? '')]).toEqual([one, expected])
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('contains the first and last address of a network, not their neighbors', () => {
    const contains = createAddressSet([parseNetwork('20.15.240.64/28'), parseNetwork('2600:1f00::/24')])
    const held = (text: string) => contains(plainAddress(text) ?? '')
    expect(['20.15.240.63', '20.15.240.64', '20.15.240.79', '20.15.240.80'].map(held)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(
      ['2600:1eff:ffff::', '2600:1f00::', '2600:1fff:ffff:ffff:ffff:ffff:ffff:ffff', '2600:2000::'].map(held),
    ).toEqual([false, true, true, false])
  })

  it('is empty without networks', () => {
    expect(createAddressSet([])('20.15.240.64')).toBe(false)
  })
})

describe('addresses', () => {
  it('plainAddress returns the same result for all notations of an address', () => {
    for (const [one, other] of [
      ['20.15.240.64', '::ffff:20.15.240.64'],
      ['20.15.240.64', '::FFFF:140f:f040'],
      ['2001:DB8::1', '2001:0db8:0:0:0:0:0:0001'],
    ] as const) {
      expect(plainAddress(other)).toBe(plainAddress(one))
    }
    expect(plainAddress('::ffff:20.15.240.64')).toBe('20.15.240.64')
  })

  it.each([
    '',
    '-',
    'unknown',
    '1.2.3',
    '1.2.3.256',
    '01.2.3.4',
    '0x7f.0.0.1',
    '1.2.3.4:80',
    '[::1]',
    'fe80::1%eth0',
    'crawl.example.com',
  ])('plainAddress and isPublicAddress reject %j', (text) => {
    expect([plainAddress(text), isPublicAddress(text)]).toEqual([undefined, false])
  })

  it.each([
    ['20.15.240.64', true],
    ['2600:1f00::1', true],
    ['::ffff:20.15.240.64', true],
    ['10.0.0.7', false],
    ['172.20.0.1', false],
    ['192.168.1.1', false],
    ['127.0.0.1', false],
    ['100.64.0.1', false],
    ['169.254.1.1', false],
    ['0.0.0.0', false],
    ['::ffff:10.0.0.7', false],
    ['::1', false],
    ['fd12::1', false],
    ['fe80::1', false],
  ])('isPublicAddress(%s) is %s', (text, isPublic) => {
    expect(isPublicAddress(text)).toBe(isPublic)
  })
})

describe('parseNetwork', () => {
  it('accepts an address with or without a prefix length', () => {
    expect(parseNetwork('20.15.240.64/28')).toEqual({ address: '20.15.240.64', length: 28 })
    expect(parseNetwork('20.15.240.64')).toEqual({ address: '20.15.240.64', length: 32 })
    expect(parseNetwork('::ffff:20.15.240.64/124')).toEqual(parseNetwork('20.15.240.64/28'))
  })

  it.each([
    '',
    '20.15.240.64/',
    '20.15.240.64/33',
    '20.15.240.64/-1',
    '20.15.240.64/028',
    '20.15.240.64/2 8',
    '20.15/16',
    '2600::/129',
    '20.15.240.64/28/3',
    'gptbot',
  ])('rejects %j', (text) => {
    expect(() => parseNetwork(text)).toThrow('is not an address or network')
  })

  it.each(['0.0.0.0/0', '20.0.0.0/7', '::/0', '2600::/15', '::ffff:0:0/96', '::/16'])(
    'rejects %s as too wide for one operator',
    (text) => {
      expect(() => parseNetwork(text)).toThrow('wider than any operator')
    },
  )
})
