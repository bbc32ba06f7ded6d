import { sql } from 'kysely'
import { ApiError, errorBody } from '../lib/errors.ts'
import { type Actor, actorName } from './actor.ts'
import { canonicalJson } from './canonical.ts'
import type { Services } from './context.ts'
import { containsSecret } from './fields.ts'
import {
  type Attempt,
  hasStoredResponse,
  readIdempotencyKey,
  runIdempotently,
  type StoredResponse,
} from './idempotency.ts'
import type { Prepared } from './invoke.ts'
import type { Operation } from './operation.ts'

export interface WriteAttempt {
  /** The raw value that the caller sent, if any. */
  idempotencyKey: unknown
  /** The raw input except ids in the path, the same in each retry. Fields are in objects. */
  input: readonly unknown[]
}

/**
 * Runs a checked write once per idempotency key. Its effect, audit record and response are one transaction.
 * Errors of the operation (conflict, not found) are stored as its outcome; invalid input is not. Every
 * interface with retryable writes uses this.
 * @returns the response as API JSON
 * @throws ApiError
 */
export async function executeWrite(
  services: Services,
  prepared: Prepared,
  { idempotencyKey, input }: WriteAttempt,
): Promise<StoredResponse & { replayed: boolean }> {
  const { ctx, operation, path } = prepared
  const attempt: Attempt = {
    chainId: idempotencyOwner(ctx.actor),
    method: operation.http?.method ?? operation.name,
    path,
    idempotencyKey: readIdempotencyKey(idempotencyKey),
    fingerprint: services.sign(
      'fingerprint',
      `${ctx.workspace?.id} ${canonicalJson(withoutEnteredSecrets(operation, input))}`,
    ),
  }
  const { requestId } = ctx
  const wrap = operation.http?.wrap
  const now = services.now()
  // A retry of a finished write does not need the prefetch.
  const isDone = operation.prefetch !== undefined && (await hasStoredResponse(services.db, attempt, now))
  const prefetched = isDone ? undefined : await prepared.prefetch()
  const written = (data: unknown) =>
    JSON.stringify({ data: wrap === undefined ? data : { [wrap]: data }, request_id: requestId })
  let oneTimeBody: string | undefined
  const outcome = await runIdempotently(services.db, attempt, now, async (transaction) => {
    await sql`savepoint attempt`.execute(transaction)
    try {
      const { data } = await prepared.run({ transaction, prefetched })
      if (operation.secretData !== undefined) oneTimeBody = written(data)
      return { status: 200, body: written(withoutSecrets(operation, data)), requestId }
    } catch (error) {
      if (!(error instanceof ApiError) || !isOutcome(error)) throw error
      await sql`rollback to savepoint attempt`.execute(transaction)
      return { status: error.status, body: JSON.stringify(errorBody(error, requestId)), requestId }
    }
  })
  services.onAccessChanged()
  return oneTimeBody === undefined || outcome.replayed ? outcome : { ...outcome, body: oneTimeBody }
}

/** A rate-limited attempt can be retried with the same key. */
const isOutcome = ({ status }: ApiError) => status !== 400 && status !== 429 && status < 500

/**
 * Returns the input to fingerprint, without entered secrets: a fingerprint is much faster to guess against
 * than a password hash. Attempts that differ only in a secret count as the same.
 */
function withoutEnteredSecrets({ fields }: Operation, input: readonly unknown[]): unknown[] {
  const isKept = ([name]: [string, unknown]) => fields[name] === undefined || !containsSecret(fields[name])
  const isFields = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part)
  return input.map((part) =>
    isFields(part) ? Object.fromEntries(Object.entries(part as object).filter(isKept)) : part,
  )
}

/** Returns the data without fields that must not be stored. */
function withoutSecrets({ secretData = [] }: Operation, data: unknown): unknown {
  if (secretData.length === 0) return data
  return Object.fromEntries(
    Object.entries(data as Record<string, unknown>).filter(([name]) => !secretData.includes(name)),
  )
}

/** Returns the id that owns the caller's idempotency keys. Rotated API keys share one. */
function idempotencyOwner(actor: Actor): string {
  switch (actor.kind) {
    case 'api-key':
      return actor.chainId
    case 'person':
    case 'oauth-token':
      return actor.id
    default:
      throw new Error(`${actorName(actor)} cannot retry writes`)
  }
}
