import { resolve } from 'node:path'
import { type ConfigOf, integer, oneOf, optionalInteger, type Section, variable } from '../../lib/environment.ts'

export const config = {
  VISIT_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days to keep visits of bots and people, and rows of first-party reports. Unset: forever',
  ),
  ADDRESS_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days after which visits lose their IP addresses, user agents, referrers and queries. Unset: never',
  ),
  BOT_RANGES: variable(
    oneOf('fetch', 'ignore'),
    'fetch',
    'Whether to fetch the bots’ IP ranges from their operators once a day',
  ),
  BOT_RANGES_DIR: variable(
    (value) => (value === '' ? undefined : resolve(value)),
    '',
    'Directory of manually added bot IP ranges. Unset: bot-ranges in DATA_DIR',
  ),
  BOT_RANGES_MAX_AGE_DAYS: variable(
    integer(1, 3650),
    '7',
    'Days after its fetch during which an IP range list can mark visits as spoofed',
  ),
  BOT_HOST_NAMES: variable(oneOf('ask', 'ignore'), 'ask', 'Whether to verify bot IP addresses by reverse DNS'),
} satisfies Section

declare module '../../kernel/config.ts' {
  interface Config extends ConfigOf<typeof config> {}
}
