import { sql } from 'kysely'
import pLimit from 'p-limit'
import { createKeyedLimit } from '../lib/keyed-limit.ts'
import type { Postgres } from '../stores/postgres.ts'
import type { Services } from './context.ts'

/**
 * `writing`: answers and readings; `history`: rereading the history; `visits`: bot visits; `pages`: page
 * scans; `vectors`: embedding one document, by its id. Each lock held or awaited in PostgreSQL uses one of
 * the pool's 20 connections, so the number per kind is limited.
 */
const locks = {
  writing: { seed: 0, inSlot: pLimit(6) },
  history: { seed: 1, inSlot: pLimit(3) },
  visits: { seed: 2, inSlot: pLimit(3) },
  pages: { seed: 3, inSlot: pLimit(3) },
  vectors: { seed: 4, inSlot: pLimit(1) },
}

export type BrandLock = keyof typeof locks

export interface HeldLock {
  connection: Postgres
  /** @throws the store's error if the connection and thus the lock is lost; others may hold it now */
  check(): Promise<void>
}

/**
 * Runs `work` with exclusive use of the brand's lock across all processes. PostgreSQL holds the lock on a
 * dedicated connection, so it is released if this process dies. Take several locks in this order: `history`,
 * `writing`, `visits`, `pages`.
 */
export function withLock<T>(
  services: Services,
  brandId: string,
  lock: BrandLock,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  const { seed, inSlot } = locks[lock]
  // Queue before taking a slot: callers that wait for the same lock use only one slot.
  return withKeyedLimit(`${brandId} ${lock}`, () => inSlot(() => withLockOfPostgres(services, brandId, seed, work)))
}

/** Runs `work` with all locks of the brand, taken in the order above. */
export function withAllLocks<T>(services: Services, brandId: string, work: (held: HeldLock) => Promise<T>): Promise<T> {
  const lock = (kind: BrandLock, inner: typeof work) => () => withLock(services, brandId, kind, inner)
  return lock('history', lock('writing', lock('visits', lock('pages', work))))()
}

/**
 * A stopping PostgreSQL releases its locks while the holder may still write to ClickHouse. Within this
 * process, the next caller waits for the previous one too.
 */
const withKeyedLimit = createKeyedLimit(1)

function withLockOfPostgres<T>(
  { db }: Services,
  brandId: string,
  seed: number,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${brandId}, ${seed})`
    const check = async () => void (await sql`select 1`.execute(connection))
    // Imports and jobs wait as long as needed; only requests have a time limit.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql`select pg_advisory_lock(${key})`.execute(connection)
      try {
        return await work({ connection, check })
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection)
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
