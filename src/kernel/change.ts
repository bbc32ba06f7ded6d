import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { notFound } from '../lib/errors.ts'
import type { Tables } from '../stores/postgres-schema.ts'
import type { Brand, Context, Workspace } from './context.ts'
import { raisedDataVersion } from './data-version.ts'
import type { Audit, Call, ChangeCall, Operation, Result, Subject } from './operation.ts'

export type AnyCall = Omit<Call<Subject, Record<string, unknown>, never>, 'ctx'> & {
  ctx: Context & { workspace?: Workspace; brand?: Brand }
}

/** What a change is made with. */
export interface Within {
  /** What the operation's `prefetch` has found. */
  prefetched?: unknown
  /** One that holds more than the change; it is the caller's to end. */
  transaction?: Transaction<Tables>
}

/**
 * Runs a change in one transaction with its audit record. Changes of one brand come one after another, and each raises
 * the version that its results are named by.
 * @throws ApiError not_found where the brand has been deleted meanwhile
 */
export async function runChange(
  operation: Operation,
  call: AnyCall,
  { prefetched, transaction }: Within = {},
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
  const { data, audit } = await change({ ...call, ctx, transaction, prefetched } as unknown as ChangeCall<
    Subject,
    Record<string, unknown>,
    unknown
  >)
  if (audit !== undefined) await writeAudit(transaction, operation, ctx, audit)
  return { data }
}

async function lockBrand(transaction: Transaction<Tables>, brandId: string): Promise<Brand> {
  const update = transaction.updateTable('brands').set(raisedDataVersion).where('id', '=', brandId)
  const brand = await update.returningAll().executeTakeFirst()
  if (brand === undefined) throw notFound('brand')
  return brand
}

async function writeAudit(
  transaction: Transaction<Tables>,
  operation: Operation,
  { services, actor, requestId, workspace, brand }: AnyCall['ctx'],
  { before, after, workspaceId = workspace?.id, brandId = brand?.id }: Audit,
): Promise<void> {
  if (workspaceId === undefined) throw new Error(`${operation.name} does not say whose audit record it is`)
  await transaction
    .insertInto('audit_records')
    .values({
      id: randomUUID(),
      workspace_id: workspaceId,
      brand_id: brandId ?? null,
      created_at: services.now(),
      actor_kind: actor.kind,
      actor_id: actor.kind === 'operator' ? null : actor.id,
      key_id: actor.kind === 'api-key' ? actor.id : null,
      key_name: actor.kind === 'api-key' ? actor.name : null,
      operation: operation.name,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      request_id: requestId,
    })
    .execute()
}
