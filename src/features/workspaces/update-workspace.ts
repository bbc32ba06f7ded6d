import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { showWorkspace, workspaceFields, workspaceSchema } from './workspace.ts'

export const updateWorkspace = defineOperation({
  name: 'update-workspace',
  summary: 'Change a workspace; what is not given stays',
  on: 'workspace',
  access: 'operator',
  fields: z.object(workspaceFields).partial().shape,
  data: workspaceSchema,
  async run({ ctx: { services, workspace }, input }) {
    const row = await services.db
      .updateTable('workspaces')
      .set({ ...input, updated_at: services.now() })
      .where('id', '=', workspace.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    services.onAccessChanged()
    return { data: showWorkspace(row) }
  },
})
