import {
  type ConfigOf,
  integer,
  list,
  optional,
  type Section,
  text,
  variable,
} from '../../lib/environment.ts'

export const httpConfig = {
  HOST: variable(text, '127.0.0.1', 'Address that the HTTP API listens on'),
  PORT: variable(integer(0, 65535), '3000', 'Port of the HTTP API; 0 takes a free one'),
  TRUST_PROXY: variable(
    list,
    '',
    'Addresses or ranges, comma separated, of proxies whose X-Forwarded-For is believed',
  ),
  METRICS_TOKEN: variable(optional, '', 'Bearer token for /metrics; without one only loopback may read it'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof httpConfig> {}
}
