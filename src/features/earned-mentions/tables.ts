import { committedUntil } from '../../kernel/batches.ts'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

export const clickhouseTables: readonly ClickHouseTable[] = [
  {
    name: 'page_scans',
    of: 'brand',
    key: ['page', 'seq'],
    rowBytes: sql`200 + length(content) + byteSize(url, title, authors, links)`,
    committed: ({ pages_seq }) => committedUntil(pages_seq),
  },
  {
    name: 'page_readings',
    of: 'brand',
    key: ['page', 'seq'],
    rowBytes: sql`byteSize(*)`,
    committed: ({ pages_version, pages_seq }) => sql`version = ${pages_version} AND ${committedUntil(pages_seq)}`,
  },
]
