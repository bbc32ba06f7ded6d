import ipaddr from 'ipaddr.js'

/**
 * Identifies a caller by network: an IPv4 address in any notation, or the /64 of an IPv6 address, as its
 * holder can use any address in it (RFC 8981). Returns other text unchanged.
 */
export function rateLimitNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const parts = parsed.parts.map((part, index) => (index < 4 ? part : 0))
  return `${new ipaddr.IPv6(parts).toString()}/64`
}
