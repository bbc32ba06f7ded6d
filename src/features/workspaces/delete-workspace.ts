import { z } from 'zod'
import { eraseWorkspace } from '../../kernel/erase.ts'
import { defineOperation } from '../../kernel/operation.ts'

export const deleteWorkspace = defineOperation({
  name: 'delete-workspace',
  summary:
    'Delete a workspace with its brands and keys and everything that is stored about them, in both stores',
  on: 'workspace',
  access: 'operator',
  role: 'owner',
  fields: {},
  data: z.object({ deleted_workspace_id: z.uuid(), deleted_brands: z.int() }),
  async run({ ctx: { services, workspace } }) {
    const deletedBrands = await eraseWorkspace(services, workspace.id)
    return { data: { deleted_workspace_id: workspace.id, deleted_brands: deletedBrands } }
  },
})
