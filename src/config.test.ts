import { expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'
import { features } from './features.ts'
import { httpConfig } from './interfaces/http/config.ts'
import { kernelConfig } from './kernel/config.ts'
import { storesConfig } from './stores/config.ts'

test('each variable has one owner', () => {
  const sections = [storesConfig, httpConfig, kernelConfig, ...features.map(({ config = {} }) => config)]
  const names = sections.flatMap((section) => Object.keys(section))
  expect(names).toHaveLength(new Set(names).size)
  expect(Object.keys(variables)).toEqual(expect.arrayContaining(names))
})

test.each([
  [{ PORT: '70000' }, 'PORT must be an integer from 0 to 65535'],
  [{ ROLE: 'both' }, 'ROLE must be one of all, api, worker'],
  [{ CLICKHOUSE_CLUSTER: 'main' }, 'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL'],
  ...['mysql://user:hidden@host/db', 'host:5432', 'postgres://user:hidden@host:99999/db', 'postgres://[hidden/db'].map(
    (DATABASE_URL): [Record<string, string>, string] => [
      { DATABASE_URL },
      'DATABASE_URL must be like postgres://user:password@host:5432/database',
    ],
  ),
  ...['postgres://user:hidden@host/db', 'host:8123', 'https://user:hidden@host:99999/', 'https://host/%zz'].map(
    (CLICKHOUSE_URL): [Record<string, string>, string] => [
      { CLICKHOUSE_URL },
      'CLICKHOUSE_URL must be like https://user:password@host:8443/database',
    ],
  ),
  ...['hidden', '10.0.0.0/33', '10.0.0.1,,'].map((TRUST_PROXY): [Record<string, string>, string] => [
    { TRUST_PROXY },
    'TRUST_PROXY must be comma-separated addresses or ranges, such as 10.0.0.0/8',
  ]),
  ...['SENTIMENT', 'KNOWLEDGE_MODEL', 'KNOWLEDGE_EMBEDDING'].flatMap((who) =>
    ['no address', 'ftp://host/v1', 'https://user:hidden@host/v1'].map((address): [Record<string, string>, string] => [
      { [`${who}_BASE_URL`]: address },
      `${who}_BASE_URL must be like https://host:8080/v1, without a user or password`,
    ]),
  ),
  [{ KNOWLEDGE_MAX_PAGES: '0' }, 'KNOWLEDGE_MAX_PAGES must be an integer from 1 to 1000000'],
])('%o is rejected with the values that the variable takes', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test.each([
  { DATABASE_URL: 'postgres://user:p%40ss@host:5432/db?application_name=x' },
  { DATABASE_URL: 'postgresql://user@%2Fvar%2Frun/db' },
  { DATABASE_URL: 'postgres://user:50%@/db?host=/var/run' },
  { CLICKHOUSE_URL: 'http://user:p%2Fw@[::1]:8123/a%20b?compression_request=true' },
  { SENTIMENT_BASE_URL: 'http://127.0.0.1:11434/v1?version=1' },
])('%o is used unchanged', (environment) => {
  expect(readConfig(environment)).toMatchObject(environment)
})

test('proxies are given as addresses, ranges or names of ranges', () => {
  const TRUST_PROXY = '127.0.0.1, ::1, 10.0.0.0/8, 192.168.0.0/255.255.0.0, uniquelocal'
  expect(readConfig({ TRUST_PROXY }).TRUST_PROXY).toEqual(TRUST_PROXY.split(', '))
})

test('a missing or empty variable has its default', () => {
  expect(readConfig({ READS_PER_MINUTE: '' })).toMatchObject({
    READS_PER_MINUTE: 300,
    ENGINES: [],
    PORT: 3000,
  })
})
