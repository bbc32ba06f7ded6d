import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.ts'
import type { Tables } from '../../stores/postgres-schema.ts'

/** `writing`: answers and readings of the brand; `history`: reading the whole history again. */
const locks = { writing: 0, history: 1 }

/**
 * Runs `work` while nobody else holds the same lock of the brand, in this process or another. Between processes it is
 * PostgreSQL's, on a connection of its own, so that whatever ends this process releases it. Whoever takes both takes
 * `history` first.
 */
export function withLock<T>(
  services: Services,
  brandId: string,
  lock: keyof typeof locks,
  work: (connection: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return inTurn(`${brandId} ${lock}`, () => withLockOfPostgres(services, brandId, lock, work))
}

/** The last to have come for each lock in this process. */
const lastComers = new Map<string, Promise<unknown>>()

/**
 * A PostgreSQL that ends releases its locks while what they guard may still be writing to ClickHouse: within this
 * process, the next one waits for that as well.
 */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (lastComers.get(key) ?? Promise.resolve()).then(work)
  const over = turn.catch(() => {})
  lastComers.set(key, over)
  try {
    return await turn
  } finally {
    if (lastComers.get(key) === over) lastComers.delete(key)
  }
}

function withLockOfPostgres<T>(
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
