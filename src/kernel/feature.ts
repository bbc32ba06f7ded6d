import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { Section } from '../lib/environment.ts'
import type { PostgresLike } from '../stores/postgres.ts'
import type { Tables } from '../stores/postgres-schema.ts'
import type { BatchKind } from './batches.ts'
import type { Config } from './config.ts'
import type { Brand, Services } from './context.ts'
import type { EventKind } from './events.ts'
import type { Job } from './jobs.ts'
import type { ClickHouseTable } from './observed-tables.ts'
import type { Operation } from './operation.ts'
import type { SealedPlace } from './sealed-secrets.ts'

/** A noun of the API with all that the program has to know of it. `src/features.ts` lists them. */
export interface Feature {
  /** The name of its folder. */
  name: string
  /** In the order in which help lists them. */
  operations?: readonly Operation[]
  /** What happens in it that other programs are told of. */
  events?: readonly EventKind[]
  /** Its background work. */
  jobs?: readonly Job[]
  /** A plugin of plain routes, for what is no operation; what they throw is answered with the API's error body. */
  http?(services: Services): (server: FastifyInstance) => Promise<void>
  /** Pages of HTML without scripts, by their paths below `/docs`; undefined where there is no page of that name. */
  docsPages?: Readonly<Record<`/docs/${string}`, (parameters: DocsParameters) => string | undefined>>
  /** A paragraph of what the API reference says at its beginning. */
  apiIntroduction?: string
  /**
   * Its tables, which a backup holds and an erasure clears: those of ClickHouse by their first column, those of
   * PostgreSQL by `on delete cascade` or a hook below.
   */
  tables?: { postgres?: readonly (keyof Tables)[]; clickhouse?: readonly ClickHouseTable[] }
  /** What of its tables is stored in batches. */
  batches?: readonly BatchKind<string>[]
  /**
   * Looks whether ClickHouse holds all that is made of other rows, and has what does not fit made again: until then, the
   * table counts as damaged (`markDamaged`), unless nobody is shown too little.
   */
  checkDerived?(services: Services, signal: AbortSignal): Promise<void>
  /** Where it stores secrets that `services.secrets` has sealed: `rotate-secrets` seals them again. */
  sealed?: readonly SealedPlace[]
  /** Its tables that no backup holds, each with the reason. */
  tablesNotBackedUp?: Readonly<Record<string, string>>
  /** Its environment variables. */
  config?: Section
  /**
   * Tells at the start about a configuration that does not fit, and not when it is first used.
   * @throws ApiError invalid_request
   */
  checkConfig?(config: Config): void
  /** Takes from everybody the way into a workspace that is about to be erased. */
  revokeAccess?(services: Services, workspaceId: string): Promise<void>
  /** Ends what acts for a person beside their sessions, in the transaction that gives them another password or way to sign in. */
  endAccess?(transaction: PostgresLike, personId: string): Promise<void>
  /**
   * Deletes what holds a person's address and does not go with their account by itself, in the transaction that deletes it.
   * @param addressKey their address in lower case
   */
  erasePerson?(transaction: PostgresLike, addressKey: string): Promise<void>
  /** Deletes rows of a brand that do not go with it by themselves, in the transaction that deletes the brand. */
  eraseBrand?(transaction: PostgresLike, brandId: string): Promise<void>
  /** Does what a workspace's erasure needs beside its tables, when its brands are gone. It may be done again. */
  eraseWorkspace?(services: Services, workspaceId: string): Promise<void>
  /**
   * Looks whether what a backup has written fits together.
   * @param brands as they were when the snapshot of PostgreSQL was made
   * @param rows how many of each table
   * @throws ApiError conflict
   */
  checkBackup?(
    services: Services,
    brands: readonly Brand[],
    rows: Readonly<Record<string, number>>,
  ): Promise<void>
  /** Settles what was under way when a backup was made, and queues jobs anew, in the transaction that brings it back. */
  afterRestore?(services: Services, transaction: Transaction<Tables>): Promise<void>
}

/** What stands in the place of `:name` in a path. */
export type DocsParameters = Readonly<Record<string, string>>

/** Declares a feature; exists so that its parts are checked where they are declared. */
export const defineFeature = (feature: Feature): Feature => feature
