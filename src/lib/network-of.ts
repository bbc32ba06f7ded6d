import ipaddr from 'ipaddr.js'

/**
 * What one caller is told from others by: an IPv4 address, however it is written, or the /64 of an IPv6 address, as whoever
 * has one chooses among all of its addresses at will (RFC 8981). What is no address stands for itself.
 */
export function rateLimitNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const parts = parsed.parts.map((part, index) => (index < 4 ? part : 0))
  return `${new ipaddr.IPv6(parts).toString()}/64`
}
