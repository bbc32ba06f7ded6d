import { z } from 'zod'
import { usageTables } from '../usage/index.ts'

/** PostgreSQL's tables in an order in which each row finds what it refers to. Jobs are not kept: restoring queues them anew. */
export const postgresTables = [
  'workspaces',
  'brands',
  'reading_configs',
  'api_keys',
  'api_key_brands',
  'topics',
  'tags',
  'brand_profiles',
  'brand_analyses',
  'products',
  'alignment_categories',
  'prompts',
  'prompt_tags',
  'alignment_suggestions',
  'competitors',
  'ingest_tokens',
  'writing_styles',
  'knowledge_documents',
  'knowledge_parts',
  'secrets',
  'idempotent_responses',
  'opportunities',
  'audit_records',
  'usage_rollups',
  'credit_entries',
  'audits',
  'audit_addresses',
  'audit_pages',
  'issue_pages',
] as const

/** ClickHouse's tables with `brand_id`. */
export const brandTables = [
  'answers',
  'readings',
  'sentiment_judgements',
  'crawler_visits',
  'knowledge_passages',
  'knowledge_terms',
  'knowledge_vectors',
  'page_scans',
  'page_readings',
] as const

export const clickhouseTables = [...brandTables, ...usageTables] as const

/** What a backup says of itself. */
export const manifestSchema = z.object({
  format: z.int(),
  version: z.string(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  rows: z.record(z.string(), z.int()),
})

export type Manifest = z.output<typeof manifestSchema>

export const manifestFormat = 1

export const manifestFile = 'manifest.json'

/** The file of a table's rows, a JSON object a line, gzip. */
export const tableFile = (table: string) => `${table}.jsonl.gz`
