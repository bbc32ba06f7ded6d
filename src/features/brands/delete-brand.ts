import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { eraseAnswers, withLock } from '../answers/index.ts'

export const deleteBrand = defineOperation({
  name: 'delete-brand',
  summary: 'Delete a brand with everything that is stored about it, in both stores',
  on: 'brand',
  access: 'operator',
  fields: {},
  data: z.object({ deleted_brand_id: z.uuid() }),
  async run({ ctx: { services, brand } }) {
    const erase = async () => {
      // The brand goes last: a deletion that was interrupted can be asked for again.
      await eraseAnswers(services, brand.id)
      await services.db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('prompts').where('brand_id', '=', brand.id).execute()
        await transaction.deleteFrom('brands').where('id', '=', brand.id).execute()
      })
    }
    await withLock(services, brand.id, 'history', () => withLock(services, brand.id, 'writing', erase))
    services.onAccessChanged()
    return { data: { deleted_brand_id: brand.id } }
  },
})
