declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    topics: TopicsTable
  }
}

export interface TopicsTable {
  id: string
  brand_id: string
  parent_id: string | null
  name: string
  created_at: Date
}
