import { sql } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'
import { monthOf } from './money.ts'

/** Whose money it is. */
export interface BudgetOwner {
  workspaceId: string
  brandId: string
}

/** A budget with what is spent and reserved of it in a month, in billionths of a US dollar. */
export interface BudgetState {
  /** Null where none is set. */
  monthly: number | null
  spent: number
  reserved: number
}

/**
 * Reservations of a workspace come one after another until the transaction ends: no two see the same money left. Called
 * before the first of them.
 */
export async function lockSpending(transaction: PostgresLike, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`spending ${workspaceId}`}, 0))`.execute(
    transaction,
  )
}

/** What limits a payer: the budgets of the workspace and of the brand. */
export interface OwnerBudgets {
  workspace: BudgetState
  brand: BudgetState
}

/** The budgets of a workspace and of all its brands, as they stood when they were read. */
export interface Budgets {
  of(brandId: string): OwnerBudgets
  /** Notes what the reader reserves meanwhile; `addSpending` makes it so. */
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
    .select(['brand_id', 'spent_nanos', 'reserved_nanos'])
    .where('workspace_id', '=', workspaceId)
    .where('month', '=', sql<string>`${monthOf(at)}::date`)
    .execute()
  const stateOf = (isOf: (brand: string) => boolean, budget: string | null): BudgetState => {
    const rows = spending.filter(({ brand_id }) => isOf(brand_id))
    return {
      monthly: budgets.find(({ brand_id }) => brand_id === budget)?.monthly_nanos ?? null,
      spent: rows.reduce((sum, { spent_nanos }) => sum + spent_nanos, 0),
      reserved: rows.reduce((sum, { reserved_nanos }) => sum + reserved_nanos, 0),
    }
  }
  return {
    of: (brandId) => ({
      workspace: stateOf(() => true, null),
      brand: stateOf((id) => id === brandId, brandId),
    }),
    reserve: (brand_id, reserved_nanos) => spending.push({ brand_id, spent_nanos: 0, reserved_nanos }),
  }
}

/** The budgets of a workspace and of one of its brands. */
export const budgetsOf = async (db: PostgresLike, { workspaceId, brandId }: BudgetOwner, at: Date) =>
  (await readBudgets(db, workspaceId, at)).of(brandId)

/** Those that have no room for a cost, also once all that is reserved has turned out to cost nothing. */
export const exhaustedBudgets = (budgets: OwnerBudgets, cost: number): (keyof OwnerBudgets)[] =>
  (['workspace', 'brand'] as const).filter((of) => {
    const { monthly, spent } = budgets[of]
    return monthly !== null && monthly - spent < cost
  })

/** Whether a cost fits once all that is reserved has turned out to cost nothing. */
export const fitsWithoutReservations = (budgets: OwnerBudgets, cost: number): boolean =>
  exhaustedBudgets(budgets, cost).length === 0

/** What may still be reserved; null where no budget is set, without which nothing is asked. */
export function remainingNanos(budgets: OwnerBudgets): number | null {
  const set = Object.values(budgets).flatMap(({ monthly, spent, reserved }) =>
    monthly === null ? [] : [monthly - spent - reserved],
  )
  return set.length === 0 ? null : Math.min(...set)
}

/**
 * Adds to what is reserved and spent in a month; the caller has looked whether it may, under `lockSpending` where it is a
 * reservation.
 */
export async function addSpending(
  transaction: PostgresLike,
  { workspaceId, brandId }: BudgetOwner,
  month: string,
  { reserved = 0, spent = 0 }: { reserved?: number; spent?: number },
): Promise<void> {
  if (reserved === 0 && spent === 0) return
  await sql`insert into collection_spending as known (workspace_id, brand_id, month, reserved_nanos, spent_nanos)
    values (${workspaceId}, ${brandId}, ${month}::date, ${reserved}, ${spent})
    on conflict (workspace_id, brand_id, month) do update
      set reserved_nanos = known.reserved_nanos + excluded.reserved_nanos,
        spent_nanos = known.spent_nanos + excluded.spent_nanos`.execute(transaction)
}

/**
 * Erases the slots of a brand, and counts what is reserved for them as spent: whoever was asked may charge for it, and
 * nobody is left to hear of it.
 */
export async function eraseSlots(transaction: PostgresLike, brandId: string): Promise<void> {
  // The slots before the money, as whoever settles takes them.
  await transaction.deleteFrom('collection_slots').where('brand_id', '=', brandId).execute()
  await transaction
    .updateTable('collection_spending')
    .set({ spent_nanos: sql`spent_nanos + reserved_nanos`, reserved_nanos: 0 })
    .where('brand_id', '=', brandId)
    .execute()
}
