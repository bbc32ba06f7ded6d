import type { Generated, JSONColumnType } from 'kysely'
import states from './states.json' with { type: 'json' }

declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    connections: ConnectionsTable
    first_party_rows: FirstPartyRowsTable
  }
}

export const dimensions = ['day', 'page', 'query', 'country', 'device', 'source'] as const
export type Dimension = (typeof dimensions)[number]
export type DimensionValues = Partial<Record<Dimension, string>>

/** Kinds of rows that connections store. The three of Google Analytics overlap. */
export const syncedKinds = ['gsc', 'ga4-session', 'ga4-first-user', 'ga4-manual', 'bing'] as const
export type SyncedKind = (typeof syncedKinds)[number]

export type Measures = Partial<Record<'clicks' | 'position' | 'key_events' | 'revenue', number>>

export interface FirstPartyRowsTable {
  brand_id: string
  kind: string
  report: string
  key: Buffer
  dimensions: JSONColumnType<DimensionValues>
  count: number
  imported_at: Date
  day: string | null
  property: string | null
  measures: JSONColumnType<Measures> | null
  is_thresholded: Generated<boolean>
}

export type ConnectionState = keyof typeof states
export const connectionStates = Object.keys(states) as ConnectionState[]

export interface ConnectionsTable {
  id: string
  brand_id: string
  kind: string
  property: string
  base_url: string
  /** Sealed, bound to the connection. */
  credential: Buffer
  state: Generated<ConnectionState>
  problem: string | null
  rows: Generated<number>
  is_thresholded: Generated<boolean>
  last_synced_at: Date | null
  next_sync_at: Date
  created_at: Date
}
