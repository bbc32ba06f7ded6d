import { defineOperation } from '../../../kernel/operation.ts'
import { budgetOf, budgetRef, budgetSchema, budgetVersion, readBudget } from './set-budget.ts'

export const getBudget = defineOperation({
  name: 'get-budget',
  summary: 'Show the monthly budget and spend of a workspace or brand',
  on: 'workspace',
  resourceRef: budgetRef,
  access: 'operator',
  role: 'admin',
  shows: budgetVersion,
  fields: budgetOf,
  data: budgetSchema,
  async run({ ctx: { services, workspace }, input }) {
    return { data: await readBudget(services.db, workspace.id, input, services.now()) }
  },
})
