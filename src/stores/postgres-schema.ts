import type { Generated, JSONColumnType } from 'kysely'

/** The tables of PostgreSQL as `migrations/postgres` makes them. int8 is read as a number: none here leaves 2^53. */
export interface Tables {
  workspaces: WorkspacesTable
  brands: BrandsTable
  reading_configs: ReadingConfigsTable
  api_keys: ApiKeysTable
  ingest_tokens: IngestTokensTable
  api_key_brands: { key_id: string; brand_id: string }
  topics: TopicsTable
  tags: TagsTable
  brand_profiles: BrandProfilesTable
  brand_analyses: BrandAnalysesTable
  products: ProductsTable
  alignment_categories: AlignmentCategoriesTable
  alignment_suggestions: AlignmentSuggestionsTable
  prompts: PromptsTable
  prompt_tags: { prompt_id: string; tag_id: string }
  competitors: CompetitorsTable
  writing_styles: WritingStylesTable
  knowledge_documents: KnowledgeDocumentsTable
  knowledge_parts: KnowledgePartsTable
  opportunities: OpportunitiesTable
  secrets: { name: string; value: Buffer }
  /** `day` is written as YYYY-MM-DD, and read so with a cast to text only. */
  usage_rollups: { day: string; rolled_at: Date }
  idempotent_responses: IdempotentResponsesTable
  audit_records: AuditRecordsTable
  credit_entries: CreditEntriesTable
  audits: AuditsTable
  audit_addresses: AuditAddressesTable
  audit_pages: AuditPagesTable
  issue_pages: IssuePagesTable
}

export interface WorkspacesTable {
  id: string
  name: string
  api_access: boolean
  api_writes: boolean
  brand_knowledge: boolean
  credits: number
  created_at: Date
  updated_at: Date
}

export interface BrandsTable {
  id: string
  workspace_id: string
  name: string
  aliases: string[]
  is_active: boolean
  primary_domain: string | null
  website: string | null
  last_entity: Generated<number>
  last_prompt: Generated<number>
  ingest_seq: Generated<number>
  pending_seq: number | null
  reading_version: number
  data_version: Generated<number>
  data_unstable: Generated<boolean>
  erasures: Generated<number>
  visits_seq: Generated<number>
  visits_pending: Generated<boolean>
  pages_seq: Generated<number>
  pages_pending: Generated<boolean>
  pages_version: Generated<number>
  pages_switched_at: Date | null
  pages_tidied_seq: Generated<number>
  opportunities_of: string | null
  created_at: Date
  updated_at: Date
}

/** One entity that a reading looks for: the brand (number 1) or a competitor. */
export interface ReadEntity {
  number: number
  names: string[]
  domain: string | null
  case_sensitive: boolean
}

export interface ReadingConfigsTable {
  brand_id: string
  version: number
  entities: JSONColumnType<ReadEntity[]>
  read_seq: Generated<number>
  created_at: Date
}

export interface ApiKeysTable {
  id: string
  workspace_id: string
  name: string
  salt: Buffer
  hash: Buffer
  last_four: string
  scopes: string[]
  all_brands: boolean
  created_by: string | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  rolled_from: string | null
  grace_ends_at: Date | null
  chain_id: string
  last_used_at: Date | null
}

export interface IngestTokensTable {
  id: string
  brand_id: string
  name: string
  salt: Buffer
  hash: Buffer
  last_four: string
  created_at: Date
  revoked_at: Date | null
}

export interface IdempotentResponsesTable {
  chain_id: string
  method: string
  path: string
  idempotency_key: string
  fingerprint: Buffer
  status: number | null
  body: string | null
  request_id: string | null
  created_at: Date
}

export interface AuditRecordsTable {
  id: string
  workspace_id: string
  brand_id: string | null
  created_at: Date
  /** Who did it: the kind of the actor, and its id where it has one. */
  actor_kind: string
  actor_id: string | null
  key_id: string | null
  key_name: string | null
  operation: string
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
  request_id: string
}

export interface TopicsTable {
  id: string
  brand_id: string
  parent_id: string | null
  name: string
  created_at: Date
}

export interface TagsTable {
  id: string
  brand_id: string
  name: string
  slug: string
  color: string | null
  description: string | null
  created_at: Date
}

export interface BrandProfilesTable {
  brand_id: string
  industry: string | null
  short_description: string | null
  description: string | null
  primary_audience: string | null
  main_market: string | null
  key_features: string[]
  set_by: JSONColumnType<Record<string, string>>
  created_at: Date
  updated_at: Date
}

export interface BrandAnalysesTable {
  brand_id: string
  run: number
  status: string
  error: string | null
  derived_by: string | null
  model: string | null
  model_problem: string | null
  pages: Generated<string[]>
  site_problem: string | null
  documents: Generated<number>
  products_added: Generated<number>
  known_products: Generated<string[]>
  suggested_aliases: Generated<string[]>
  started_at: Date
  ended_at: Date | null
}

