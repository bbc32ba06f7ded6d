import type { Transaction } from 'kysely'
import type { Tables } from '../../stores/postgres-schema.ts'
import { refundCredits } from '../workspaces/index.ts'
import type { Audit } from './audit.ts'
import { hasReadPages } from './read-outcome.ts'

interface End {
  state: 'completed' | 'failed' | 'cancelled'
  problem: string | null
  at: Date
}

/**
 * Ends a running audit. Where it has read no page, or failed, its credits or its free scan come back. Facts of its pages are
 * retained where it completed, in place of those of the one before; which addresses it knew, nobody needs any more. The caller
 * holds the lock on the brand's row.
 */
export async function endAudit(transaction: Transaction<Tables>, audit: Audit, end: End): Promise<Audit> {
  const { id, brand_id, credit_cost: credits } = audit
  const refunded = end.state === 'failed' || !(await hasReadPages(transaction, id))
  if (refunded && credits > 0) {
    const brand = transaction.selectFrom('brands').select('workspace_id').where('id', '=', brand_id)
    const { workspace_id: workspaceId } = await brand.executeTakeFirstOrThrow()
    await refundCredits({ transaction, workspaceId, at: end.at, jobId: id, credits })
  }
  const retainsPages = end.state === 'completed' && !refunded
  // First the audit's row, as who is at work on it does: two that lock in another order end in a deadlock.
  const ended = await transaction
    .updateTable('audits')
    .set({
      state: end.state,
      problem: end.problem,
      ended_at: end.at,
      refunded,
      runner: null,
      site: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await transaction.deleteFrom('audit_addresses').where('audit_id', '=', id).execute()
  const audits = transaction.selectFrom('audits').select('id').where('brand_id', '=', brand_id)
  const outdated = audits.where('id', retainsPages ? '!=' : '=', id)
  await transaction.deleteFrom('audit_pages').where('audit_id', 'in', outdated).execute()
  return ended
}
