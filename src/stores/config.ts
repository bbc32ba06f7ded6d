import { resolve } from 'node:path'
import { type ConfigOf, optional, type Section, variable } from '../lib/environment.ts'
import { invalidRequest } from '../lib/errors.ts'
import { checkClickHouseUrl, checkPostgresUrl } from './server-urls.ts'

const given = (check: (text: string) => string) => (value: string) => (value === '' ? undefined : check(value))

export const storesConfig = {
  DATA_DIR: variable(
    (value) => resolve(value),
    './data',
    'Directory of the embedded stores and the control socket (mode 0700)',
  ),
  DATABASE_URL: variable(given(checkPostgresUrl), '', 'PostgreSQL server to use instead of the embedded one'),
  CLICKHOUSE_URL: variable(given(checkClickHouseUrl), '', 'ClickHouse server to use instead of the embedded one'),
  CLICKHOUSE_CLUSTER: variable(optional, '', 'ClickHouse cluster to distribute the tables over'),
} satisfies Section

/** @throws ApiError invalid_request if a required variable is missing */
export function checkStores({ CLICKHOUSE_CLUSTER, CLICKHOUSE_URL }: ConfigOf<typeof storesConfig>): void {
  if (CLICKHOUSE_CLUSTER !== undefined && CLICKHOUSE_URL === undefined)
    throw invalidRequest('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL')
}
