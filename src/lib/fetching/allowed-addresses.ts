import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Non-public addresses that can be connected to. */
export interface AllowedAddress {
  /** The first address of the range, or its only one. Plain data that can be sent to other processes. */
  network: string
  prefixLength: number
  /** Undefined: every port. */
  port: number | undefined
}

/**
 * Reads a comma-separated list of addresses and ranges with optional ports: `127.0.0.1`, `10.0.0.0/8`,
 * `127.0.0.1:8080`, `fd00::/8`, `[::1]:8080`. Rejects names, as their addresses can change.
 * @throws Error with the accepted forms, to follow a variable’s name
 */
export function parseAllowedAddresses(text: string): AllowedAddress[] {
  if (text.trim() === '') return []
  return text.split(',').map((item) => parseItem(item.trim()))
}

function parseItem(item: string): AllowedAddress {
  const { range, portText } = splitPort(item)
  const [address = '', prefix, ...rest] = range.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) {
    throw new Error(
      `must list addresses or ranges such as 127.0.0.1:8080, 10.0.0.0/8 or [::1]:8080; "${item}" is invalid`,
    )
  }
  const port = portText === undefined ? undefined : wholeNumber(portText, 65_535)
  if (port === undefined && portText !== undefined) {
    throw new Error(`must have ports from 1 to 65535; "${item}" is invalid`)
  }
  const bits = family === 4 ? 32 : 128
  const prefixLength = prefix === undefined ? bits : wholeNumber(prefix, bits)
  if (prefixLength === undefined) {
    throw new Error(`must have prefix lengths from 1 to ${bits}; "${item}" is invalid`)
  }
  const network = ipaddr.parse(address)
  const kind = family === 4 ? ipaddr.IPv4 : ipaddr.IPv6
  const start = kind.networkAddressFromCIDR(`${address}/${prefixLength}`)
  if (start.toNormalizedString() !== network.toNormalizedString()) {
    throw new Error(`must have ranges by their first address: "${item}" is within ${start}/${prefixLength}`)
  }
  return { network: network.toString(), prefixLength, port }
}

/** `[v6]:port` and `v4:port`; a bare IPv6 address has no port. */
function splitPort(item: string): { range: string; portText: string | undefined } {
  const parts = /^\[([^\]]*)\](?::(.*))?$/.exec(item) ?? /^([^:]*):([^:]*)$/.exec(item)
  if (parts === null) return { range: item, portText: undefined }
  return { range: parts[1] ?? '', portText: parts[2] }
}

function wholeNumber(text: string, max: number): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}
