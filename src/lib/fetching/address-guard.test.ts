import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { parseAllowedAddresses } from './allowed-addresses.ts'
import { FetchProblem } from './fetch-problem.ts'
import { parseTarget } from './target.ts'

/** Returns why the guard refuses a URL with an IP address as host. Undefined if it allows it. */
function refusal(url: string, allowed = ''): string | undefined {
  const guard = createAddressGuard({ allowedAddresses: parseAllowedAddresses(allowed), ports: [80, 443] })
  try {
    const target = parseTarget(url)
    expect(target.isAddress, url).toBe(true)
    guard.check(target, target.host)
    return undefined
  } catch (error) {
    if (error instanceof FetchProblem) return error.kind
    throw error
  }
}

test.each([
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://100.64.0.1/',
  'http://127.0.0.1/',
  'http://127.255.255.254/',
  'http://169.254.169.254/latest/meta-data/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://192.31.196.1/',
  'http://192.52.193.1/',
  'http://192.88.99.1/',
  'http://192.168.1.1/',
  'http://192.175.48.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://239.255.255.250/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::127.0.0.1]/',
  'http://[::8.8.8.8]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::ffff:0:8.8.8.8]/',
  'http://[64:ff9b::8.8.8.8]/',
  'http://[64:ff9b:1::1]/',
  'http://[100::1]/',
  'http://[2001::1]/',
  'http://[2001:2::1]/',
  'http://[2001:10::1]/',
  'http://[2001:db8::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:808:808::]/',
  'http://[3ffe::1]/',
  'http://[3fff::1]/',
  'http://[5f00::1]/',
  'http://[2606:4700::5efe:7f00:1]/',
  'http://[2606:4700::200:5efe:7f00:1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
])('refuses %s', (url) => {
  expect(refusal(url)).toBe('refused_address')
})

test('allows public addresses only on web ports', () => {
  for (const host of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '[2606:4700::1111]', '[2a00:1450:4001::1]']) {
    expect([host, refusal(`http://${host}/`), refusal(`https://${host}/`)]).toEqual([host, undefined, undefined])
    expect(refusal(`http://${host}:8080/`)).toBe('refused_port')
    expect(refusal(`http://${host}:22/`)).toBe('refused_port')
  }
})

test('allows listed addresses, on the listed port if given', () => {
  expect(refusal('http://10.1.2.3:8080/', '10.0.0.0/8')).toBeUndefined()
  expect(refusal('http://11.1.2.3:8080/', '10.0.0.0/8')).toBe('refused_port')
  expect(refusal('http://127.0.0.1:8080/', '127.0.0.1:8080')).toBeUndefined()
  expect(refusal('http://127.0.0.1:8081/', '127.0.0.1:8080')).toBe('refused_address')
  expect(refusal('http://127.0.0.1/', '127.0.0.1:8080')).toBe('refused_address')
  expect(refusal('http://[fd00::1]/', 'fd00::/8')).toBeUndefined()
})

test('a listed IPv4 address or range allows neither IPv6 forms of it nor metadata addresses', () => {
  expect(refusal('http://[::ffff:10.1.2.3]/', '10.0.0.0/8')).toBe('refused_address')
  expect(refusal('http://[64:ff9b::10.1.2.3]/', '10.0.0.0/8')).toBe('refused_address')
  expect(refusal('http://169.254.169.254/', '169.254.0.0/16')).toBe('refused_address')
  expect(refusal('http://100.100.100.200/', '100.64.0.0/10')).toBe('refused_address')
  expect(refusal('http://[fd00:ec2::254]/', 'fd00::/8')).toBe('refused_address')
  expect(refusal('http://169.254.169.254/', '169.254.169.254')).toBeUndefined()
})

