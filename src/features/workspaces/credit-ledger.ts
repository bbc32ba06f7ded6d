import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { ApiError, notFound } from '../../lib/errors.ts'
import type { Tables } from '../../stores/postgres-schema.ts'

/** A change of a workspace's credits, in the transaction of what it is for. */
interface CreditChange {
  transaction: Transaction<Tables>
  workspaceId: string
  at: Date
}

/** What credits are taken for, and given back. */
interface AuditCredits extends CreditChange {
  jobId: string
  credits: number
}

/** @throws ApiError quota_exceeded where the workspace has fewer */
export async function chargeCredits(change: AuditCredits): Promise<void> {
  const balance = await lockBalance(change)
  if (balance < change.credits)
    throw new ApiError(
      'quota_exceeded',
      `this audit costs ${change.credits} credits, and the workspace has ${balance}`,
    )
  await enter(change, 'charge', -change.credits, balance, change.jobId)
}

/**
 * Brings what was charged to what it is to cost, as far as the workspace has credits for it: nobody owes any.
 * @returns what is charged now
 */
export async function settleCredits(change: AuditCredits, cost: number): Promise<number> {
  const balance = await lockBalance(change)
  const more = Math.min(cost - change.credits, balance)
  await enter(change, more > 0 ? 'charge' : 'refund', -more, balance, change.jobId)
  return change.credits + more
}

/** Brings the balance to a number, as the operator wants it. */
export async function setCredits(change: CreditChange, credits: number): Promise<void> {
  const balance = await lockBalance(change)
  await enter(change, 'grant', credits - balance, balance, null)
}

async function lockBalance({ transaction, workspaceId }: CreditChange): Promise<number> {
  const workspace = transaction.selectFrom('workspaces').select('credits').where('id', '=', workspaceId)
  const { credits } = await workspace.forUpdate().executeTakeFirstOrThrow(() => notFound('workspace'))
  return credits
}

async function enter(
  { transaction, workspaceId, at }: CreditChange,
  kind: 'grant' | 'charge' | 'refund',
  amount: number,
  before: number,
  jobId: string | null,
): Promise<void> {
  if (amount === 0) return
  const balance = before + amount
  await transaction
    .updateTable('workspaces')
    .set({ credits: balance })
    .where('id', '=', workspaceId)
    .execute()
  const entry = { id: randomUUID(), workspace_id: workspaceId, kind, amount, balance }
  await transaction
    .insertInto('credit_entries')
    .values({ ...entry, job_id: jobId, created_at: at })
    .execute()
}
