import { committedUntil } from '../../kernel/batches.ts'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'reading_configs.entities': ReadEntity[]
    'answer_checks.mention': 'right' | 'wrong'
    'answer_checks.sentiment': 'positive' | 'neutral' | 'negative'
  }
}

/** An entity in a reading config: the brand (number 1) or a competitor. */
export interface ReadEntity {
  number: number
  names: string[]
  domain: string | null
  case_sensitive: boolean
  /** Whether names count only if the text shows that they are names. Missing in older versions. */
  in_context?: boolean
  /** Phrases in which a name means something else. Missing if there are none. */
  excluded?: string[]
}

export const clickhouseTables: readonly ClickHouseTable[] = [
  {
    name: 'answers',
    of: 'brand',
    key: ['seq', 'answer_id', 'revision'],
    rowBytes: sql`300 + length(answer) + byteSize(given_citations.url, given_citations.title, search_queries)`,
    committed: ({ ingest_seq, reading_version }) =>
      sql`${committedUntil(ingest_seq)} AND revision <= ${reading_version}`,
  },
  {
    name: 'raw_responses',
    of: 'brand',
    isUncounted: true,
    key: ['seq', 'answer_id'],
    rowBytes: sql`200 + length(line) + length(body)`,
    committed: ({ ingest_seq }) => committedUntil(ingest_seq),
  },
  {
    name: 'readings',
    of: 'brand',
    key: ['executed_at', 'answer_id'],
    rowBytes: sql`byteSize(*)`,
    committed: ({ reading_version, ingest_seq }) => sql`version = ${reading_version} AND ${committedUntil(ingest_seq)}`,
  },
  {
    name: 'sentiment_judgements',
    of: 'brand',
    isUncounted: true,
    key: ['answer_id', 'asked_at', 'question_key'],
    rowBytes: sql`100 + length(question) + length(reply) + length(error)`,
  },
]
