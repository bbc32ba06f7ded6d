import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * An IP address as eight UTF-16 units of 16 bits each, IPv4 in its IPv4-mapped form (RFC 4291, 2.5.5.2): both spellings
 * of an IPv4 address are one key, and keys compare as strings the way the addresses compare as numbers.
 */
export type AddressKey = string

/** The first and the last address of a network. */
export interface AddressRange {
  first: AddressKey
  last: AddressKey
}

const mappedPrefix = String.fromCharCode(0, 0, 0, 0, 0, 0xffff)
const mappedBits = 96

/** A network wider than this is no operator’s: a slip that would verify half the internet. */
const shortestPrefix = { ipv4: 8, ipv6: 16, aroundMapped: mappedBits + 8 }

/** Undefined for what is no address: octal, short and zoned forms, with a port, or a host’s name. */
export function addressKey(text: string): AddressKey | undefined {
  const address = parseAddress(text)
  return address === undefined ? undefined : keyOf(address)
}

/** The address as it is asked about: IPv4 in its own form also where the log has it mapped into IPv6. */
export function plainAddress(text: string): string | undefined {
  const address = parseAddress(text)
  return address === undefined ? undefined : unmapped(address).toString()
}

/**
 * Whether an address can be a bot’s at all: not private, loopback or reserved, as the log of a server behind a proxy
 * has them.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== undefined && unmapped(address).range() === 'unicast'
}

/**
 * Reads a network in CIDR notation (RFC 4632, RFC 4291) or a single address.
 * @throws Error that says what is wrong with the text
 */
export function parseNetwork(text: string): AddressRange {
  const [written = '', prefix, ...rest] = text.split('/')
  const address = parseAddress(written)
  if (address === undefined || rest.length > 0) throw new Error(`"${text}" is no address or network`)
  const family = address.kind()
  const bits = family === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : Number(prefix)
  if (prefix !== undefined && !(/^(?:0|[1-9]\d{0,2})$/.test(prefix) && length <= bits)) {
    throw new Error(`"${text}" is no address or network`)
  }
  const key = keyOf(address)
  const shortest = shortestPrefix[family === 'ipv6' && key.charCodeAt(0) === 0 ? 'aroundMapped' : family]
  if (length < shortest) throw new Error(`"${text}" is wider than any operator’s network`)
  return rangeOf(key, family === 'ipv4' ? mappedBits + length : length)
}

export function isNetwork(text: string): boolean {
  try {
    parseNetwork(text)
    return true
  } catch {
    return false
  }
}

// ipaddr.js also reads octal and short forms.
function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text)
}

function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

function keyOf(address: Address): AddressKey {
  if (address instanceof ipaddr.IPv6) return String.fromCharCode(...address.parts)
  const [a = 0, b = 0, c = 0, d = 0] = address.octets
  return mappedPrefix + String.fromCharCode(a * 256 + b, c * 256 + d)
}

/** @param length of the prefix, within the 128 bits of the key */
function rangeOf(key: AddressKey, length: number): AddressRange {
  const first: number[] = []
  const last: number[] = []
  for (let i = 0; i < 8; i++) {
    const hostMask = 0xffff >>> Math.min(16, Math.max(0, length - i * 16))
    const unit = key.charCodeAt(i)
    first.push(unit & ~hostMask)
    last.push(unit | hostMask)
  }
  return { first: String.fromCharCode(...first), last: String.fromCharCode(...last) }
}

/** Answers whether an address is in any of its networks, in a time that grows with the logarithm of their number. */
export type AddressSet = (key: AddressKey) => boolean

export function createAddressSet(ranges: readonly AddressRange[]): AddressSet {
  const firsts: AddressKey[] = []
  const lasts: AddressKey[] = []
  for (const { first, last } of [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const end = lasts.length - 1
    const lastBefore = lasts[end]
    if (lastBefore === undefined || first > lastBefore) {
      firsts.push(first)
      lasts.push(last)
    } else if (last > lastBefore) lasts[end] = last
  }
  return (key) => {
    let low = 0
    let high = firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((firsts[middle] as AddressKey) <= key) low = middle + 1
      else high = middle
    }
    return low > 0 && key <= (lasts[low - 1] as AddressKey)
  }
}
