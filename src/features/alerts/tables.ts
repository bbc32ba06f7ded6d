import type { Generated, JSONColumnType } from 'kysely'
import type { Direction } from '../../lib/statistics/cusum.ts'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    visibility_alerts: AlertsTable
  }
}

declare module '../../kernel/tables.ts' {
  interface BrandsTable {
    alerts_of: string | null
  }
}

/** A prompt in the days that an alert compares with, and in those since the change. */
export interface EvidenceCell {
  /** The prompt's number. */
  prompt: number
  /** Answers, and those of them that name the brand. */
  n: readonly [before: number, after: number]
  y: readonly [before: number, after: number]
  /** What it adds to the change of the share. */
  moved: number
}

export type AlertState = 'open' | 'acknowledged' | 'closed'

export interface AlertsTable {
  id: string
  brand_id: string
  engine: string
  country: string
  direction: Direction
  /** Days of UTC, as text. */
  since: string
  raised_on: string
  raised_at: Date
  share_before: number
  share_after: number
  model_before: string | null
  model_after: string | null
  evidence: JSONColumnType<EvidenceCell[]>
  state: AlertState
  updated_at: Date
  /** When it was stored, by the clock of PostgreSQL. */
  found_at: Generated<Date>
}
