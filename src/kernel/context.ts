import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Resolve } from '../lib/fetching/open-connection.ts'
import type { ClickHouseStore } from '../stores/clickhouse.ts'
import type { Postgres, PostgresStore } from '../stores/postgres.ts'
import type { Actor } from './actor.ts'
import type { Config } from './config.ts'
import type { CursorCodec } from './cursor.ts'
import type { RateLimits } from './rate-limits.ts'
import type { SecretBox } from './secret-box.ts'
import type { Brand, Origin, Workspace } from './tables.ts'

export type { Brand, Origin, Workspace }

/** What the features' `open` returns: their state while the app is open. Each feature declares its own. */
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface FeatureStates {}

/** The services available to every operation. `feature.ts` and `jobs.ts` add theirs, as these use services too. */
export interface Services {
  config: Config
  log: Logger
  /** The clock; tests replace it. */
  now: () => Date
  postgres: PostgresStore
  db: Postgres
  clickhouse: ClickHouseStore
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
  states: FeatureStates
  /** Metrics for Prometheus; features add theirs. */
  metrics: Registry
  /** Tells features that someone's access changed. */
  onAccessChanged: () => void
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
