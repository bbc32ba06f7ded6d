import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import {
  type AddressSet,
  createAddressSet,
  type Network,
  parseNetwork,
  plainAddress,
} from '../../lib/bots/addresses.ts'

const maxAddresses = 100

const addressRange = z
  .string()
  .max(100)
  .refine(
    (text) => readNetwork(text) !== undefined,
    'must be an IPv4 or IPv6 address, or a range such as 203.0.113.0/24 that starts with its first address; at most /8 (IPv4) or /16 (IPv6)',
  )
  .transform((text) => spell(readNetwork(text) as Network))

/** Addresses and ranges from which a key works. */
export const allowedAddresses = z
  .array(addressRange)
  .max(maxAddresses)
  .transform((ranges) => [...new Set(ranges)].sort())

function readNetwork(text: string): Network | undefined {
  try {
    const network = parseNetwork(text.trim())
    return firstOf(network) === network.address ? network : undefined
  } catch {
    return undefined
  }
}

function firstOf({ address, length }: Network): string {
  const kind = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6
  return kind.networkAddressFromCIDR(`${address}/${length}`).toString()
}

const bitsOf = (address: string) => (isIP(address) === 4 ? 32 : 128)

const spell = ({ address, length }: Network) => (length === bitsOf(address) ? address : `${address}/${length}`)

/** Checks caller addresses against a key's ranges. Undefined if the key works from any address. */
export function createAddressCheck(ranges: readonly string[]): AddressSet | undefined {
  if (ranges.length === 0) return undefined
  const isAllowed = createAddressSet(ranges.map(parseNetwork))
  return (address) => {
    const plain = plainAddress(address)
    return plain !== undefined && isAllowed(plain)
  }
}
