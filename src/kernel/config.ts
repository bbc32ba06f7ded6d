import { type ConfigOf, integer, type Section, variable } from '../lib/environment.ts'
import { parseAllowedAddresses } from '../lib/fetching/allowed-addresses.ts'
import { parseHostOverrides } from '../lib/fetching/host-overrides.ts'
import type { storesConfig } from '../stores/config.ts'
import { parseSecretsKeys } from './secret-box.ts'

const webOrigin = (value: string) => {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('must be a URL without a path, such as https://sightline.example.com')
  return url.origin
}

export const kernelConfig = {
  PUBLIC_URL: variable(
    (value) => (value === '' ? undefined : webOrigin(value)),
    '',
    'URL at which clients reach this server, such as https://sightline.example.com; used in links and in the user agent of audits',
  ),
  READS_PER_MINUTE: variable(integer(1, 1e9), '300', 'Read requests per API key per 60 s'),
  WRITES_PER_MINUTE: variable(integer(1, 1e9), '60', 'Write requests per API key per 60 s'),
  AUDITS_PER_MINUTE: variable(integer(1, 1e9), '300', 'Audit starts per API key per 60 s'),
  UNKNOWN_KEYS_PER_MINUTE: variable(
    integer(1, 1e9),
    '60',
    'Requests with well-formed but unknown keys per IP address per 60 s',
  ),
  RESULT_CACHE_MEGABYTES: variable(integer(0, 100_000), '64', 'Memory for cached read results; 0 disables the cache'),
  QUERY_TIMEOUT_SECONDS: variable(integer(1, 600), '20', 'Query time limit per API request'),
  SECRETS_KEY: variable(
    parseSecretsKeys,
    '',
    'Key that encrypts provider API keys and other secrets: 32 random bytes in base64 or hex; list previous keys after it, comma-separated. Defaults to a generated key in secrets.key in the data directory',
  ),
  FETCH_ALLOWED_ADDRESSES: variable(
    parseAllowedAddresses,
    '',
    'Private addresses or ranges that Sightline may fetch from, comma-separated, each with an optional port',
  ),
  SITE_STAND_INS: variable(
    parseHostOverrides,
    '',
    'Servers to fetch instead of brand hosts, comma-separated, such as www.example.com=127.0.0.1:8080, always over plain HTTP; for sites that are not public yet. Applies to audits, brand analyses, knowledge documents and client metadata of connected apps',
  ),
} satisfies Section

/** Environment variables of the stores and the kernel; features add theirs in their `config.ts`. */
export interface Config extends ConfigOf<typeof storesConfig>, ConfigOf<typeof kernelConfig> {}
