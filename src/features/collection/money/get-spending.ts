import { z } from 'zod'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { budgetsOf, remainingNanos } from './budget.ts'
import { toUsd } from './money.ts'
import { budgetSchema, serializeBudget } from './set-budget.ts'

export const getSpending = defineOperation({
  name: 'get-spending',
  summary: 'Show the budget of a brand and its spend in this month',
  description: 'Months are calendar months (UTC).',
  ...brandRead('read:prompts', '/collection/spending'),
  entityTag: 'content',
  fields: {},
  data: budgetSchema.extend({
    remaining_usd: z
      .number()
      .nullable()
      .describe('Available for new requests under the budgets of the brand and the workspace. Null without a budget.'),
  }),
  async run({ ctx: { services, brand, workspace } }) {
    const budgets = await budgetsOf(services.db, { workspaceId: workspace.id, brandId: brand.id }, services.now())
    const remaining = remainingNanos(budgets)
    // A budget can be lowered below the spend.
    const remaining_usd = remaining === null ? null : Math.max(0, toUsd(remaining))
    return { data: { ...serializeBudget(budgets.brand), remaining_usd } }
  },
})
