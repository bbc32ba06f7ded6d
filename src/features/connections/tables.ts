import states from './states.json' with { type: 'json' }

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'first_party_rows.dimensions': DimensionValues
    'first_party_rows.measures': Measures
    'connections.state': ConnectionState
  }
}

export const dimensions = ['day', 'page', 'query', 'country', 'device', 'source'] as const
export type Dimension = (typeof dimensions)[number]
export type DimensionValues = Partial<Record<Dimension, string>>

/** Kinds of rows that connections store. The three of Google Analytics overlap. */
export const syncedKinds = ['gsc', 'ga4-session', 'ga4-first-user', 'ga4-manual', 'bing'] as const
export type SyncedKind = (typeof syncedKinds)[number]

export type Measures = Partial<Record<'clicks' | 'position' | 'key_events' | 'revenue', number>>

export type ConnectionState = keyof typeof states
export const connectionStates = Object.keys(states) as ConnectionState[]
