import ipaddr from 'ipaddr.js'
import {
  type ConfigOf,
  integer,
  list,
  optional,
  type Section,
  text,
  variable,
} from '../../lib/environment.ts'

/** As the server takes them: addresses, ranges of `/8` or `/255.0.0.0`, and names of some ranges. */
const proxies = (value: string) => {
  const isProxy = (item: string) => {
    const [address = '', mask] = item.split('/')
    return ipaddr.isValidCIDR(item) || (ipaddr.isValid(address) && (mask === undefined || isMask(mask)))
  }
  const isMask = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text)
  const items = list(value)
  if (!items.every((item) => ['loopback', 'linklocal', 'uniquelocal'].includes(item) || isProxy(item)))
    throw new Error('must list addresses or ranges, such as 10.0.0.0/8, comma separated')
  return items
}

export const httpConfig = {
  HOST: variable(text, '127.0.0.1', 'Address that the HTTP API listens on'),
  PORT: variable(integer(0, 65535), '3000', 'Port of the HTTP API; 0 takes a free one'),
  TRUST_PROXY: variable(
    proxies,
    '',
    'Addresses or ranges, comma separated, of proxies whose X-Forwarded-For is believed',
  ),
  METRICS_TOKEN: variable(optional, '', 'Bearer token for /metrics; without one only loopback may read it'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof httpConfig> {}
}
