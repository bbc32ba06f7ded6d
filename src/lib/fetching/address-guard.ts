import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AllowedAddress } from './allowed-addresses.ts'
import { FetchProblem } from './fetch-problem.ts'
import type { Target } from './target.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Documented metadata addresses, where clouds provide a machine’s secrets: AWS (also ECS, EKS), Google, Azure
 * and most others share the first. Allowed ranges never include them; they must be listed one by one.
 */
const metadataAddresses = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
    // Alibaba Cloud, Oracle, Azure’s wire server, Scaleway (the last two).
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '169.254.42.42',
    'fd00:42::42',
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
)

/** The block from which IANA assigns public networks; excludes transition and private prefixes. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
/** The 6bone’s, returned in 2006 (RFC 3701) and unassigned since. */
const formerTestbed: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('3ffe::'), 16]

export interface AddressGuard {
  /** @throws FetchProblem `refused_address` or `refused_port` if the address must not be reached */
  check(target: Target, address: string): void
}

/**
 * Decides which addresses can be connected to: public ones on `ports`, and those in `allowedAddresses`.
 * Refuses all special-purpose addresses (RFC 6890), and every IPv6 address that embeds an IPv4 one (mapped,
 * compatible, 6to4, NAT64, Teredo, ISATAP), whatever its value.
 */
export function createAddressGuard(options: { allowedAddresses: AllowedAddress[]; ports: number[] }): AddressGuard {
  const allowedAddresses = options.allowedAddresses.map((allowed) => ({
    ...allowed,
    network: ipaddr.parse(allowed.network),
  }))
  const isAllowed = (address: Address, port: number) =>
    allowedAddresses.some((allowed) => {
      if (allowed.port !== undefined && allowed.port !== port) return false
      if (allowed.network.kind() !== address.kind()) return false
      const isSingle = allowed.prefixLength === (address.kind() === 'ipv4' ? 32 : 128)
      if (!isSingle && isMetadata(address)) return false
      return address.match(allowed.network, allowed.prefixLength)
    })

  return {
    check(target, text) {
      const address = readAddress(text)
      if (address !== undefined && isAllowed(address, target.port)) return
      const reason = address === undefined ? 'no plain address' : specialPurpose(address)
      if (reason !== undefined) throw refusedAddress(target, text, reason)
      if (!options.ports.includes(target.port)) {
        const ports = options.ports.join(' and ')
        throw new FetchProblem('refused_port', `port ${target.port} is not allowed, only ${ports}`)
      }
    },
  }
}

function refusedAddress(target: Target, address: string, reason: string): FetchProblem {
  const message = target.isAddress ? 'is not a public address' : 'does not lead to a public address'
  return new FetchProblem('refused_address', `${target.host} ${message}`, {
    operatorDetail: `${address} is ${reason}; FETCH_ALLOWED_ADDRESSES may list it`,
  })
}

/** The normalized form of an address, for comparison; undefined for other text and for zones. */
export function canonicalAddress(text: string): string | undefined {
  return readAddress(text)?.toNormalizedString()
}

// ipaddr.js also reads octal and short forms, which the kernel reads differently: accept only strict ones.
function readAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text)
}

const isMetadata = (address: Address) => metadataAddresses.has(address.toNormalizedString())

/** The special purpose of an address; undefined for addresses of public sites. */
function specialPurpose(address: Address): string | undefined {
  if (isMetadata(address)) return 'cloud metadata'
  const range = address.range()
  if (range !== 'unicast') return range
  if (!(address instanceof ipaddr.IPv6)) return undefined
  if (!address.match(globalUnicast) || address.match(formerTestbed)) return 'reserved'
  const [, , , , fifth, sixth] = address.parts
  const isIsatap = (fifth === 0 || fifth === 0x0200) && sixth === 0x5efe
  return isIsatap ? 'isatap' : undefined
}
