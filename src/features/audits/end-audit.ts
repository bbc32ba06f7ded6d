import type { Transaction } from 'kysely'
import type { Tables } from '../../stores/postgres-schema.ts'
import { settleCredits } from '../workspaces/index.ts'
import type { Audit } from './audit.ts'
import { countReadPages, hasReadPages } from './read-outcome.ts'

interface End {
  state: 'completed' | 'failed' | 'cancelled'
  problem: string | null
  at: Date
}

/** A credit is what so many pages cost. */
const pagesPerCredit = 100

/** What an audit of so many pages costs that is not free. */
export const creditsFor = (pages: number): number => Math.max(1, Math.ceil(pages / pagesPerCredit))

/**
 * Ends a running audit. Where it has read no page, or failed, its credits or its free scan come back; after a
 * partial estimate its credits are settled. Facts of its pages are
 * retained where it completed, in place of those of the one before; which addresses it knew, nobody needs any more. The caller
 * holds the lock on the brand's row.
 */
export async function endAudit(transaction: Transaction<Tables>, audit: Audit, end: End): Promise<Audit> {
  const { id, brand_id } = audit
  const refunded = end.state === 'failed' || !(await hasReadPages(transaction, id))
  const credit_cost = await settle(transaction, audit, refunded, end.at)
  const retainsPages = end.state === 'completed' && !refunded
  // First the audit's row, as who is at work on it does: two that lock in another order end in a deadlock.
  const ended = await transaction
    .updateTable('audits')
    .set({
      state: end.state,
      problem: end.problem,
      ended_at: end.at,
      refunded,
      credit_cost,
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

/** Gives credits back, or settles them; what the audit costs then, where it was not refunded. */
async function settle(
  transaction: Transaction<Tables>,
  audit: Audit,
  refunded: boolean,
  at: Date,
): Promise<number> {
  const { id, brand_id, credit_cost: credits, is_partial_estimate, is_free_scan } = audit
  if (is_free_scan || !(refunded || is_partial_estimate)) return credits
  const brand = transaction.selectFrom('brands').select('workspace_id').where('id', '=', brand_id)
  const { workspace_id: workspaceId } = await brand.executeTakeFirstOrThrow()
  const change = { transaction, workspaceId, at, jobId: id, credits }
  if (!refunded) return settleCredits(change, creditsFor(await countReadPages(transaction, id)))
  await settleCredits(change, 0)
  return credits
}
