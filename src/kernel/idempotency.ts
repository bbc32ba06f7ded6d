import { sql, type Transaction } from 'kysely'
import { ApiError, invalidRequest, unavailable } from '../lib/errors.ts'
import { holdsKey } from '../lib/key-text.ts'
import type { Postgres } from '../stores/postgres.ts'
import type { Tables } from '../stores/postgres-schema.ts'
import type { Job } from './jobs.ts'

/** For this long a retry has the first outcome again. */
const retentionMs = 86_400_000

/** So long a retry waits for the first attempt to end. */
const firstAttemptTimeoutMs = 10_000

/** What makes two requests attempts of the same write. */
export interface Attempt {
  /** Whose write it is: the chain of an API key (keys that were rolled from and into each other), or another caller's id. */
  chainId: string
  method: string
  path: string
  /** The caller's own, from the header. */
  idempotencyKey: string
  /** Of query and body, under a secret of the server: what they hold cannot be guessed from it. */
  fingerprint: Buffer
  /** As the release before stored it, for retries across an upgrade. */
  formerFingerprint: Buffer
}

/** An answer as it was sent. */
export interface StoredResponse {
  status: number
  body: string
  requestId: string
}

const keyPattern = /^[\x20-\x7e]{1,255}$/

/** @throws ApiError invalid_request for a header that is missing or no key */
export function readIdempotencyKey(header: unknown): string {
  if (typeof header === 'string' && holdsKey(header))
    throw invalidRequest(
      'Idempotency-Key must not hold an API key or an ingest token: send another one with each new write',
    )
  if (typeof header === 'string' && keyPattern.test(header)) return header
  throw invalidRequest(
    'the header Idempotency-Key is required: 1 to 255 printable ASCII characters, the same in each retry of one write',
  )
}

/**
 * Does a write once. The first attempt's outcome is stored in the transaction of its effect, and is what every later
 * one gets for 24 hours; one that comes while the first is still at work waits for it.
 * @param work does the write in the transaction; what it throws leaves neither effect nor outcome, so that a retry runs anew
 * @throws ApiError invalid_request where the same key came with another request, service_unavailable where the first attempt takes too long
 */
export async function runIdempotently(
  db: Postgres,
  attempt: Attempt,
  now: Date,
  work: (transaction: Transaction<Tables>) => Promise<StoredResponse>,
): Promise<StoredResponse & { replayed: boolean }> {
  const { chainId, method, path, idempotencyKey, fingerprint } = attempt
  return db.transaction().execute(async (transaction) => {
    const identity = {
      chain_id: chainId,
      method,
      path,
      idempotency_key: idempotencyKey,
    }
    const ofAttempt = isOf(attempt)
    await sql`set local lock_timeout = ${sql.lit(firstAttemptTimeoutMs)}`.execute(transaction)
    const claimed = await claim(transaction, identity, ofAttempt, fingerprint, now)
    if (!claimed) return replay(transaction, ofAttempt, attempt)
    await sql`set local lock_timeout = 0`.execute(transaction)
    const response = await work(transaction)
    await transaction
      .updateTable('idempotent_responses')
      .set({ status: response.status, body: response.body, request_id: response.requestId })
      .where(ofAttempt)
      .execute()
    return { ...response, replayed: false }
  })
}

const isOf = ({ chainId, method, path, idempotencyKey }: Attempt) =>
  sql<boolean>`(chain_id, method, path, idempotency_key) = (${chainId}, ${method}, ${path}, ${idempotencyKey})`

/** Whether the outcome of an earlier attempt is what this one will get. */
export async function hasStoredResponse(db: Postgres, attempt: Attempt, now: Date): Promise<boolean> {
  const stored = db.selectFrom('idempotent_responses').select('status').where(isOf(attempt))
  const recent = stored.where('created_at', '>', new Date(now.getTime() - retentionMs))
  return (await recent.executeTakeFirst()) !== undefined
}

const lockNotAvailable = '55P03'

/** Writes the attempt down; false where an earlier one has been. Waits for one whose transaction is still open. */
async function claim(
  transaction: Transaction<Tables>,
  identity: { chain_id: string; method: string; path: string; idempotency_key: string },
  ofAttempt: ReturnType<typeof sql<boolean>>,
  fingerprint: Buffer,
  now: Date,
): Promise<boolean> {
  try {
    const tooOld = new Date(now.getTime() - retentionMs)
    const old = transaction.deleteFrom('idempotent_responses').where(ofAttempt)
    await old.where('created_at', '<=', tooOld).execute()
    const inserted = await transaction
      .insertInto('idempotent_responses')
      .values({ ...identity, fingerprint, created_at: now })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error
    throw unavailable('the first attempt of this write is still at work: try again', 2, error)
  }
}

async function replay(
  transaction: Transaction<Tables>,
  ofAttempt: ReturnType<typeof sql<boolean>>,
  { fingerprint, formerFingerprint }: Attempt,
): Promise<StoredResponse & { replayed: boolean }> {
  const stored = transaction.selectFrom('idempotent_responses').selectAll().where(ofAttempt)
  const { status, body, request_id, ...first } = await stored.executeTakeFirstOrThrow()
  if (![fingerprint, formerFingerprint].some((known) => known.equals(first.fingerprint)))
    throw invalidRequest('Idempotency-Key was used for another request: send a new one with each new write')
  if (status === null || body === null || request_id === null)
    throw new ApiError('internal_error', 'the first attempt has no outcome')
  return { status, body, requestId: request_id, replayed: true }
}

/** A retry that has just found an outcome may still be reading it, and clocks of processes differ. */
const marginMs = 3_600_000

/** Removes outcomes that no retry gets any more, once an hour. */
export const pruneResponses: Job<object> = {
  queue: 'forget-responses',
  everySeconds: 3600,
  async run({ db, now }) {
    const tooOld = new Date(now().getTime() - retentionMs - marginMs)
    await db.deleteFrom('idempotent_responses').where('created_at', '<=', tooOld).execute()
  },
}
