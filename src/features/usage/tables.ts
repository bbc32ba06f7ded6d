import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { usageRows } from './usage-rows.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    /** `day` is written as YYYY-MM-DD. Cast it to text to read it. */
    usage_rollups: { day: string; rolled_at: Date }
  }
}

const observed = (name: 'usage_requests' | 'usage_days'): ClickHouseTable => ({
  name,
  of: 'workspace',
  isUncounted: true,
  rows: (services, snapshot) => usageRows(services, snapshot, name),
})

export const clickhouseTables = [observed('usage_requests'), observed('usage_days')]
