import { randomUUID } from 'node:crypto'
import { ApiError, notFound } from '../lib/errors.ts'
import type { PostgresLike, Transaction } from '../stores/postgres.ts'
import { insertRow } from '../stores/postgres-rows.ts'
import type { Actor } from './actor.ts'
import type { Brand, Context, Workspace } from './context.ts'
import { incrementDataVersion } from './data-version.ts'
import type { Audit, Call, ChangeCall, Operation, Result, Subject } from './operation.ts'
import { checkVersion } from './versions.ts'

export type AnyCall = Omit<Call<Subject, Record<string, unknown>, never>, 'ctx'> & {
  ctx: Context & { workspace?: Workspace; brand?: Brand }
}

export interface ChangeOptions {
  /** The result of the operation's `prefetch`. */
  prefetched?: unknown
  /** An existing transaction to use. The caller commits it. */
  transaction?: Transaction
}

/**
 * Runs a change and writes its audit record in one transaction. Changes of one brand run one at a time and
 * increment its data version.
 * @throws ApiError not_found if the brand was deleted
 */
export async function runChange(
  operation: Operation,
  call: AnyCall,
  { prefetched, transaction }: ChangeOptions = {},
): Promise<Result<unknown, unknown, unknown>> {
  const { services } = call.ctx
  if (transaction === undefined)
    return services.db
      .transaction()
      .execute((own) => runChange(operation, call, { prefetched, transaction: own }))
      .finally(services.onAccessChanged)
  const brand = call.ctx.brand === undefined ? undefined : await lockBrand(transaction, call.ctx.brand.id)
  const ctx = brand === undefined ? call.ctx : { ...call.ctx, brand }
  const change = operation.change as NonNullable<Operation['change']>
  const { data, audit, session, former } = await change({
    ...call,
    ctx,
    transaction,
    prefetched,
  } as unknown as ChangeCall<Subject, Record<string, unknown>, unknown>)
  if (audit !== undefined) {
    checkVersions(operation, ctx, former ?? audit.before)
    await writeAudit(transaction, operation, ctx, audit)
  }
  return { data, session }
}

/**
 * Runs an operation that is not a single transaction. If it changes data, it is recorded afterwards, even if
 * it failed: parts of it may have been done.
 */
export async function runWithAuditRecord(
  operation: Operation,
  call: AnyCall,
): Promise<Result<unknown, unknown, unknown>> {
  const run = () => operation.run(call as unknown as Parameters<Operation['run']>[0])
  if (operation.isRecorded === undefined) return run()
  const { ctx } = call
  const workspaceId = ctx.workspace?.id ?? null
  const { db } = ctx.services
  const write = (transaction: PostgresLike, after: object) =>
    record(transaction, operation.name, ctx, { before: null, after, workspaceId, brandId: ctx.brand?.id })
  try {
    const result = await run()
    if (result.changedNothing) return result
    await db.transaction().execute(async (transaction) => {
      await write(transaction, countsOf(result.data))
      await result.emitEvents?.(transaction)
    })
    return result
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'internal_error'
    // Rethrow the original error; failing to record it matters less.
    await write(db, { failed: code }).catch(() => {})
    throw error
  }
}

/** Keeps only numbers, as texts can be personal data. */
const countsOf = (data: unknown): object =>
  Object.fromEntries(Object.entries(data as object).filter(([, value]) => typeof value === 'number'))

/** @throws ApiError conflict, which rolls the change back */
function checkVersions({ changes }: Operation, { ifMatch }: Context, before: object | null): void {
  if (changes === undefined) return
  const several = changes.each === undefined ? undefined : (before as Record<string, object[]>)[changes.each]
  for (const one of several ?? [before]) checkVersion(changes, ifMatch, one)
}

async function lockBrand(transaction: Transaction, brandId: string): Promise<Brand> {
  const update = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brandId)
  const brand = await update.returningAll().executeTakeFirstOrThrow(() => notFound('brand'))
  return brand
}

async function writeAudit(
  transaction: Transaction,
  operation: Operation,
  ctx: AnyCall['ctx'],
  { workspaceId = ctx.workspace?.id, brandId = ctx.brand?.id, ...audit }: Audit,
): Promise<void> {
  const isOfAccount = operation.on === 'person' || operation.on === 'visit'
  if (workspaceId === undefined && !isOfAccount) throw new Error(`${operation.name}: the audit record has no workspace`)
  await record(transaction, operation.name, ctx, { ...audit, workspaceId: workspaceId ?? null, brandId })
}

function nameOf(actor: Actor): string | null {
  if (actor.kind === 'api-key') return actor.name
  return actor.kind === 'oauth-token' ? actor.clientName : null
}

/** Writes an audit record of a change or an attempted change; `list-changes` shows it. */
export async function record(
  transaction: PostgresLike,
  operation: string,
  { services, actor, requestId, origin }: Context,
  {
    id = randomUUID(),
    before,
    after,
    workspaceId,
    brandId,
    by,
  }: Omit<Audit, 'workspaceId' | 'brandId'> & {
    workspaceId: string | null
    brandId?: string | undefined
  },
): Promise<void> {
  await insertRow(transaction, 'audit_records', {
    id,
    workspace_id: workspaceId,
    brand_id: brandId ?? null,
    created_at: services.now(),
    ...(by === undefined
      ? { actor_kind: actor.kind, actor_id: 'id' in actor ? actor.id : null }
      : { actor_kind: 'person', actor_id: by }),
    ...(origin ?? { via: actor.kind === 'system' ? 'job' : 'command-line', address: null }),
    key_id: actor.kind === 'api-key' ? actor.id : null,
    key_name: nameOf(actor),
    operation,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
    request_id: requestId,
  })
}
