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
import type { RateLimits } from './rate-limits.ts'
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
  /** A MAC of text under a secret of this installation, for one purpose alone. */
  sign: (purpose: string, text: string) => Buffer
  limits: RateLimits
  /** Where people reach this server, without a slash at its end: what links begin with. */
  address: () => string
  /** What others do in a process of its own is done in this one. */
  withoutSubprocesses: boolean
  /** Finds the addresses of sites that are fetched from; tests put one here that leads to their own servers. */
  resolveHost: Resolve
  /** @throws ApiError service_unavailable where the disk of the data directory has no room for large files */
  checkRoom: () => Promise<void>
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

/** Where a request came from, for the record of what it changed. */
export interface Origin {
  via: 'api' | 'console' | 'command-line' | 'mcp' | 'job'
  /** Of the caller's machine; null where it is this one. */
  address: string | null
}

export interface Context {
  services: Services
  actor: Actor
  requestId: string
  /** Missing for what this machine does by itself: a job, or the operator's command. */
  origin?: Origin | undefined
  /** What the caller names this attempt by, the same in each retry; missing where they do not say. */
  idempotencyKey?: string | undefined
  /** The versions that a change may find; missing where the caller does not say. */
  ifMatch?: readonly string[] | undefined
}

export interface WorkspaceContext extends Context {
  workspace: Workspace
}

export interface BrandContext extends WorkspaceContext {
  brand: Brand
}
