import type { ColumnType, JSONColumnType } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    tasks: TasksTable
    task_file_parts: { task_id: string; number: number; bytes: Buffer }
  }
}

/** Can exceed 32 bits but not the range of a number; read as text. */
type Count = ColumnType<string, number | undefined, number>

export interface TasksTable {
  id: string
  workspace_id: string
  brand_id: string | null
  person_id: string | null
  address: string | null
  operation: string
  input: JSONColumnType<Record<string, unknown>>
  state: 'receiving' | 'waiting' | 'working' | 'done' | 'failed' | 'canceled'
  /** Runs that started and have not ended. */
  starts: ColumnType<number, number | undefined, number>
  done: Count
  total: ColumnType<string | null, number | null, number | null>
  unit: string | null
  file_bytes: Count
  result: JSONColumnType<object> | null
  error: JSONColumnType<{ code: string; message: string }> | null
  created_at: Date
  finished_at: Date | null
}
