import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.ts'
import type { Tables } from '../../stores/postgres-schema.ts'

/** `writing`: answers and readings of the brand; `history`: reading the whole history again. */
const locks = { writing: 0, history: 1 }

/**
 * Runs `work` while no other process holds the same lock of the brand. The lock belongs to a connection of its own, so
 * whatever ends this process releases it. Whoever takes both takes `history` first.
 */
export async function withLock<T>(
  { db }: Services,
  brandId: string,
  lock: keyof typeof locks,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${brandId}, ${locks[lock]})`
    // Imports and jobs wait for their turn as long as it takes; only requests have a limit.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql`select pg_advisory_lock(${key})`.execute(connection)
      try {
        return await work(connection)
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection)
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
