import { sql } from 'kysely'
import { emit } from '../../../kernel/events.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { budgetReached } from '../collection-events.ts'
import { type BudgetOwner, exhaustedBudgets, type OwnerBudgets } from './budget.ts'
import { monthOf, toUsd } from './money.ts'

/** Emits one event per budget and month when it cannot cover a request. */
export async function emitBudgetReached(
  transaction: PostgresLike,
  { workspaceId, brandId }: BudgetOwner,
  budgets: OwnerBudgets,
  cost: number,
  at: Date,
): Promise<void> {
  const month = monthOf(at).slice(0, 7)
  for (const of of exhaustedBudgets(budgets, cost)) {
    const { rows } = await sql<{ monthly_nanos: number }>`update collection_budgets set reached_in = ${month}
      where workspace_id = ${workspaceId} and brand_id is not distinct from ${of === 'brand' ? brandId : null}
        and reached_in is distinct from ${month} returning monthly_nanos`.execute(transaction)
    const [reached] = rows
    if (reached === undefined) continue
    const data = { of, month, monthly_usd: toUsd(reached.monthly_nanos) }
    await emit(transaction, budgetReached, { workspaceId, brandId, at, data })
  }
}
