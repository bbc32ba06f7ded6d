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

/** A prompt with its answers before and since the change. */
export interface EvidenceCell {
  prompt: number
  /** Answers, and those that mention the brand. */
  n: readonly [before: number, after: number]
  y: readonly [before: number, after: number]
  /** Its contribution to the change of the share. */
  moved: number
}

export type AlertState = 'open' | 'acknowledged' | 'closed'

export interface AlertsTable {
  id: string
  brand_id: string
  engine: string
  country: string
  direction: Direction
  /** UTC days, as text. */
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
  /** PostgreSQL time of the insert. */
  found_at: Generated<Date>
}
