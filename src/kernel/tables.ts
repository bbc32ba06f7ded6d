import type { Generated, JSONColumnType, Selectable } from 'kysely'

declare module '../stores/postgres-schema.ts' {
  interface Tables {
    workspaces: WorkspacesTable
    brands: BrandsTable
    secrets: { name: string; value: Buffer }
    idempotent_responses: IdempotentResponsesTable
    audit_records: AuditRecordsTable
    events: EventsTable
    stored_rows: StoredRowsTable
    lost_rows: LostRowsTable
  }
}

export type Workspace = Selectable<WorkspacesTable>
export type Brand = Selectable<BrandsTable>

/** The origin of a request, for audit records. */
export interface Origin {
  via: 'api' | 'console' | 'command-line' | 'mcp' | 'job'
  /** The client's IP address. Null if the client is on this machine. */
  address: string | null
}

export interface WorkspacesTable {
  id: string
  name: string
  api_access: boolean
  api_writes: boolean
  brand_knowledge: boolean
  credits: number
  second_factor_required: Generated<boolean>
  created_at: Date
  updated_at: Date
}

/** Columns common to all features; each feature declares its own. */
export interface BrandsTable {
  id: string
  workspace_id: string
  name: string
  aliases: string[]
  is_active: boolean
  primary_domain: string | null
  website: string | null
  match_case_sensitive: Generated<boolean>
  match_in_context: Generated<boolean>
  excluded_phrases: Generated<string[]>
  data_version: Generated<number>
  data_unstable: Generated<boolean>
  counted_tables: Generated<string[]>
  damaged_tables: Generated<string[]>
  created_at: Date
  updated_at: Date
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

/** `day` is read and written as text, with a cast. */
export interface StoredRowsTable {
  brand_id: string
  table_name: string
  day: string
  rows: number
  ids: string
}

export interface LostRowsTable extends StoredRowsTable {
  regained_rows: Generated<number>
  regained_ids: Generated<string>
  noticed_at: Date
}

export interface AuditRecordsTable {
  id: string
  /** Null for changes of a person's own account. */
  workspace_id: string | null
  brand_id: string | null
  created_at: Date
  /** The kind of the actor, and its id if it has one. */
  actor_kind: string
  actor_id: string | null
  via: Origin['via'] | null
  address: string | null
  key_id: string | null
  key_name: string | null
  operation: string
  before: JSONColumnType<object> | null
  after: JSONColumnType<object> | null
  request_id: string
}

export interface EventsTable {
  id: string
  workspace_id: string
  brand_id: string | null
  type: string
  data: JSONColumnType<Record<string, unknown>>
  created_at: Date
  dealt_at: Date | null
}
