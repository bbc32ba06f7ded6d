import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

/** Rows of unpublished and old runs are invisible, but included in backups. */
export const clickhouseTables: readonly ClickHouseTable[] = [
  {
    name: 'knowledge_passages',
    of: 'brand',
    key: ['document_id', 'run', 'passage'],
    rowBytes: sql`100 + length(text)`,
  },
  {
    name: 'knowledge_terms',
    of: 'brand',
    key: ['term', 'document_id', 'run'],
    rowBytes: sql`byteSize(*)`,
  },
  {
    name: 'knowledge_vectors',
    of: 'brand',
    key: ['model', 'document_id', 'run', 'passage'],
    rowBytes: sql`100 + 12 * length(vector)`,
  },
]
