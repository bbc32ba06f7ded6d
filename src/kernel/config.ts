import { type ConfigOf, integer, type Section, variable } from '../lib/environment.ts'
import { parseAllowedAddresses } from '../lib/fetching/allowed-addresses.ts'
import { parseHostOverrides } from '../lib/fetching/host-overrides.ts'
import type { storesConfig } from '../stores/config.ts'
import { parseSecretsKeys } from './secret-box.ts'

const webOrigin = (value: string) => {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('must be a web address without a path, such as https://sightline.example.com')
  return url.origin
}

export const kernelConfig = {
  PUBLIC_URL: variable(
    (value) => (value === '' ? undefined : webOrigin(value)),
    '',
    'Address at which clients reach this server, such as https://sightline.example.com: links in responses and the user agent of audits name it',
  ),
  READS_PER_MINUTE: variable(integer(1, 1e9), '300', 'Read requests per API key in 60 s'),
  WRITES_PER_MINUTE: variable(integer(1, 1e9), '60', 'Write requests per API key in 60 s'),
  AUDITS_PER_MINUTE: variable(integer(1, 1e9), '300', 'Audit starts per API key in 60 s'),
  UNKNOWN_KEYS_PER_MINUTE: variable(
    integer(1, 1e9),
    '60',
    'Requests with well-formed but unknown keys per address in 60 s',
  ),
  RESULT_CACHE_MEGABYTES: variable(
    integer(0, 100_000),
    '64',
    'Memory that results of reads may take; 0 computes each anew',
  ),
  QUERY_TIMEOUT_SECONDS: variable(integer(1, 600), '20', 'Time that one API request may spend on queries'),
  SECRETS_KEY: variable(
    parseSecretsKeys,
    '',
    'Key that API keys of providers and other secrets are encrypted with: 32 random bytes as base64 or hexadecimal digits; after a comma, keys that were used before. Without it a key is kept in the data directory, in secrets.key',
  ),
  FETCH_ALLOWED_ADDRESSES: variable(
    parseAllowedAddresses,
    '',
    'Addresses or ranges, each with or without a port, comma separated, that may be fetched from although they are not public',
  ),
  SITE_STAND_INS: variable(
    parseHostOverrides,
    '',
    'Servers that are asked in the place of hosts of brands, comma separated, such as www.example.com=127.0.0.1:8080: over plain http, whatever the scheme; for a site that is not public yet. Audits, analyses of brands, knowledge documents and documents of agents’ programs are read from it',
  ),
} satisfies Section

/** What the environment variables say: those of the stores and the kernel, and what others add in their `config.ts`. */
export interface Config extends ConfigOf<typeof storesConfig>, ConfigOf<typeof kernelConfig> {}
