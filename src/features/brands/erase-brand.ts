import type { Services } from '../../core/context.ts'
import { eraseAnswers, withLock } from '../answers/index.ts'

/** Erases a brand with everything that is stored about it, in both stores. */
export async function eraseBrand(services: Services, brandId: string): Promise<void> {
  const erase = async () => {
    // The brand goes last: a deletion that was interrupted can be asked for again.
    await eraseAnswers(services, brandId)
    await services.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('prompts').where('brand_id', '=', brandId).execute()
      await transaction.deleteFrom('brands').where('id', '=', brandId).execute()
    })
  }
  await withLock(services, brandId, 'history', () => withLock(services, brandId, 'writing', erase))
}
