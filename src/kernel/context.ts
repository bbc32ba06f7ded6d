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

/** The services available to every operation. */
export interface Services {
  features: readonly Feature[]
  config: Config
  log: Logger
  /** The clock; tests replace it. */
  now: () => Date
  postgres: PostgresStore
  db: Postgres
  clickhouse: ClickHouseStore
  jobs: Jobs
  cursors: CursorCodec
  secrets: SecretBox
  /** Returns a MAC of the text with this installation's secret. Each purpose has its own key. */
  sign: (purpose: string, text: string) => Buffer
  limits: RateLimits
  /** The public URL of this server without a trailing slash. */
  address: () => string
  /** Runs subprocess work in this process. */
  withoutSubprocesses: boolean
  /** Resolves the hosts of fetched sites; tests return their own servers. */
  resolveHost: Resolve
  /** @throws ApiError service_unavailable if the data directory's disk has no room for large files */
  checkRoom: () => Promise<void>
  /** Aborted when the program starts closing. Callers of unfinished work receive the reason. */
  closing: AbortSignal
  /** Called after an access change by the operator. */
  onAccessChanged: () => void
  /**
   * Stores the usage of all finished requests.
   * @throws ApiError service_unavailable after this many milliseconds
   */
  flushUsage: (withinMs: number) => Promise<void>
}

export type Workspace = Selectable<WorkspacesTable>
export type Brand = Selectable<BrandsTable>

/** The origin of a request, for audit records. */
export interface Origin {
  via: 'api' | 'console' | 'command-line' | 'mcp' | 'job'
  /** The client's IP address. Null if the client is on this machine. */
  address: string | null
}

export interface Context {
  services: Services
  actor: Actor
  requestId: string
  /** Missing for jobs and operator commands. */
  origin?: Origin | undefined
  /** The caller's id for this attempt, the same in each retry. Missing if the caller sent none. */
  idempotencyKey?: string | undefined
  /** The versions that a change accepts. Missing if the caller sent none. */
  ifMatch?: readonly string[] | undefined
}

export interface WorkspaceContext extends Context {
  workspace: Workspace
}

export interface BrandContext extends WorkspaceContext {
  brand: Brand
}
