import { sql } from 'kysely'
import { ApiError, invalidRequest, unavailable } from '../lib/errors.ts'
import { holdsKey } from '../lib/key-text.ts'
import type { Postgres, Transaction } from '../stores/postgres.ts'
import type { Job } from './jobs.ts'

/** How long a retry gets the first outcome. */
const retentionMs = 86_400_000

/** How long a retry waits for the first attempt to finish. */
const firstAttemptTimeoutMs = 10_000

export interface Attempt {
  /** Owner of the write: the chain of an API key, which rotation continues, or another caller's id. */
  chainId: string
  method: string
  path: string
  /** From the caller's header. */
  idempotencyKey: string
  /** MAC of query and body with a server secret, so that it does not reveal them. */
  fingerprint: Buffer
}

export interface StoredResponse {
  status: number
  body: string
  requestId: string
}

const keyPattern = /^[\x20-\x7e]{1,255}$/

/** @throws ApiError invalid_request if the header is missing or invalid */
export function readIdempotencyKey(header: unknown): string {
  if (typeof header === 'string' && holdsKey(header))
    throw invalidRequest('Idempotency-Key: must not contain an API key or ingest token; use a new key for each write')
  if (typeof header === 'string' && keyPattern.test(header)) return header
  throw invalidRequest(
    'Idempotency-Key: required header of 1 to 255 printable ASCII characters; send the same one with each retry',
  )
}

/**
 * Runs a write once. Stores the first outcome in the transaction of its effect and returns it to later
 * attempts for 24 hours. Concurrent attempts wait for the first.
 * @param work does the write; if it throws, nothing is stored, so a retry runs again
 * @throws ApiError invalid_request if the key was used for a different request; service_unavailable if the
 * first attempt takes too long
 */
export async function runIdempotently(
  db: Postgres,
  attempt: Attempt,
  now: Date,
  work: (transaction: Transaction) => Promise<StoredResponse>,
): Promise<StoredResponse & { replayed: boolean }> {
  const { chainId, method, path, idempotencyKey, fingerprint } = attempt
  return db.transaction().execute(async (transaction) => {
    const identity = {
      chain_id: chainId,
      method,
      path,
      idempotency_key: idempotencyKey,
    }
    const ofAttempt = matchesAttempt(attempt)
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

const matchesAttempt = ({ chainId, method, path, idempotencyKey }: Attempt) =>
  sql<boolean>`(chain_id, method, path, idempotency_key) = (${chainId}, ${method}, ${path}, ${idempotencyKey})`

/** Whether an earlier attempt's outcome is stored for this attempt. */
export async function hasStoredResponse(db: Postgres, attempt: Attempt, now: Date): Promise<boolean> {
  const stored = db.selectFrom('idempotent_responses').select('status').where(matchesAttempt(attempt))
  const recent = stored.where('created_at', '>', new Date(now.getTime() - retentionMs))
  return (await recent.executeTakeFirst()) !== undefined
}

const lockNotAvailable = '55P03'

/** Stores the attempt; false if an earlier one exists. Waits for one whose transaction is open. */
async function claim(
  transaction: Transaction,
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
    throw unavailable('Idempotency-Key: the first request with this key is still running; retry', 2, error)
  }
}

async function replay(
  transaction: Transaction,
  ofAttempt: ReturnType<typeof sql<boolean>>,
  { fingerprint }: Attempt,
): Promise<StoredResponse & { replayed: boolean }> {
  const stored = transaction.selectFrom('idempotent_responses').selectAll().where(ofAttempt)
  const { status, body, request_id, ...first } = await stored.executeTakeFirstOrThrow()
  if (!fingerprint.equals(first.fingerprint))
    throw invalidRequest('Idempotency-Key: already used for a different request; use a new key for each write')
  if (status === null || body === null || request_id === null)
    throw new ApiError('internal_error', 'the first attempt has no outcome')
  return { status, body, requestId: request_id, replayed: true }
}

/** Extra time for retries that are reading an outcome and for clock differences. */
const marginMs = 3_600_000

/** Deletes expired outcomes once an hour. */
export const pruneResponses: Job<object> = {
  queue: 'forget-responses',
  everySeconds: 3600,
  async run({ db, now }) {
    const tooOld = new Date(now().getTime() - retentionMs - marginMs)
    await db.deleteFrom('idempotent_responses').where('created_at', '<=', tooOld).execute()
  },
}
