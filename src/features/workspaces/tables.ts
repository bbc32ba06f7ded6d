declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    credit_entries: CreditEntriesTable
  }
}

export interface CreditEntriesTable {
  id: string
  workspace_id: string
  kind: 'grant' | 'charge' | 'refund'
  amount: number
  balance: number
  job_id: string | null
  created_at: Date
}
