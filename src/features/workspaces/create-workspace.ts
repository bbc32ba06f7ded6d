import { randomUUID } from 'node:crypto'
import { defineChange } from '../../kernel/operation.ts'
import { setCredits } from './credit-ledger.ts'
import { serializeWorkspace, workspaceFields, workspaceSchema } from './workspace.ts'

export const createWorkspace = defineChange({
  name: 'create-workspace',
  summary: 'Create a workspace',
  on: 'installation',
  access: 'operator',
  role: 'none',
  fields: {
    name: workspaceFields.name,
    api_access: workspaceFields.api_access.default(true),
    api_writes: workspaceFields.api_writes.default(false),
    brand_knowledge: workspaceFields.brand_knowledge.default(false),
    credits: workspaceFields.credits.default(0),
  },
  data: workspaceSchema,
  async change({ ctx: { services }, input, transaction }) {
    const at = services.now()
    const row = { id: randomUUID(), ...input, created_at: at, updated_at: at }
    await transaction
      .insertInto('workspaces')
      .values({ ...row, credits: 0 })
      .execute()
    await setCredits({ transaction, workspaceId: row.id, at }, input.credits)
    const data = serializeWorkspace(row)
    return { data, audit: { before: null, after: data, workspaceId: row.id } }
  },
})
