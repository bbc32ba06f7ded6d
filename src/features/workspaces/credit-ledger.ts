import { randomUUID } from 'node:crypto'
import { ApiError, notFound } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRow, updateRow } from '../../stores/postgres-rows.ts'

/** A change of credits, in the transaction of its cause. */
interface CreditChange {
  transaction: Transaction
  workspaceId: string
  at: Date
}

interface AuditCredits extends CreditChange {
  jobId: string
  credits: number
}

/** @throws ApiError quota_exceeded if the workspace has too few credits */
export async function chargeCredits(change: AuditCredits): Promise<void> {
  const balance = await lockBalance(change)
  if (balance < change.credits)
    throw new ApiError('quota_exceeded', `this audit costs ${change.credits} credits, but the workspace has ${balance}`)
  await enter(change, 'charge', -change.credits, balance, change.jobId)
}

/**
 * Adjusts a charge to the actual cost, at most to the remaining balance.
 * @returns the adjusted charge
 */
export async function settleCredits(change: AuditCredits, cost: number): Promise<number> {
  const balance = await lockBalance(change)
  const more = Math.min(cost - change.credits, balance)
  await enter(change, more > 0 ? 'charge' : 'refund', -more, balance, change.jobId)
  return change.credits + more
}

/** Sets the balance, by request of the operator. */
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
  await updateRow(transaction, 'workspaces', workspaceId, { credits: balance })
  const entry = { id: randomUUID(), workspace_id: workspaceId, kind, amount, balance }
  await insertRow(transaction, 'credit_entries', { ...entry, job_id: jobId, created_at: at })
}
