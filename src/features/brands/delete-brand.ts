import { z } from 'zod'
import { record } from '../../kernel/change.ts'
import { eraseBrand } from '../../kernel/erase.ts'
import { defineOperation, forBrandAdmins } from '../../kernel/operation.ts'
import { checkVersion } from '../../kernel/versions.ts'
import { brandVersion, serializeBrand } from './brand.ts'

export const deleteBrand = defineOperation({
  ...forBrandAdmins,
  name: 'delete-brand',
  summary: 'Delete a brand with all its stored data',
  changes: brandVersion,
  fields: {},
  data: z.object({ deleted_brand_id: z.uuid() }),
  async run({ ctx }) {
    const { services, workspace, brand } = ctx
    await eraseBrand(services, brand.id, {
      check: (found) => checkVersion(brandVersion, ctx.ifMatch, serializeBrand(found)),
      record: (transaction) =>
        record(transaction, 'delete-brand', ctx, {
          before: { id: brand.id },
          after: null,
          workspaceId: workspace.id,
        }),
    })
    services.onAccessChanged()
    return { data: { deleted_brand_id: brand.id } }
  },
})
