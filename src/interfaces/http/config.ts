import ipaddr from 'ipaddr.js'
import { type ConfigOf, integer, list, optional, type Section, text, variable } from '../../lib/environment.ts'

/** Parses addresses, ranges such as `/8` or `/255.0.0.0`, and names of well-known ranges. */
const proxies = (value: string) => {
  const isProxy = (item: string) => {
    const [address = '', mask] = item.split('/')
    return ipaddr.isValidCIDR(item) || (ipaddr.isValid(address) && (mask === undefined || isMask(mask)))
  }
  const isMask = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text)
  const items = list(value)
  if (!items.every((item) => ['loopback', 'linklocal', 'uniquelocal'].includes(item) || isProxy(item)))
    throw new Error('must be comma-separated addresses or ranges, such as 10.0.0.0/8')
  return items
}

export const httpConfig = {
  HOST: variable(text, '127.0.0.1', 'Address to listen on'),
  PORT: variable(integer(0, 65535), '3000', 'Port to listen on; 0 selects a free one'),
  TRUST_PROXY: variable(
    proxies,
    '',
    'Addresses or ranges of proxies whose X-Forwarded-For header is trusted, comma-separated',
  ),
  METRICS_TOKEN: variable(optional, '', 'Bearer token for /metrics; without one, only loopback can read it'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof httpConfig> {}
}
