import { resolve } from 'node:path'
import { type ConfigOf, optional, type Section, variable } from '../lib/environment.ts'
import { invalidRequest } from '../lib/errors.ts'

export const storesConfig = {
  DATA_DIR: variable(
    (value) => resolve(value),
    './data',
    'Directory of the embedded stores and the control socket (mode 0700)',
  ),
  DATABASE_URL: variable(optional, '', 'PostgreSQL server to use in place of the embedded one'),
  CLICKHOUSE_URL: variable(optional, '', 'ClickHouse server to use in place of the embedded one'),
  CLICKHOUSE_CLUSTER: variable(optional, '', 'Cluster of that server to spread the tables over'),
} satisfies Section

/** @throws ApiError invalid_request for variables that need each other */
export function checkStores({ CLICKHOUSE_CLUSTER, CLICKHOUSE_URL }: ConfigOf<typeof storesConfig>): void {
  if (CLICKHOUSE_CLUSTER !== undefined && CLICKHOUSE_URL === undefined)
    throw invalidRequest('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL')
}
