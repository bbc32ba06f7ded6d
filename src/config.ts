import { resolve } from 'node:path'
import { ApiError } from './lib/errors.ts'
import { parseAllowedAddresses } from './lib/fetching/allowed-addresses.ts'

/** One environment variable: what it means, how its text is read, what holds without it. */
interface Variable<T> {
  doc: string
  fallback: string
  read: (text: string) => T
}

const text = (value: string) => value
const optional = (value: string) => (value === '' ? undefined : value)
const integer = (min: number, max: number) => (value: string) => {
  if (!/^\d+$/.test(value) || Number(value) < min || Number(value) > max) {
    throw new Error(`must be an integer from ${min} to ${max}`)
  }
  return Number(value)
}
const optionalInteger = (min: number, max: number) => (value: string) =>
  value === '' ? undefined : integer(min, max)(value)
const oneOf =
  <const T extends readonly string[]>(...values: T) =>
  (value: string): T[number] => {
    if (!values.includes(value)) throw new Error(`must be one of ${values.join(', ')}`)
    return value
  }
const list = (value: string) => (value === '' ? [] : value.split(',').map((item) => item.trim()))
const webOrigin = (value: string) => {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error('must be a web address without a path, such as https://sightline.example.com')
  return url.origin
}
const engines = (value: string) =>
  list(value).map((item) => {
    const [slug = '', name = slug] = item.split(':')
    if (!/^[a-z0-9-]{1,40}$/.test(slug)) throw new Error('must list slug:Name pairs, slugs of a-z, 0-9 and -')
    return { slug, name }
  })

function variable<T>(read: (value: string) => T, fallback: string, doc: string): Variable<T> {
  return { doc, fallback, read }
}

