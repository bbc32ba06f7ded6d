import { type BatchKind, committedUntil } from '../../kernel/batches.ts'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

export const trafficTable = {
  name: 'ai_traffic',
  of: 'brand',
  key: ['ts', 'hit_id'],
  rowBytes: sql`100 + length(path) + length(domain)`,
  committed: ({ traffic_seq }) => committedUntil(traffic_seq),
} satisfies ClickHouseTable

export const trafficBatches: BatchKind<'ai_traffic'> = {
  lock: 'visits',
  tables: ['ai_traffic'],
  counted: { table: 'ai_traffic', id: 'hit_id', time: 'ts' },
  numbersOf: ({ traffic_seq, traffic_pending }) => ({
    committed: traffic_seq,
    pending: traffic_pending ? traffic_seq + 1 : null,
  }),
  columnsOf: ({ committed, pending }) => ({ traffic_seq: committed, traffic_pending: pending !== null }),
}
