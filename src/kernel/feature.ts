import type { FastifyInstance } from 'fastify'
import type { Section } from '../lib/environment.ts'
import type { PostgresLike, Tables, Transaction } from '../stores/postgres.ts'
import type { BatchKind } from './batches.ts'
import type { Config } from './config.ts'
import type { Brand, Context, FeatureStates, Services } from './context.ts'
import type { EventKind } from './events.ts'
import type { Job } from './jobs.ts'
import type { ClickHouseTable } from './observed-tables.ts'
import type { Operation } from './operation.ts'
import type { SealedPlace } from './sealed-secrets.ts'

declare module './context.ts' {
  interface Services {
    features: readonly Feature[]
  }
}

/** A feature of the program with everything it registers. `src/features.ts` lists all features. */
export interface Feature {
  /** The name of its folder. */
  name: string
  /** In the order of the help. */
  operations?: readonly Operation[]
  /** Event types that it emits. */
  events?: readonly EventKind[]
  jobs?: readonly Job[]
  /** A plugin of plain routes that are not operations. Errors they throw use the API's error body. */
  http?(services: Services): (server: FastifyInstance) => Promise<void>
  /** HTML pages without scripts, by path below `/docs`. Undefined if no such page exists. */
  docsPages?: Readonly<Record<`/docs/${string}`, (parameters: DocsParameters) => string | undefined>>
  /** A paragraph for the introduction of the API reference. */
  apiIntroduction?: string
  /**
   * Its tables, for backups and erasure: ClickHouse tables by their first column, PostgreSQL tables by `on
   * delete cascade` or a hook below.
   */
  tables?: { postgres?: readonly (keyof Tables)[]; clickhouse?: readonly ClickHouseTable[] }
  /** Kinds of its data that are stored in batches. */
  batches?: readonly BatchKind<string>[]
  /**
   * Checks derived ClickHouse rows and rebuilds them if needed. Until then the table counts as damaged
   * (`markDamaged`), unless reads still return complete data.
   */
  checkDerived?(services: Services, signal: AbortSignal): Promise<void>
  /** Where it stores secrets sealed by `services.secrets`; `rotate-secrets` seals them again. */
  sealed?: readonly SealedPlace[]
  /** Tables that backups exclude, each with the reason. */
  tablesNotBackedUp?: Readonly<Record<string, string>>
  config?: Section
  /** Creates the state that the feature keeps in memory, when the app opens. */
  open?(services: Services): Partial<FeatureStates>
  /** Ends what `open` started, before the stores close. */
  close?(services: Services): Promise<void>
  /** Called after a change of access: forget what was cached of it. */
  onAccessChanged?(services: Services): void
  /** Validates the configuration at startup. @throws ApiError invalid_request */
  checkConfig?(config: Config): void
  /** Revokes all access to a workspace before it is erased. */
  revokeAccess?(services: Services, workspaceId: string): Promise<void>
  /** Called when a person may have lost access to brands, in the transaction that changed the membership. */
  onAccessLost?(ctx: Context, transaction: PostgresLike, personId: string): Promise<void>
  /** Ends access other than sessions, when a person's password or sign-in method changes. */
  endAccess?(transaction: PostgresLike, personId: string): Promise<void>
  /**
   * Deletes rows with a person's email address that do not cascade, with their account.
   * @param addressKey their address in lower case
   */
  erasePerson?(transaction: PostgresLike, addressKey: string): Promise<void>
  /** Deletes rows of a brand that do not cascade, in the transaction that deletes the brand. */
  eraseBrand?(transaction: PostgresLike, brandId: string): Promise<void>
  /** Cleans up after a workspace's brands are erased, in addition to its tables. Must be repeatable. */
  eraseWorkspace?(services: Services, workspaceId: string): Promise<void>
  /**
   * Checks the consistency of a written backup.
   * @param brands from the snapshot of PostgreSQL
   * @param rows the row count of each table
   * @throws ApiError conflict
   */
  checkBackup?(services: Services, brands: readonly Brand[], rows: Readonly<Record<string, number>>): Promise<void>
  /** Settles work that was running during the backup and queues jobs again, while restoring. */
  afterRestore?(services: Services, transaction: Transaction): Promise<void>
}

/** Values of the `:name` placeholders of a path. */
export type DocsParameters = Readonly<Record<string, string>>

/** Declares a feature; exists so that its parts are type-checked in place. */
export const defineFeature = (feature: Feature): Feature => feature
