import type { ProviderRequest, ProviderResponse } from '../../../lib/providers/protocol.ts'
import type { ConnectionState, DimensionValues, Measures, SyncedKind } from '../tables.ts'

export interface SyncedRow {
  kind: SyncedKind
  dimensions: DimensionValues & { day: string }
  count: number
  measures: Measures
  /** Whether the service withheld rows of few people from the report. */
  isThresholded?: boolean
}

/** All rows of some days, which replace the stored ones. */
export interface SyncedDays {
  first: string
  last: string
  rows: SyncedRow[]
}

/** What a reader needs of a connection, and the days to read. */
export interface Access {
  property: string
  /** As entered: never store, show or log it. */
  credential: string
  baseUrl: string
  first: string
  last: string
  now: Date
  send(request: Pick<ProviderRequest, 'method' | 'url' | 'body'> & { token?: string }): Promise<ProviderResponse>
}

/** Why a sync ended early. The message is for users. */
export class SyncProblem extends Error {
  readonly state: ConnectionState

  constructor(state: ConnectionState, message: string) {
    super(message)
    this.state = state
  }
}
