import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AllowedAddress } from './allowed-addresses.ts'
import { FetchProblem } from './fetch-problem.ts'
import type { Target } from './target.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Where clouds tell a machine its secrets, as their documentation names them: AWS (also ECS, EKS), Google, Azure and
 * most others share the first. An allowed range never covers them; only being listed by themselves does.
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

/** What IANA assigns to networks that sites are in; transition and private prefixes lie outside. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
/** 6bone’s, returned in 2006 (RFC 3701) and unassigned since. */
const formerTestbed: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('3ffe::'), 16]

export interface AddressGuard {
  /** @throws FetchProblem `refused_address` or `refused_port`, unless a connection to the address is permitted */
  check(target: Target, address: string): void
}

/**
 * Decides which addresses may be connected to: public ones on `ports`, and those that are allowed by name of their
 * address. Everything in the registries of special-purpose addresses (RFC 6890) is refused, and so is every IPv6
 * address that carries an IPv4 one (mapped, compatible, 6to4, NAT64, Teredo, ISATAP), whatever that one is.
 */
export function createAddressGuard(options: {
  allowedAddresses: AllowedAddress[]
  ports: number[]
}): AddressGuard {
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
        throw new FetchProblem('refused_port', `port ${target.port} is not fetched from, only ${ports}`)
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

/** The address in the form by which two are compared, or undefined where the text is none or names a zone. */
export function canonicalAddress(text: string): string | undefined {
  return readAddress(text)?.toNormalizedString()
}

// ipaddr.js reads octal and short forms, which the kernel would read in its own way: only the strict form gets there.
function readAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text)
}

const isMetadata = (address: Address) => metadataAddresses.has(address.toNormalizedString())

/** What an address is for when it is not for public sites, or undefined. */
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
