import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { eraseBrand } from '../brands/index.ts'
import { eraseUsage } from '../usage/index.ts'

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
    // Its keys go first: nobody reads what is being erased.
    await services.db.deleteFrom('api_keys').where('workspace_id', '=', workspace.id).execute()
    services.onAccessChanged()
    const brands = services.db.selectFrom('brands').select('id').where('workspace_id', '=', workspace.id)
    const ids = (await brands.execute()).map((brand) => brand.id)
    for (const id of ids) await eraseBrand(services, id)
    await eraseUsage(services, workspace.id)
    await services.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('audit_records').where('workspace_id', '=', workspace.id).execute()
      await transaction.deleteFrom('workspaces').where('id', '=', workspace.id).execute()
    })
    return { data: { deleted_workspace_id: workspace.id, deleted_brands: ids.length } }
  },
})
