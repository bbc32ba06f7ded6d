import { z } from 'zod'
import { eraseBrand } from '../../kernel/erase.ts'
import { defineOperation } from '../../kernel/operation.ts'

export const deleteBrand = defineOperation({
  name: 'delete-brand',
  summary: 'Delete a brand with everything that is stored about it, in both stores',
  on: 'brand',
  access: 'operator',
  role: 'admin',
  fields: {},
  data: z.object({ deleted_brand_id: z.uuid() }),
  async run({ ctx: { services, brand } }) {
    await eraseBrand(services, brand.id)
    services.onAccessChanged()
    return { data: { deleted_brand_id: brand.id } }
  },
})
