import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { type BudgetState, budgetsOf } from './budget.ts'
import { toNanos, toUsd } from './money.ts'

const budgetSchema = z.object({
  monthly_usd: z.number().nullable().describe('Null where none is set'),
  spent_usd: z.number().describe('In this month of UTC'),
  reserved_usd: z.number().describe('For questions that are under way'),
})

export const serializeBudget = ({ monthly, spent, reserved }: BudgetState) => ({
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
  on: 'installation',
  access: 'operator',
  role: 'none',
  fields: {
    workspace_id: uuid.optional(),
    brand_id: uuid.optional(),
    monthly_usd: z.number().min(0).max(1_000_000).describe('US dollars in a month of UTC'),
  },
  data: budgetSchema,
  async change({ ctx: { services }, input, transaction }) {
    if ((input.workspace_id === undefined) === (input.brand_id === undefined))
      throw invalidRequest('one of workspace_id and brand_id is required')
    const brand =
      input.brand_id === undefined
        ? undefined
        : await transaction
            .selectFrom('brands')
            .select(['id', 'workspace_id'])
            .where('id', '=', input.brand_id)
            .executeTakeFirstOrThrow(() => notFound('brand'))
    const workspaceId = brand?.workspace_id ?? (input.workspace_id as string)
    const workspaces = transaction.selectFrom('workspaces').select('id').where('id', '=', workspaceId)
    await workspaces.executeTakeFirstOrThrow(() => notFound('workspace'))
    const at = services.now()
    const payer = { workspaceId, brandId: brand?.id ?? workspaceId }
    const stateNow = async () => {
      const states = await budgetsOf(transaction, payer, at)
      return serializeBudget(brand === undefined ? states.workspace : states.brand)
    }
    const before = await stateNow()
    const row = {
      workspace_id: workspaceId,
      brand_id: brand?.id ?? null,
      monthly_nanos: toNanos(input.monthly_usd),
    }
    await transaction
      .insertInto('collection_budgets')
      .values({ ...row, updated_at: at })
      .onConflict((on) =>
        on
          .columns(['workspace_id', 'brand_id'])
          .doUpdateSet({ monthly_nanos: row.monthly_nanos, updated_at: at }),
      )
      .execute()
    const data = await stateNow()
    const audit = { before, after: data, workspaceId, ...(brand === undefined ? {} : { brandId: brand.id }) }
    return { data, audit }
  },
})