test('refuses resolver results that are not plain IP addresses', () => {
  const guard = createAddressGuard({ allowedAddresses: parseAllowedAddresses('127.0.0.1'), ports: [80] })
  const target = parseTarget('http://site.example/')
  for (const answer of ['0177.0.0.1', '127.1', '2130706433', '', 'localhost', 'fe80::1%lo', '127.0.0.1 ']) {
    expect(() => guard.check(target, answer), answer).toThrow(FetchProblem)
  }
  expect(() => guard.check(target, '127.0.0.1')).not.toThrow()
})

test('names the resolved address only in the operator detail, not in the message', () => {
  const guard = createAddressGuard({ allowedAddresses: [], ports: [80] })
  const target = parseTarget('http://intranet.example/')
  const check = () => guard.check(target, '10.1.2.3')
  expect(check).toThrow(/^intranet.example does not lead to a public address$/)
  expect(check).toThrow(
    expect.objectContaining({
      operatorDetail: '10.1.2.3 is private; FETCH_ALLOWED_ADDRESSES may list it',
    }),
  )
})

function blockList(family: 'ipv4' | 'ipv6', networks: string): BlockList {
  const list = new BlockList()
  for (const network of networks.split(/\s+/)) {
    const [start = '', bits] = network.split('/')
    list.addSubnet(start, Number(bits), family)
  }
  return list
}

// IANA’s registries of special-purpose addresses, and Azure’s wire server.
const special = {
  ipv4: blockList(
    'ipv4',
    `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
    192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
    198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`,
  ),
  ipv6: blockList(
    'ipv6',
    `::/3 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3ffe::/16 3fff::/20 4000::/2 8000::/1`,
  ),
}

/** Reference implementation with Node’s BlockList. */
const isPublic = (address: string) =>
  isIP(address) === 4 ? !special.ipv4.check(address) : !special.ipv6.check(address, 'ipv6')

const number = (value: number, style: number) =>
  style === 0 ? `${value}` : style === 1 ? `0x${value.toString(16)}` : `0${value.toString(8)}`

/** IPv4 notations: one to four parts, each decimal, hex or octal; the last part fills the remaining bytes. */
const ipv4Host = fc
  .record({
    // Half of them near the edges of the special ranges.
    first: fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 223, 224)),
    rest: fc.nat(0xffffff),
    parts: fc.integer({ min: 1, max: 4 }),
    style: fc.nat(2),
    dot: fc.boolean(),
  })
  .map(({ first, rest, parts, style, dot }) => {
    const bytes = [first, rest >> 16, (rest >> 8) & 255, rest & 255]
    const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0)
    const texts = [...bytes.slice(0, parts - 1), last].map((value) => number(value, style))
    return texts.join('.') + (dot ? '.' : '')
  })

const disguise = fc.constantFrom(
  (host: string) => host,
  (host: string) => host.toUpperCase(),
  (host: string) => [...host].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  (host: string) => host.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (host: string) => host.replaceAll('.', '。'),
)

const ipv6Host = fc
  .tuple(
    fc.oneof(
      fc.ipV6(),
      fc.ipV4().map((inner) => `::ffff:${inner}`),
      fc.ipV4().map((inner) => `64:ff9b::${inner}`),
    ),
    fc.constantFrom('', '2', '2001', '2002', '2606', '3ffe', '3fff', 'fd00'),
  )
  .map(([address, start]) => `[${start === '' ? address : address.replace(/^[0-9a-f]+:/i, `${start}:`)}]`)

test('allows an address in any notation only if it is public', () => {
  const hosts = fc.oneof(
    fc.tuple(ipv4Host, disguise).map(([host, hide]) => hide(host)),
    ipv6Host,
  )
  let reached = 0
  fc.assert(
    fc.property(hosts, (host) => {
      const url = URL.parse(`http://${host}/`)
      fc.pre(url !== null)
      const address = url.hostname.replace(/^\[|\]$/g, '')
      const expected = isPublic(address) ? undefined : 'refused_address'
      expect([host, refusal(url.href)]).toEqual([host, expected])
      if (expected === undefined) reached += 1
    }),
    { numRuns: 5000 },
  )
  expect(reached).toBeGreaterThan(100)
})
