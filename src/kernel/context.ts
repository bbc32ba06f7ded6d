import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { Resolve } from '../lib/fetching/open-connection.ts'
import type { ClickHouseStore } from '../stores/clickhouse.ts'
import type { Postgres, PostgresStore } from '../stores/postgres.ts'
import type { Actor } from './actor.ts'
import type { Config } from './config.ts'
import type { CursorCodec } from './cursor.ts'
import type { Feature } from './feature.ts'
import type { Jobs } from './jobs.ts'
import type { SecretBox } from './secret-box.ts'
import type { BrandsTable, WorkspacesTable } from './tables.ts'

/** What every operation may use. */
export interface Services {
  /** All that there are. */
  features: readonly Feature[]
  config: Config
  log: Logger
  /** The time; tests put another clock here. */
  now: () => Date
  postgres: PostgresStore
  db: Postgres
  clickhouse: ClickHouseStore
  jobs: Jobs
  cursors: CursorCodec
  secrets: SecretBox
  /** What others do in a process of its own is done in this one. */
  withoutSubprocesses: boolean
  /** Finds the addresses of sites that are fetched from; tests put one here that leads to their own servers. */
  resolveHost: Resolve
  /** Aborted when the program begins to close; its reason is what callers of unfinished work are told. */
  closing: AbortSignal
  /** Called after the operator changed something that requests are checked against. */
  onAccessChanged: () => void
  /**
   * Stores the requests that this process has answered until now.
   * @throws ApiError service_unavailable after so many milliseconds
   */
  flushUsage: (withinMs: number) => Promise<void>
}

export type Workspace = Selectable<WorkspacesTable>
export type Brand = Selectable<BrandsTable>

export interface Context {
  services: Services
  actor: Actor
  requestId: string
}

export interface WorkspaceContext extends Context {
  workspace: Workspace
}

export interface BrandContext extends WorkspaceContext {
  brand: Brand
}
