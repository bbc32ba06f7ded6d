import type { JSONColumnType } from 'kysely'

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    first_party_rows: FirstPartyRowsTable
  }
}

export const dimensions = ['day', 'page', 'query', 'country', 'device'] as const
export type Dimension = (typeof dimensions)[number]
export type DimensionValues = Partial<Record<Dimension, string>>

export interface FirstPartyRowsTable {
  brand_id: string
  kind: string
  report: string
  key: Buffer
  dimensions: JSONColumnType<DimensionValues>
  count: number
  imported_at: Date
}
