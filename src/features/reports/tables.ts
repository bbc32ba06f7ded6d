import type { Generated, JSONColumnType } from 'kysely'
import type { ReportContent } from './report-content.ts'
import type { Rhythm } from './report-period.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    reports: ReportsTable
    report_settings: ReportSettingsTable
    report_recipients: ReportRecipientsTable
    report_mails: ReportMailsTable
    report_unsubscribes: { brand_id: string; address_key: string; created_at: Date }
  }
}

export interface ReportsTable {
  id: string
  brand_id: string
  rhythm: Rhythm
  /** Days in UTC, as text. */
  start_date: string
  end_date: string
  content: JSONColumnType<ReportContent>
  /** Whether recipients and webhooks were notified. */
  is_told: Generated<boolean>
  /** The `reportComputation` that its figures come from. */
  computation: Generated<number>
  /** When its figures were replaced or withdrawn. Null if never. */
  corrected_at: Generated<Date | null>
  created_at: Date
}

export interface ReportSettingsTable {
  brand_id: string
  weekly: boolean
  monthly: boolean
  alerts: 'none' | 'falls' | 'all'
  alerts_since: Date
  updated_at: Date
}

/** Exactly one field is set. */
export interface Recipient {
  person_id: string | null
  address: string | null
}

export interface ReportRecipientsTable extends Recipient {
  brand_id: string
  since: Generated<Date>
}

export interface ReportMailsTable extends Recipient {
  id: string
  brand_id: string
  report_id: string | null
  alert_id: string | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  problem: string | null
  next_at: Date
  created_at: Date
  settled_at: Date | null
}
