import { z } from 'zod'
import { record } from '../../kernel/change.ts'
import { eraseWorkspace } from '../../kernel/erase.ts'
import { defineOperation, forOwners } from '../../kernel/operation.ts'

export const deleteWorkspace = defineOperation({
  ...forOwners,
  name: 'delete-workspace',
  summary: 'Delete a workspace with its brands, keys and all stored data',
  fields: {},
  data: z.object({ deleted_workspace_id: z.uuid(), deleted_brands: z.int() }),
  async run({ ctx }) {
    const { services, workspace } = ctx
    const deletedBrands = await eraseWorkspace(services, workspace.id, (transaction, brands) =>
      record(transaction, 'delete-workspace', ctx, {
        before: { id: workspace.id, brands },
        after: null,
        workspaceId: null,
      }),
    )
    return { data: { deleted_workspace_id: workspace.id, deleted_brands: deletedBrands } }
  },
})
