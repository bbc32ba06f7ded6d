import { BlockList, isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: all addresses that share the first `length` bits. */
export interface Network {
  /** As spelled by `plainAddress`. */
  address: string
  length: number
}

const mappedBits = 96

/** Wider networks are errors in the list: they could verify half the internet. */
const shortestPrefix = { ipv4: 8, ipv6: 16, aroundMapped: mappedBits + 8 }

/**
 * The canonical form of an address, for comparisons and DNS queries. IPv4 addresses that logs map into IPv6
 * become plain IPv4 (RFC 4291, section 2.5.5.2).
 * @returns undefined for other text: octal, short and zoned forms, ports and host names
 */
export function plainAddress(text: string): string | undefined {
  const address = parseAddress(text)
  return address === undefined ? undefined : unmapped(address).toString()
}

/**
 * Whether an address can be a bot’s: not private, loopback or reserved, as in logs of servers behind a proxy.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && unmapped(address).range() === 'unicast'
}

/**
 * Reads a network in CIDR notation (RFC 4632, RFC 4291) or a single address.
 * @throws Error that describes the problem without repeating the text
 */
export function parseNetwork(text: string): Network {
  const [written = '', prefix, ...rest] = text.split('/')
  const address = parseAddress(written)
  if (address === undefined || rest.length > 0) throw new Error('is not an address or network')
  const family = address.kind()
  const bits = family === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : Number(prefix)
  if (prefix !== undefined && !(/^(?:0|[1-9]\d{0,2})$/.test(prefix) && length <= bits)) {
    throw new Error('is not an address or network')
  }
  const isAroundMapped = address instanceof ipaddr.IPv6 && address.parts[0] === 0
  const shortest = shortestPrefix[isAroundMapped ? 'aroundMapped' : family]
  if (length < shortest) throw new Error('is wider than any operator’s network')
  const plain = unmapped(address)
  return { address: plain.toString(), length: plain === address ? length : length - mappedBits }
}

// ipaddr.js also reads octal and short forms.
function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text)
}

function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** Whether an address, as spelled by `plainAddress`, is in one of the networks. */
export type AddressSet = (address: string) => boolean

export function createAddressSet(networks: readonly Network[]): AddressSet {
  const list = new BlockList()
  for (const { address, length } of networks) list.addSubnet(address, length, familyOf(address))
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
