import { sql } from 'kysely'
import pLimit from 'p-limit'
import { createKeyedLimit } from '../lib/keyed-limit.ts'
import type { Postgres } from '../stores/postgres.ts'
import type { Services } from './context.ts'

/**
 * `writing`: answers and readings of the brand; `history`: reading the whole history again; `visits`: those of crawlers;
 * `pages`: scans of cited pages; `vectors`: embedding one document, by its id.
 * Each lock that this process holds or waits for in PostgreSQL takes one of the pool's 20 connections, so only so many of
 * a kind do at a time.
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
  /** The connection that the lock belongs to. */
  connection: Postgres
  /** @throws what the store says where the connection was lost, and the lock with it: somebody else may hold it now */
  check(): Promise<void>
}

/**
 * Runs `work` while nobody else holds the same lock of the brand, in this process or another. Between processes it is
 * PostgreSQL's, on a connection of its own, so that whatever ends this process releases it. Whoever takes several
 * takes them in this order: `history`, `writing`, `visits`, `pages`.
 */
export function withLock<T>(
  services: Services,
  brandId: string,
  lock: BrandLock,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  const { seed, inSlot } = locks[lock]
  // In turn first: of those who wait for one lock, one takes a slot.
  return inTurn(`${brandId} ${lock}`, () => inSlot(() => withLockOfPostgres(services, brandId, seed, work)))
}

/** Runs `work` while nobody else holds any lock of the brand, in the order above. */
export function withAllLocks<T>(
  services: Services,
  brandId: string,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  const lock = (kind: BrandLock, inner: typeof work) => () => withLock(services, brandId, kind, inner)
  return lock('history', lock('writing', lock('visits', lock('pages', work))))()
}

/**
 * A PostgreSQL that ends releases its locks while what they guard may still be writing to ClickHouse: within this
 * process, the next one waits for that as well.
 */
const inTurn = createKeyedLimit(1)

function withLockOfPostgres<T>(
  { db }: Services,
  brandId: string,
  seed: number,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${brandId}, ${seed})`
    const check = async () => void (await sql`select 1`.execute(connection))
    // Imports and jobs wait for their turn as long as it takes; only requests have a limit.
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
