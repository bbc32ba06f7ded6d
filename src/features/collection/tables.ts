import type { Generated, Selectable } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    collection_plans: CollectionPlansTable
    collection_budgets: CollectionBudgetsTable
    collection_spending: CollectionSpendingTable
    collection_slots: CollectionSlotsTable
    collected_bodies: CollectedBodiesTable
    collection_lost_requests: CollectionLostRequestsTable
    collection_rounds_told: { brand_id: string; engine: string; round: Date }
  }
}

export interface CollectionPlansTable {
  brand_id: string
  engine: string
  source_id: string | null
  fallback_source_id: string | null
  countries: string[]
  language: string
  replicates: number
  times_per_day: number | null
  times_per_week: number | null
  tag_ids: string[]
  topic_ids: string[]
  is_active: boolean
  since: Date
  planned_until: Date
  created_at: Date
  updated_at: Date
}

export interface CollectionBudgetsTable {
  workspace_id: string
  brand_id: string | null
  monthly_nanos: number
  /** The last month, such as 2026-11, in which it was used up. */
  reached_in: Generated<string | null>
  updated_at: Date
}

/** `month` is read and written as text, with a cast. */
export interface CollectionSpendingTable {
  workspace_id: string
  brand_id: string
  month: string
  reserved_nanos: Generated<number>
  spent_nanos: Generated<number>
  at_risk_nanos: Generated<number>
}

/** A request without a response that the provider may have charged for. `month` as in spending. */
export interface CollectionLostRequestsTable {
  attempt_id: string
  workspace_id: string
  brand_id: string
  slot_id: string | null
  source_id: string | null
  engine: string
  month: string
  cost_nanos: number
  reason: string
  lost_at: Date
}

/** Includes the source and model at the time of the request. */
export interface CollectedBodiesTable {
  slot_id: string
  format: string
  source: string
  model: string
  body: Buffer
}

export type SlotState = 'planned' | 'reserved' | 'submitted' | 'received' | 'settled'

export interface CollectionSlotsTable {
  id: string
  brand_id: string
  engine: string
  prompt_id: string
  country: string
  language: string
  replicate: number
  round: Date
  round_end: Date
  planned_at: Date
  state: SlotState
  due_at: Date
  attempts: Generated<number>
  attempt_id: string | null
  source_id: string | null
  submitted_at: Date | null
  task_id: string | null
  task_cost_nanos: number | null
  month: string | null
  reserved_nanos: Generated<number>
  cost_nanos: Generated<number>
  at_risk_nanos: Generated<number>
  possibly_bought: Generated<number>
  received_at: Date | null
  outcome: string | null
  failure: string | null
  reason: string | null
  latency_ms: number | null
  settled_at: Date | null
}

/** A stored slot with its outcome. */
export type Slot = Selectable<CollectionSlotsTable>
