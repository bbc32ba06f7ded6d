import { z } from 'zod'
import { defineChange } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { setCredits } from './credit-ledger.ts'
import { serializeWorkspace, workspaceFields, workspaceSchema } from './workspace.ts'

export const updateWorkspace = defineChange({
  name: 'update-workspace',
  summary: 'Update a workspace; omitted fields stay unchanged',
  on: 'workspace',
  access: 'operator',
  role: 'none',
  fields: z.object(workspaceFields).partial().shape,
  data: workspaceSchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const { credits, ...columns } = input
    const at = services.now()
    if (credits !== undefined) await setCredits({ transaction, workspaceId: workspace.id, at }, credits)
    const row = await transaction
      .updateTable('workspaces')
      .set({ ...columns, updated_at: at })
      .where('id', '=', workspace.id)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('workspace'))
    const data = serializeWorkspace(row)
    return { data, audit: { before: serializeWorkspace(workspace), after: data } }
  },
})
