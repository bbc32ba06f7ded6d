import { readdirSync, readFileSync } from 'node:fs'
import { conflict } from '../core/errors.ts'

export interface MigrationTarget {
  /** Names of the migrations that the store has seen. */
  applied(): Promise<string[]>
  apply(name: string, sql: string): Promise<void>
}

/** The migrations of a store that this release knows, in their order. */
export function knownMigrations(store: 'postgres' | 'clickhouse'): { name: string; sql: string }[] {
  const folder = new URL(`./migrations/${store}/`, import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names
    .sort()
    .map((name) => ({ name: name.slice(0, -4), sql: readFileSync(new URL(name, folder), 'utf8') }))
}

/**
 * Brings a store to this release's schema. The caller holds the lock that keeps other processes from doing the same.
 * @throws ApiError conflict where a newer release has written the store.
 */
export async function migrate(store: 'postgres' | 'clickhouse', target: MigrationTarget): Promise<void> {
  const known = knownMigrations(store)
  const applied = new Set(await target.applied())
  for (const name of applied) {
    if (!known.some((migration) => migration.name === name)) {
      throw conflict(
        `a newer release of Sightline has written this data (${store} migration ${name}): start that release`,
      )
    }
  }
  for (const { name, sql } of known) if (!applied.has(name)) await target.apply(name, sql)
}
