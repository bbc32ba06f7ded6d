/**
 * The PostgreSQL tables of `migrations/postgres`; each owner adds its own in its `tables.ts`. int8 is read as
 * a number, as no value exceeds 2^53.
 */
export interface Tables {
  schema_migrations: { name: string; applied_at: Date }
}
