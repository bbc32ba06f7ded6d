import type { Actor } from '../../kernel/actor.ts'
import { checkLimit } from '../../kernel/admission.ts'
import { grantableScopes } from '../../kernel/authorization-server.ts'
import type { Services } from '../../kernel/context.ts'
import { executeWrite } from '../../kernel/execute-write.ts'
import { type Prepared, prepare } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { pathFields } from '../../kernel/operation.ts'
import { checkPermission } from '../../kernel/permissions.ts'
import { readResult } from '../../kernel/result-cache.ts'
import { isWriteScope } from '../../kernel/scopes.ts'
import { ApiError, type ErrorBody } from '../../lib/errors.ts'
import { type Caller, ReplayedError, type Reply } from './tool.ts'

/** A call over HTTP from an authenticated caller that was counted once. */
export interface ActorCall {
  services: Services
  operations: readonly Operation[]
  actor: Actor
  /** The caller's id for rate limits. */
  callerId: string
  requestId: string
  address: string
}

/**
 * Runs operations as an actor. The first read is the request that was already counted; each further read
 * counts, and each write counts as a write.
 */
export function actorCaller(call: ActorCall): Caller {
  const { services, operations, actor, requestId } = call
  let reads = 0
  async function count(operation: Operation): Promise<void> {
    const limit = operation.http?.limit ?? 'read'
    if (limit === 'read') reads += 1
    if (limit === 'read' && reads === 1) return
    checkLimit(await services.limits.count(limit, call.callerId))
  }
  return {
    operation: (name) => findOperation(operations, name),
    now: () => services.now(),
    isOffered: (operation) => isOffered(operation, actor),
    async run(operation, input, idempotencyKey) {
      await count(operation)
      const ids = idsOf(operation, input)
      const own = Object.fromEntries(Object.entries(input).filter(([name]) => ids[name] === undefined))
      const prepared = await prepare(services, operation, {
        actor,
        requestId,
        origin: { via: 'mcp', address: call.address },
        idempotencyKey,
        ids,
        input: own,
      })
      return operation.http?.method === 'GET' ? read(prepared) : write(services, prepared, own, idempotencyKey)
    },
  }
}

/** @throws Error if it does not exist, which no caller can cause */
export function findOperation(operations: readonly Operation[], name: string): Operation {
  const operation = operations.find((candidate) => candidate.name === name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}

/**
 * Offers writes only under a write scope, so that third-party texts cannot cause a change or a file link
 * without permission. For keys, the workspace must also allow API writes. Apps see all they can request;
 * calling a tool without its scope names the scope.
 */
function isOffered(operation: Operation, actor: Actor): boolean {
  const { access, http } = operation
  if (http?.method !== 'GET' && !isWriteScope(access)) return false
  if (actor.kind === 'oauth-token') return isAllowed(operation, { ...actor, scopes: grantableScopes })
  if (!isWriteScope(access)) return true
  return actor.kind === 'api-key' && actor.workspace.api_writes && actor.scopes.includes(access)
}

function isAllowed(operation: Operation, actor: Actor): boolean {
  try {
    checkPermission(operation, actor)
    return true
  } catch {
    return false
  }
}

/** The ids in the path of the public API. Non-text values are rejected with the other fields. */
function idsOf({ http, on }: Operation, input: Record<string, unknown>): Record<string, string> {
  const names = [...(on === 'brand' ? ['brand_id'] : []), ...pathFields(http?.path ?? '')]
  return Object.fromEntries(names.flatMap((name) => (typeof input[name] === 'string' ? [[name, input[name]]] : [])))
}

async function read(prepared: Prepared): Promise<Reply> {
  const { data, meta, next } = await readResult(prepared)
  const isList = prepared.operation.list !== undefined
  return {
    data,
    ...(meta === undefined ? {} : { meta: meta as object }),
    ...(isList && { pagination: prepared.pagination((data as unknown[]).length, next) }),
  }
}

async function write(
  services: Services,
  prepared: Prepared,
  input: Record<string, unknown>,
  idempotencyKey: string | undefined,
): Promise<Reply> {
  const { body, replayed } = await executeWrite(services, prepared, { idempotencyKey, input: [input] })
  const outcome = JSON.parse(body) as { data: unknown } | ErrorBody
  if (!('error' in outcome)) return { data: outcome.data, replayed }
  const { code, message, resource } = outcome.error
  const Refusal = replayed ? ReplayedError : ApiError
  throw new Refusal(code, message, resource === undefined ? {} : { resource })
}
