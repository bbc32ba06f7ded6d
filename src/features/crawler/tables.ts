import { committedUntil } from '../../kernel/batches.ts'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

export const clickhouseTables: readonly ClickHouseTable[] = [
  {
    name: 'crawler_visits',
    of: 'brand',
    key: ['ts', 'visit_id'],
    rowBytes: sql`byteSize(*)`,
    committed: ({ visits_seq }) => committedUntil(visits_seq),
  },
]
