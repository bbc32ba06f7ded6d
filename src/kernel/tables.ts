import type { Row } from '../stores/postgres-schema.ts'

declare module '../stores/column-types.ts' {
  interface ColumnTypes {
    'audit_records.via': Origin['via']
    'audit_records.before': object
    'audit_records.after': object
    'events.data': Record<string, unknown>
  }
}

export type Workspace = Row<'workspaces'>
export type Brand = Row<'brands'>

/** The origin of a request, for audit records. */
export interface Origin {
  via: 'api' | 'console' | 'command-line' | 'mcp' | 'job'
  /** The client's IP address. Null if the client is on this machine. */
  address: string | null
}
