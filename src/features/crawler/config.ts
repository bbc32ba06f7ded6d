import { resolve } from 'node:path'
import {
  type ConfigOf,
  integer,
  oneOf,
  optionalInteger,
  type Section,
  variable,
} from '../../lib/environment.ts'

export const config = {
  VISIT_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days that visits of crawlers are kept, counted from the visit; for good where not set',
  ),
  ADDRESS_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days after which visits lose their addresses, user agents, referrers and queries; never where not set',
  ),
  BOT_RANGES: variable(
    oneOf('fetch', 'ignore'),
    'fetch',
    'Whether the lists of bots’ addresses are fetched from their operators, once a day',
  ),
  BOT_RANGES_DIR: variable(
    (value) => (value === '' ? undefined : resolve(value)),
    '',
    'Directory of lists of bots’ addresses that were put there by hand; bot-ranges in DATA_DIR where not set',
  ),
  BOT_RANGES_MAX_AGE_DAYS: variable(
    integer(1, 3650),
    '7',
    'Days from its fetch within which a list of addresses is proof against a visit',
  ),
  BOT_HOST_NAMES: variable(
    oneOf('ask', 'ignore'),
    'ask',
    'Whether name servers are asked for the names of bots’ addresses',
  ),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
