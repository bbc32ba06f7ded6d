import { defineOperation } from '../../kernel/operation.ts'
import { budgetOf, budgetRef, budgetSchema, budgetVersion, readBudget } from './set-budget.ts'

export const getBudget = defineOperation({
  name: 'get-budget',
  summary:
    'What asking engines may cost in a month, and what it has cost: of a workspace, or of one of its brands',
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
