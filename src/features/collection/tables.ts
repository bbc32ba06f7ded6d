import type { Row } from '../../stores/postgres-schema.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'collection_slots.state': 'planned' | 'reserved' | 'submitted' | 'received' | 'settled'
  }
}

/** A stored slot with its outcome. */
export type Slot = Row<'collection_slots'>
