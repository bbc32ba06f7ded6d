import type { JSONColumnType } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    experiments: ExperimentsTable
  }
}

/** A prompt as it was when the experiment was created. */
export interface FrozenPrompt {
  id: string
  number: number
  text: string
  is_treated: boolean
}

/** Dates are UTC days, as text. */
export interface ExperimentsTable {
  id: string
  brand_id: string
  name: string
  description: string | null
  metric: string
  engines: string[]
  countries: string[]
  started_on: string
  ended_on: string
  days_left_out: number
  baseline_start_on: string
  baseline_end_on: string
  /** First day of the figures by which the prompts were chosen. */
  judged_from: string | null
  is_drawn: boolean
  prompts: JSONColumnType<FrozenPrompt[]>
  created_at: Date
  updated_at: Date
}
