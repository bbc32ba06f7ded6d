import { createHash } from 'node:crypto'
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

/** What tells one attempt of a write from another write. */
export interface WriteAttempt {
  /** As it came: text or missing, or what else a caller may have sent in its place. */
  idempotencyKey: unknown
  /** All that was sent besides the ids in the path, as it came: the same in each retry. Fields stand in objects. */
  input: readonly unknown[]
}

/**
 * Runs a write that has passed its checks once for its idempotency key: its effect, its audit record and its response are
 * one transaction. What it refuses by itself (a conflict, a thing that is not there) is an outcome as well; input that
 * does not fit is none. Every interface that lets callers retry a write calls this.
 * @returns the response as JSON in the form of the API
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
    formerFingerprint: createHash('sha256').update(canonicalJson(input)).digest(),
  }
  const { requestId } = ctx
  const wrap = operation.http?.wrap
  const now = services.now()
  // A retry of what has been done needs nothing of it.
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

/** What comes too often is done by the same attempt once there is room. */
const isOutcome = ({ status }: ApiError) => status !== 400 && status !== 429 && status < 500

/**
 * What is compared of an attempt's input. A password is not in it: whoever has the database could try others against the
 * fingerprint a million times faster than against its hash. So attempts that differ in a secret alone are one.
 */
function withoutEnteredSecrets({ fields }: Operation, input: readonly unknown[]): unknown[] {
  const isKept = ([name]: [string, unknown]) => fields[name] === undefined || !containsSecret(fields[name])
  const isFields = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part)
  return input.map((part) =>
    isFields(part) ? Object.fromEntries(Object.entries(part as object).filter(isKept)) : part,
  )
}

/** What may be stored of an operation's data, and shown again. */
function withoutSecrets({ secretData = [] }: Operation, data: unknown): unknown {
  if (secretData.length === 0) return data
  return Object.fromEntries(
    Object.entries(data as Record<string, unknown>).filter(([name]) => !secretData.includes(name)),
  )
}

/** The uuid that a caller's idempotency keys belong to: rolled keys share theirs. */
function idempotencyOwner(actor: Actor): string {
  switch (actor.kind) {
    case 'api-key':
      return actor.chainId
    case 'person':
    case 'oauth-token':
      return actor.id
    default:
      throw new Error(`${actorName(actor)} does not retry writes`)
  }
}
