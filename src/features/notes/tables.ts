declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    notes: NotesTable
  }
}

export interface NotesTable {
  id: string
  brand_id: string
  /** A UTC day, as text. */
  day: string
  text: string
  created_at: Date
}
