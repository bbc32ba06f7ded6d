import type { Transaction } from 'kysely'
import { updatedRow } from '../../../stores/postgres-rows.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { settleCredits } from '../../workspaces/index.ts'
import type { Audit } from '../audit.ts'
import { countReadPages, hasReadPages } from './read-outcome.ts'

interface End {
  state: 'completed' | 'failed' | 'cancelled'
  problem: string | null
  at: Date
}

const pagesPerCredit = 100

/** The credits for a paid audit of this many pages. */
export const creditsFor = (pages: number): number => Math.max(1, Math.ceil(pages / pagesPerCredit))

/**
 * Ends a running audit. Refunds its credits or free scan if it failed or read no page; settles credits after a
 * partial estimate. If it completed, its page facts replace those of the previous audit; its URLs are deleted.
 * The caller holds the lock on the brand's row.
 */
export async function endAudit(transaction: Transaction<Tables>, audit: Audit, end: End): Promise<Audit> {
  const { id, brand_id } = audit
  const refunded = end.state === 'failed' || !(await hasReadPages(transaction, id))
  const credit_cost = await settle(transaction, audit, refunded, end.at)
  const retainsPages = end.state === 'completed' && !refunded
  // Lock the audit's row first, as its worker does; a different order would deadlock.
  const ended = await updatedRow(transaction, 'audits', id, {
    state: end.state,
    problem: end.problem,
    ended_at: end.at,
    refunded,
    credit_cost,
    runner: null,
    site: null,
  })
  await transaction.deleteFrom('audit_addresses').where('audit_id', '=', id).execute()
  const audits = transaction.selectFrom('audits').select('id').where('brand_id', '=', brand_id)
  const outdated = audits.where('id', retainsPages ? '!=' : '=', id)
  await transaction.deleteFrom('audit_pages').where('audit_id', 'in', outdated).execute()
  return ended
}

/** Refunds or settles credits. Returns the cost of the audit, before any refund. */
async function settle(transaction: Transaction<Tables>, audit: Audit, refunded: boolean, at: Date): Promise<number> {
  const { id, brand_id, credit_cost: credits, is_partial_estimate, is_free_scan } = audit
  if (is_free_scan || !(refunded || is_partial_estimate)) return credits
  const brand = transaction.selectFrom('brands').select('workspace_id').where('id', '=', brand_id)
  const { workspace_id: workspaceId } = await brand.executeTakeFirstOrThrow()
  const change = { transaction, workspaceId, at, jobId: id, credits }
  if (!refunded) return settleCredits(change, creditsFor(await countReadPages(transaction, id)))
  await settleCredits(change, 0)
  return credits
}
