declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    tags: TagsTable
  }
}

export interface TagsTable {
  id: string
  brand_id: string
  name: string
  slug: string
  color: string | null
  description: string | null
  created_at: Date
}