export interface ProductsTable {
  id: string
  brand_id: string
  parent_id: string | null
  kind: string
  name: string
  description: string | null
  created_at: Date
}

export interface AlignmentCategoriesTable {
  id: string
  brand_id: string
  name: string
  created_at: Date
}

export interface AlignmentSuggestionsTable {
  id: string
  brand_id: string
  suggested_prompt: string
  country_codes: string[]
  category_id: string | null
  product_id: string | null
  state: string
  prompt_id: string | null
  created_at: Date
  updated_at: Date
}

export interface PromptsTable {
  id: string
  brand_id: string
  number: number
  text: string
  text_hash: Buffer
  topic_id: string
  category_id: string | null
  countries: string[]
  is_active: boolean
  created_at: Date
  updated_at: Date
}

export interface CompetitorsTable {
  id: string
  brand_id: string
  number: number
  name: string
  primary_url: string | null
  domain: string | null
  relation: string
  aliases: string[]
  is_active: boolean
  is_manual: boolean
  match_case_sensitive: boolean
  match_require_domain: boolean
  match_mode: string
  created_at: Date
  updated_at: Date
}

export interface WritingRules {
  always_do: string[]
  never_do: string[]
}

export interface ToneOfVoice {
  presets: string[]
  custom_tones: string[]
  description: string
}

/** What a writing style has of its own for one language. */
export interface LanguageOverride extends WritingRules {
  formality: string | null
  nuance: string | null
  english_variant: string | null
}

export interface WritingStylesTable {
  id: string
  brand_id: string
  surface: string
  channel: string | null
  name: string
  name_key: string
  is_default: boolean
  sort_order: number
  tone_of_voice: JSONColumnType<ToneOfVoice>
  writing_rules: JSONColumnType<WritingRules>
  heading_case_style: string
  translation_formality: string | null
  competitor_statistics_mode: string | null
  english_variant: string | null
  language_overrides: JSONColumnType<Record<string, LanguageOverride>>
  created_at: Date
  updated_at: Date
}

export interface CreditEntriesTable {
  id: string
  workspace_id: string
  kind: 'grant' | 'charge' | 'refund'
  amount: number
  balance: number
  job_id: string | null
  created_at: Date
}

export interface AuditsTable {
  id: string
  brand_id: string
  domain: string
  website: string
  include_link_analysis: boolean
  total_urls: number
  credit_cost: number
  is_free_scan: boolean
  refunded: Generated<boolean>
  state: 'running' | 'completed' | 'failed' | 'cancelled'
  problem: string | null
  pages_found: Generated<number>
  pages_done: Generated<number>
  site: Buffer | null
  runner: string | null
  failures: Generated<number>
  version: string
  created_at: Date
  ended_at: Date | null
}

export interface AuditAddressesTable {
  audit_id: string
  id: string
  url: string
  depth: number | null
  source: string | null
  is_settled: Generated<boolean>
}

export interface AuditPagesTable {
  audit_id: string
  id: string
  url: string
  status: number | null
  etag: string | null
  last_modified: string | null
  facts: Buffer
}

export interface IssuePagesTable {
  id: string
  brand_id: string
  issue_id: string
  check_id: string
  page_id: string
  url: string
  title: string | null
  evidence: string[]
  state: 'open' | 'resolved'
  resolved_at: Date | null
  auto_resolved: boolean
  created_at: Date
  first_seen_at: Date
  first_seen_audit: string
  last_seen_at: Date
  last_seen_audit: string
}

export interface KnowledgeDocumentsTable {
  id: string
  brand_id: string
  title: string
  format: string
  source: string
  url: string | null
  status: string
  error: Generated<string | null>
  char_count: Generated<number>
  has_text: Generated<boolean>
  pages: Generated<number | null>
  summary: Generated<string | null>
  passages: Generated<number>
  terms: Generated<number>
  index_run: Generated<number>
  last_run: Generated<number>
  passes_asked: Generated<number>
  passes_done: Generated<number>
  embedding_model: Generated<string | null>
  embedding_problem: Generated<string | null>
  summarised_by: Generated<string | null>
  summary_problem: Generated<string | null>
  created_at: Date
  updated_at: Date
}

export interface KnowledgePartsTable {
  document_id: string
  role: string
  position: number
  content: Buffer
}

export interface OpportunitiesTable {
  id: string
  brand_id: string
  category: string
  kind: string
  topic_id: string | null
  title: string
  evidence: JSONColumnType<Record<string, unknown>>
  reach: number
  state: string
  cause_gone_at: Date | null
  created_at: Date
  updated_at: Date
}
