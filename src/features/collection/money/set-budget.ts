import { z } from 'zod'
import { uuid } from '../../../kernel/fields.ts'
import { defineChange, defineOperation, forAdmins, type ResourceRef } from '../../../kernel/operation.ts'
import { defineVersioned } from '../../../kernel/versions.ts'
import { invalidRequest } from '../../../lib/errors.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { type BudgetState, budgetsOf, lockSpending } from './budget.ts'
import { toNanos, toUsd } from './money.ts'

export const budgetSchema = z.object({
  monthly_usd: z.number().nullable().describe('Null without a budget.'),
  spent_usd: z.number().describe('Cost of the answers that arrived in this calendar month (UTC).'),
  at_risk_usd: z
    .number()
    .describe(
      'Typical cost of requests without a response, which the provider may have charged for; list-lost-requests shows them.',
    ),
  reserved_usd: z.number().describe('Maximum cost of running requests.'),
})

const budgetVersion = defineVersioned('budget', ['monthly_usd'])

const budgetRef: ResourceRef = {
  field: 'brand_id',
  name: 'brand',
  table: 'brands',
  seenBy: 'viewer',
  brandColumn: 'id',
  isOptional: true,
}

const budgetOf = { workspace_id: uuid.optional(), brand_id: uuid.optional() }

async function readBudget(
  db: PostgresLike,
  workspaceId: string,
  input: { workspace_id?: string | undefined; brand_id?: string | undefined },
  at: Date,
): Promise<z.output<typeof budgetSchema>> {
  if (input.workspace_id !== undefined && input.brand_id !== undefined)
    throw invalidRequest('set either workspace_id or brand_id')
  const states = await budgetsOf(db, { workspaceId, brandId: input.brand_id ?? workspaceId }, at)
  return serializeBudget(input.brand_id === undefined ? states.workspace : states.brand)
}

export const serializeBudget = ({ monthly, spent, atRisk, reserved }: BudgetState) => ({
  monthly_usd: monthly === null ? null : toUsd(monthly),
  spent_usd: toUsd(spent),
  at_risk_usd: toUsd(atRisk),
  reserved_usd: toUsd(reserved),
})

export const setBudget = defineChange({
  name: 'set-budget',
  summary: 'Set the monthly collection budget of a workspace or brand',
  description:
    'Collection requires a budget. If both a workspace and a brand budget are set, both apply. Sightline reserves the ' +
    'maximum cost of an answer before each request, so that spend and lost requests together never exceed the budget.',
  ...forAdmins,
  resourceRef: budgetRef,
  changes: budgetVersion,
  fields: {
    ...budgetOf,
    monthly_usd: z.number().min(0).max(1_000_000).describe('US dollars per calendar month (UTC).'),
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

export const getBudget = defineOperation({
  name: 'get-budget',
  summary: 'Show the monthly budget and spend of a workspace or brand',
  ...forAdmins,
  resourceRef: budgetRef,
  shows: budgetVersion,
  fields: budgetOf,
  data: budgetSchema,
  async run({ ctx: { services, workspace }, input }) {
    return { data: await readBudget(services.db, workspace.id, input, services.now()) }
  },
})
