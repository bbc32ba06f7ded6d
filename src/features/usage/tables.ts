import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { usageRows } from './usage-rows.ts'

const observed = (name: 'usage_requests' | 'usage_days'): ClickHouseTable => ({
  name,
  of: 'workspace',
  isUncounted: true,
  rows: (services, snapshot) => usageRows(services, snapshot, name),
})

export const clickhouseTables = [observed('usage_requests'), observed('usage_days')]
