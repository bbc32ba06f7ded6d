/** PostgreSQL's tables in an order in which each row finds what it refers to. Jobs are not kept: restoring queues them anew. */
export const postgresTables = [
  'workspaces',
  'brands',
  'reading_configs',
  'api_keys',
  'api_key_brands',
  'topics',
  'tags',
  'prompts',
  'prompt_tags',
  'competitors',
  'secrets',
] as const

/** ClickHouse's tables, each with `brand_id`. */
export const clickhouseTables = ['answers', 'readings', 'sentiment_judgements'] as const

/** What a backup says of itself. */
export interface Manifest {
  format: 1
  version: string
  made_at: string
  migrations: string[]
  rows: Record<string, number>
}

export const manifestFile = 'manifest.json'

/** The file of a table's rows, a JSON object a line, gzip. */
export const tableFile = (table: string) => `${table}.jsonl.gz`