/** Every environment variable that Sightline reads. `docs/operations.md` shows this table. */
export const variables = {
  DATA_DIR: variable(
    (value) => resolve(value),
    './data',
    'Directory of the embedded stores and the control socket (mode 0700)',
  ),
  HOST: variable(text, '127.0.0.1', 'Address that the HTTP API listens on'),
  PORT: variable(integer(0, 65535), '3000', 'Port of the HTTP API; 0 takes a free one'),
  DATABASE_URL: variable(optional, '', 'PostgreSQL server to use in place of the embedded one'),
  CLICKHOUSE_URL: variable(optional, '', 'ClickHouse server to use in place of the embedded one'),
  CLICKHOUSE_CLUSTER: variable(optional, '', 'Cluster of that server to spread the tables over'),
  ROLE: variable(
    oneOf('all', 'api', 'worker'),
    'all',
    'What serve does: the API and background jobs, or one of them (with both stores as servers)',
  ),
  LOG_LEVEL: variable(
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least level of log lines written',
  ),
  TRUST_PROXY: variable(
    list,
    '',
    'Addresses or ranges, comma separated, of proxies whose X-Forwarded-For is believed',
  ),
  METRICS_TOKEN: variable(optional, '', 'Bearer token for /metrics; without one only loopback may read it'),
  ENGINES: variable(engines, '', 'Further AI search engines, as slug:Name, comma separated'),
  READS_PER_MINUTE: variable(integer(1, 1e9), '300', 'Read requests per API key in 60 s'),
  WRITES_PER_MINUTE: variable(integer(1, 1e9), '60', 'Write requests per API key in 60 s'),
  AUDITS_PER_MINUTE: variable(integer(1, 1e9), '300', 'Audit starts per API key in 60 s'),
  UNKNOWN_KEYS_PER_MINUTE: variable(
    integer(1, 1e9),
    '60',
    'Requests with well-formed but unknown keys per address in 60 s',
  ),
  ANSWER_RETENTION_DAYS: variable(
    optionalInteger(1, 36_500),
    '',
    'Days that answers are kept, counted from their execution; for good where not set',
  ),
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
  BOT_RANGES_DIR: variable(
    (value) => (value === '' ? undefined : resolve(value)),
    '',
    'Directory of the lists of bots’ addresses; bot-ranges in DATA_DIR where not set',
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
  CITED_PAGES: variable(
    oneOf('fetch', 'ignore'),
    'fetch',
    'Whether pages that answers cite are fetched and read; those that are read already stay',
  ),
  FETCH_ALLOWED_ADDRESSES: variable(
    parseAllowedAddresses,
    '',
    'Addresses or ranges, each with or without a port, comma separated, that may be fetched from although they are not public',
  ),
  AUDIT_BOT_REQUESTS: variable(
    oneOf('send', 'omit'),
    'send',
    'Whether an audit asks for the home page once under the name of each of the main AI bots',
  ),
  PUBLIC_URL: variable(
    (value) => (value === '' ? undefined : webOrigin(value)),
    '',
    'Address at which clients reach this server, such as https://sightline.example.com: links in responses and the user agent of audits name it',
  ),
  RESULT_CACHE_MEGABYTES: variable(
    integer(0, 100_000),
    '64',
    'Memory that results of reads may take; 0 computes each anew',
  ),
  QUERY_TIMEOUT_SECONDS: variable(integer(1, 600), '20', 'Time that one API request may spend on queries'),
  SENTIMENT_PROVIDER: variable(
    oneOf('offline', 'openai', 'openai-compatible', 'anthropic', 'google'),
    'offline',
    'Who judges sentiment: the offline lexicon or a language model',
  ),
  SENTIMENT_MODEL: variable(optional, '', 'Name of the language model that judges sentiment'),
  SENTIMENT_BASE_URL: variable(optional, '', 'Address of an OpenAI-compatible server'),
  SENTIMENT_API_KEY: variable(optional, '', 'Key for the language model'),
  KNOWLEDGE_MAX_MEGABYTES: variable(integer(1, 200), '20', 'Largest knowledge document that is taken'),
  KNOWLEDGE_MAX_DOCUMENTS: variable(integer(1, 10_000), '500', 'Knowledge documents that a brand may have'),
  KNOWLEDGE_MAX_PAGES: variable(integer(1, 1_000_000), '5000', 'Most pages of a PDF that is read'),
  KNOWLEDGE_READ_SECONDS: variable(
    integer(1, 3600),
    '120',
    'Time that reading a knowledge document may take; one that takes longer fails',
  ),
  KNOWLEDGE_READ_MEGABYTES: variable(
    integer(50, 100_000),
    '1000',
    'Memory that reading a knowledge document may take, in a process of its own',
  ),
  KNOWLEDGE_EMBEDDING_PROVIDER: variable(
    oneOf('none', 'openai', 'openai-compatible', 'google'),
    'none',
    'Who embeds knowledge documents, so that they are found by meaning as well as by words',
  ),
  KNOWLEDGE_EMBEDDING_MODEL: variable(optional, '', 'Name of the embedding model'),
  KNOWLEDGE_EMBEDDING_BASE_URL: variable(
    optional,
    '',
    'Address of an OpenAI-compatible server for embeddings',
  ),
  KNOWLEDGE_EMBEDDING_API_KEY: variable(optional, '', 'Key for the embedding model'),
  KNOWLEDGE_MODEL_PROVIDER: variable(
    oneOf('none', 'openai', 'openai-compatible', 'anthropic', 'google'),
    'none',
    'Which language model summarises knowledge documents and derives profiles; without one sentences are chosen, and profiles hold what pages declare',
  ),
  KNOWLEDGE_MODEL: variable(optional, '', 'Name of that language model'),
  KNOWLEDGE_MODEL_BASE_URL: variable(optional, '', 'Address of an OpenAI-compatible server for it'),
  KNOWLEDGE_MODEL_SECONDS: variable(
    integer(1, 3600),
    '60',
    'Time that it has for each answer; without one by then the work is done without it',
  ),
  KNOWLEDGE_MODEL_API_KEY: variable(optional, '', 'Key for it'),
} satisfies Record<string, Variable<unknown>>

export type Config = { [K in keyof typeof variables]: ReturnType<(typeof variables)[K]['read']> }

/**
 * Reads the configuration from environment variables, overridden by flags of the command line.
 * @throws ApiError invalid_request that names the variable and what it takes.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const entries = Object.entries(variables).map(([name, { fallback, read }]) => {
    const given = environment[name]
    try {
      return [name, read(given === undefined || given === '' ? fallback : given)]
    } catch (error) {
      throw new ApiError('invalid_request', `${name} ${(error as Error).message}`)
    }
  })
  const config = Object.fromEntries(entries) as Config
  if (config.CLICKHOUSE_CLUSTER !== undefined && config.CLICKHOUSE_URL === undefined)
    throw new ApiError('invalid_request', 'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL')
  return config
}
