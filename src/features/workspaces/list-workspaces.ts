import { z } from 'zod'
import { defineOperation, forOperator } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { serializeWorkspace, workspaceSchema } from './workspace.ts'

export const listWorkspaces = defineOperation({
  name: 'list-workspaces',
  summary: 'List the workspaces of this installation, newest first',
  ...forOperator,
  fields: {},
  list: storedRows(null),
  data: z.array(workspaceSchema),
  async run({ ctx: { services }, page }) {
    const { rows, next } = await newestFirst(
      services.db.selectFrom('workspaces').selectAll(),
      'workspaces',
      page,
    )
    return { data: rows.map(serializeWorkspace), next }
  },
})
