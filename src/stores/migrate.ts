import { readdirSync, readFileSync } from 'node:fs'
import { conflict } from '../lib/errors.ts'

type StoreName = 'postgres' | 'clickhouse'

export interface Migration {
  name: string
  sql: string
}

export interface MigrationTarget {
  /** Names of the applied migrations. */
  applied(): Promise<string[]>
  apply(name: string, sql: string): Promise<void>
}

/** The migrations of a store in this release, in order. */
export function knownMigrations(store: StoreName): Migration[] {
  const folder = new URL(`./migrations/${store}/`, import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => ({ name: name.slice(0, -4), sql: readFileSync(new URL(name, folder), 'utf8') }))
}

/** Returns the migrations to apply. @throws ApiError conflict if a newer release wrote the store */
export async function missingMigrations(
  store: StoreName,
  target: MigrationTarget,
  known: readonly Migration[] = knownMigrations(store),
): Promise<Migration[]> {
  const applied = new Set(await target.applied())
  for (const name of applied) {
    if (known.some((migration) => migration.name === name)) continue
    throw conflict(`a newer release of Sightline wrote this data (${store} migration ${name}); start that release`)
  }
  return known.filter(({ name }) => !applied.has(name))
}

/**
 * Migrates a store to this release's schema. The caller holds the migration lock.
 * @throws ApiError conflict if a newer release wrote the store
 */
export async function migrate(store: StoreName, target: MigrationTarget, known?: readonly Migration[]): Promise<void> {
  for (const { name, sql } of await missingMigrations(store, target, known)) await target.apply(name, sql)
}
