import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { usageRows } from './usage-rows.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    /** `day` is written as YYYY-MM-DD, and read so with a cast to text only. */
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
