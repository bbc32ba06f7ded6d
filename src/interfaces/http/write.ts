import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { KeyPrincipal, Services } from '../../kernel/context.ts'
import { hasOutcome, once, readIdempotencyKey, type StoredResponse } from '../../kernel/idempotency.ts'
import type { Prepared } from '../../kernel/invoke.ts'
import { ApiError, errorBody, invalidRequest } from '../../lib/errors.ts'

/** A write as it came over HTTP. */
export interface WriteRequest {
  method: string
  path: string
  query: Record<string, string[]>
  body: unknown
  idempotencyKey: string | string[] | undefined
}

/**
 * Does a write once for its Idempotency-Key: its effect, its audit record and its answer are one transaction. What it
 * refuses by itself (a conflict, a thing that is not there) is an outcome as well; input that does not fit is none.
 * @throws ApiError
 */
export async function write(
  services: Services,
  prepared: Prepared,
  request: WriteRequest,
): Promise<StoredResponse & { replayed: boolean }> {
  const { ctx, operation } = prepared
  const { method, path, query, body } = request
  const attempt = {
    chainId: (ctx.principal as KeyPrincipal).chainId,
    method,
    // The router reads escapes, and ids in either case: however a path is spelt, it is the same.
    path: decodeURIComponent(path).toLowerCase(),
    idempotencyKey: readIdempotencyKey(request.idempotencyKey),
    fingerprint: createHash('sha256')
      .update(canonical([query, body]))
      .digest(),
  }
  const { requestId } = ctx
  const wrap = operation.http?.wrap
  // A retry of what has been done needs nothing of it.
  const now = services.now()
  const isDone = operation.gather !== undefined && (await hasOutcome(services.db, attempt, now))
  const gathered = isDone ? undefined : await prepared.gather()
  const outcome = await once(services.db, attempt, now, async (transaction) => {
    await sql`savepoint attempt`.execute(transaction)
    try {
      const { data } = await prepared.run({ transaction, gathered })
      const shown = { data: wrap === undefined ? data : { [wrap]: data }, request_id: requestId }
      return { status: 200, body: JSON.stringify(shown), requestId }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 400 || error.status >= 500) throw error
      await sql`rollback to savepoint attempt`.execute(transaction)
      return { status: error.status, body: JSON.stringify(errorBody(error, requestId)), requestId }
    }
  })
  services.onAccessChanged()
  return outcome
}

/** JSON whose keys are in order: the same for the same value, however it was written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The JSON of a request's body; undefined where it has none.
 * @throws ApiError invalid_request
 */
export function parseBody(bytes: Buffer | undefined, contentType: string | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return undefined
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    throw invalidRequest('the body must be JSON, and its Content-Type application/json')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw invalidRequest('the body is not valid JSON in UTF-8')
  }
}
