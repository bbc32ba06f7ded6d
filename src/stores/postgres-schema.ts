/**
 * The tables of PostgreSQL as `migrations/postgres` makes them: each is added to this by its owner, in the owner's
 * `tables.ts`. int8 is read as a number: none here leaves 2^53.
 */
export interface Tables {
  schema_migrations: { name: string; applied_at: Date }
}
