import { sql } from 'kysely'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { monthOf } from './money.ts'

/** The workspace and brand that pay. */
export interface BudgetOwner {
  workspaceId: string
  brandId: string
}

/** A budget and a month’s amounts, in billionths of a US dollar. */
export interface BudgetState {
  /** Null without a budget. */
  monthly: number | null
  /** The cost of answers that arrived. */
  spent: number
  /** The typical cost of requests whose outcome is unknown. */
  atRisk: number
  /** The maximum cost of running requests. */
  reserved: number
}

/**
 * Serializes the reservations of a workspace until the transaction ends, so that none see the same remaining
 * budget. Call it before the first reservation.
 */
export async function lockSpending(transaction: PostgresLike, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`spending ${workspaceId}`}, 0))`.execute(transaction)
}

/** The budgets that limit an owner. */
export interface OwnerBudgets {
  workspace: BudgetState
  brand: BudgetState
}

/** A snapshot of the budgets of a workspace and all its brands. */
export interface Budgets {
  of(brandId: string): OwnerBudgets
  /** Adds a reservation to the snapshot only; `addSpending` stores it. */
  reserve(brandId: string, cost: number): void
}

export async function readBudgets(db: PostgresLike, workspaceId: string, at: Date): Promise<Budgets> {
  const budgets = await db
    .selectFrom('collection_budgets')
    .select(['brand_id', 'monthly_nanos'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const spending = await db
    .selectFrom('collection_spending')
    .select(['brand_id', 'spent_nanos', 'at_risk_nanos', 'reserved_nanos'])
    .where('workspace_id', '=', workspaceId)
    .where('month', '=', monthOf(at))
    .execute()
  const stateOf = (isOf: (brand: string) => boolean, budget: string | null): BudgetState => {
    const rows = spending.filter(({ brand_id }) => isOf(brand_id))
    return {
      monthly: budgets.find(({ brand_id }) => brand_id === budget)?.monthly_nanos ?? null,
      spent: rows.reduce((sum, { spent_nanos }) => sum + spent_nanos, 0),
      atRisk: rows.reduce((sum, { at_risk_nanos }) => sum + at_risk_nanos, 0),
      reserved: rows.reduce((sum, { reserved_nanos }) => sum + reserved_nanos, 0),
    }
  }
  return {
    of: (brandId) => ({
      workspace: stateOf(() => true, null),
      brand: stateOf((id) => id === brandId, brandId),
    }),
    reserve: (brand_id, reserved_nanos) =>
      spending.push({ brand_id, spent_nanos: 0, at_risk_nanos: 0, reserved_nanos }),
  }
}

export const budgetsOf = async (db: PostgresLike, { workspaceId, brandId }: BudgetOwner, at: Date) =>
  (await readBudgets(db, workspaceId, at)).of(brandId)

/** Budgets that cannot cover a cost even if all reservations are released. */
export const exhaustedBudgets = (budgets: OwnerBudgets, cost: number): (keyof OwnerBudgets)[] =>
  (['workspace', 'brand'] as const).filter((of) => {
    const { monthly, spent, atRisk } = budgets[of]
    return monthly !== null && monthly - spent - atRisk < cost
  })

/** Whether a cost fits if all reservations are released. */
export const fitsWithoutReservations = (budgets: OwnerBudgets, cost: number): boolean =>
  exhaustedBudgets(budgets, cost).length === 0

/** The amount available for reservations. Null without a budget, which collection requires. */
export function remainingNanos(budgets: OwnerBudgets): number | null {
  const set = Object.values(budgets).flatMap(({ monthly, spent, atRisk, reserved }) =>
    monthly === null ? [] : [monthly - spent - atRisk - reserved],
  )
  return set.length === 0 ? null : Math.min(...set)
}

/** Adds to the amounts of a month. Reserving needs `lockSpending` and a budget check first. */
export async function addSpending(
  transaction: PostgresLike,
  { workspaceId, brandId }: BudgetOwner,
  month: string,
  { reserved = 0, spent = 0, atRisk = 0 }: { reserved?: number; spent?: number; atRisk?: number },
): Promise<void> {
  if (reserved === 0 && spent === 0 && atRisk === 0) return
  await sql`insert into collection_spending as known (workspace_id, brand_id, month, reserved_nanos, spent_nanos, at_risk_nanos)
    values (${workspaceId}, ${brandId}, ${month}::date, ${reserved}, ${spent}, ${atRisk})
    on conflict (workspace_id, brand_id, month) do update
      set reserved_nanos = known.reserved_nanos + excluded.reserved_nanos,
        spent_nanos = known.spent_nanos + excluded.spent_nanos,
        at_risk_nanos = known.at_risk_nanos + excluded.at_risk_nanos`.execute(transaction)
}

/** Erases the slots of a brand. Their reservations are at risk, as providers can still charge. */
export async function eraseSlots(transaction: PostgresLike, brandId: string): Promise<void> {
  // Deletes slots before updating spend, in the lock order of settling.
  await transaction.deleteFrom('collection_slots').where('brand_id', '=', brandId).execute()
  await transaction
    .updateTable('collection_spending')
    .set({ at_risk_nanos: sql`at_risk_nanos + reserved_nanos`, reserved_nanos: 0 })
    .where('brand_id', '=', brandId)
    .execute()
}
