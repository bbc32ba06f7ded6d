import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, type ResourceRef } from '../../kernel/operation.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { type BudgetState, budgetsOf, lockSpending } from './budget.ts'
import { toNanos, toUsd } from './money.ts'

export const budgetSchema = z.object({
  monthly_usd: z.number().nullable().describe('Null where none is set'),
  spent_usd: z.number().describe('In this month of UTC'),
  reserved_usd: z.number().describe('For questions that are under way'),
})

/** What is spent of it changes by itself. */
export const budgetVersion = defineVersioned('budget', ['monthly_usd'])

export const budgetRef: ResourceRef = {
  field: 'brand_id',
  name: 'brand',
  table: 'brands',
  seenBy: 'viewer',
  brandColumn: 'id',
  isOptional: true,
}

export const budgetOf = { workspace_id: uuid.optional(), brand_id: uuid.optional() }

/** The budget of a workspace, or of one of its brands. */
export async function readBudget(
  db: PostgresLike,
  workspaceId: string,
  input: { workspace_id?: string | undefined; brand_id?: string | undefined },
  at: Date,
): Promise<z.output<typeof budgetSchema>> {
  if (input.workspace_id !== undefined && input.brand_id !== undefined)
    throw invalidRequest('one of workspace_id and brand_id is required, and not both')
  const states = await budgetsOf(db, { workspaceId, brandId: input.brand_id ?? workspaceId }, at)
  return serializeBudget(input.brand_id === undefined ? states.workspace : states.brand)
}

const serializeBudget = ({ monthly, spent, reserved }: BudgetState) => ({
  monthly_usd: monthly === null ? null : toUsd(monthly),
  spent_usd: toUsd(spent),
  reserved_usd: toUsd(reserved),
})

export const setBudget = defineChange({
  name: 'set-budget',
  summary: 'Set what asking engines may cost in a month: of a workspace, or of one of its brands',
  description:
    'Nothing is asked without a budget. Where both are set, both hold. What an answer costs at most is reserved before it ' +
    'is asked for, so that a month never costs more.',
  on: 'workspace',
  resourceRef: budgetRef,
  access: 'operator',
  role: 'admin',
  changes: budgetVersion,
  fields: {
    ...budgetOf,
    monthly_usd: z.number().min(0).max(1_000_000).describe('US dollars in a month of UTC'),
  },
  data: budgetSchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const { brand_id: brandId } = input
    const workspaceId = workspace.id
    const at = services.now()
    const stateNow = () => readBudget(transaction, workspaceId, input, at)
    await lockSpending(transaction, workspaceId)
    const before = await stateNow()
    const row = {
      workspace_id: workspaceId,
      brand_id: brandId ?? null,
      monthly_nanos: toNanos(input.monthly_usd),
    }
    await transaction
      .insertInto('collection_budgets')
      .values({ ...row, updated_at: at })
      .onConflict((on) =>
        on
          .columns(['workspace_id', 'brand_id'])
          .doUpdateSet({ monthly_nanos: row.monthly_nanos, reached_in: null, updated_at: at }),
      )
      .execute()
    const data = await stateNow()
    const audit = { before, after: data, ...(brandId === undefined ? {} : { brandId }) }
    return { data, audit }
  },
})
