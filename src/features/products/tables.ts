declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    products: ProductsTable
  }
}

export interface ProductsTable {
  id: string
  brand_id: string
  parent_id: string | null
  kind: string
  name: string
  description: string | null
  created_at: Date
}
