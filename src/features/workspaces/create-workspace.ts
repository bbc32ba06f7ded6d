import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { defineChange, forOperator } from '../../kernel/operation.ts'
import type { Workspace } from '../../kernel/tables.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { setCredits } from './credit-ledger.ts'
import { serializeWorkspace, workspaceFields, workspaceSchema } from './workspace.ts'

type NewWorkspace = Omit<Workspace, 'id' | 'second_factor_required' | 'created_at' | 'updated_at'>

export async function insertWorkspace(
  transaction: Transaction<Tables>,
  workspace: NewWorkspace,
  at: Date,
): Promise<Workspace> {
  const row = {
    ...{ id: randomUUID(), ...workspace, second_factor_required: false },
    ...{ created_at: at, updated_at: at },
  }
  await transaction
    .insertInto('workspaces')
    .values({ ...row, credits: 0 })
    .execute()
  await setCredits({ transaction, workspaceId: row.id, at }, workspace.credits)
  return row
}

export const createWorkspace = defineChange({
  name: 'create-workspace',
  summary: 'Create a workspace',
  ...forOperator,
  fields: {
    name: workspaceFields.name,
    api_access: workspaceFields.api_access.default(true),
    api_writes: workspaceFields.api_writes.default(false),
    brand_knowledge: workspaceFields.brand_knowledge.default(false),
    credits: workspaceFields.credits.default(0),
  },
  data: workspaceSchema,
  async change({ ctx: { services }, input, transaction }) {
    const data = serializeWorkspace(await insertWorkspace(transaction, input, services.now()))
    return { data, audit: { before: null, after: data, workspaceId: data.id } }
  },
})
