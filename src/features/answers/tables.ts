import type { Generated, JSONColumnType } from 'kysely'
import { committedUntil } from '../../kernel/batches.ts'
import type { ClickHouseTable } from '../../kernel/observed-tables.ts'
import { sql } from '../../stores/clickhouse-sql.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    reading_configs: ReadingConfigsTable
    answer_checks: AnswerChecksTable
  }
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    ingest_seq: Generated<number>
    pending_seq: number | null
    reading_version: number
    erasures: Generated<number>
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

export interface ReadingConfigsTable {
  brand_id: string
  version: number
  entities: JSONColumnType<ReadEntity[]>
  /** The `readerVersion` of the release that wrote the config. */
  reader: number
  read_seq: Generated<number>
  /** Whether raw responses are reread, instead of only the texts of answers. */
  reads_raw: Generated<boolean>
  created_at: Date
}

/** What people say about the reading of an entity in an answer. */
export interface AnswerChecksTable {
  brand_id: string
  answer_id: string
  entity: number
  executed_at: Date
  mention: 'right' | 'wrong' | null
  sentiment: 'positive' | 'neutral' | 'negative' | null
  checked_at: Date
  /** The sentiment that the reader found. Null if the answer no longer mentions the entity. */
  read_sentiment: number | null
  /** Counts changes, to find those during a correction. */
  is_applied: boolean
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
    committed: ({ reading_version, ingest_seq }) =>
      sql`version = ${reading_version} AND ${committedUntil(ingest_seq)}`,
  },
  {
    name: 'sentiment_judgements',
    of: 'brand',
    isUncounted: true,
    key: ['answer_id', 'asked_at', 'question_key'],
    rowBytes: sql`100 + length(question) + length(reply) + length(error)`,
  },
]
