import type { ColumnType, Generated } from 'kysely'
import type { SectionAccess } from '../../lib/site/crawling/site-facts.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    audits: AuditsTable
    audit_schedules: AuditSchedulesTable
    audit_addresses: AuditAddressesTable
    audit_pages: AuditPagesTable
    issue_pages: IssuePagesTable
  }
}

export interface AuditsTable {
  id: string
  brand_id: string
  domain: string
  website: string
  include_link_analysis: boolean
  total_urls: number
  is_partial_estimate: Generated<boolean>
  credit_cost: number
  is_free_scan: boolean
  refunded: Generated<boolean>
  state: 'running' | 'completed' | 'failed' | 'cancelled'
  problem: string | null
  pages_found: Generated<number>
  pages_done: Generated<number>
  site: Buffer | null
  /** Per section and bot. Null if the audit probed none. */
  section_access: ColumnType<SectionAccess[] | null, string | null | undefined, string | null>
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

export interface AuditSchedulesTable {
  brand_id: string
  every: 'week' | 'month'
  include_link_analysis: boolean
  first_at: Date
  next_at: Date
  last_at: Date | null
  last_job_id: string | null
  last_problem: string | null
  updated_at: Date
}
