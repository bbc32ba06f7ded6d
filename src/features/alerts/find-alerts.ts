import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { isStale, refreshBrand } from './refresh-brand.ts'

const queue = 'find-alerts'
/** How often brands are looked for that were not looked at today. */
const everySeconds = 3600

/** Looks for alerts of each brand once a day, and again where its history has been read again. */
export const findAlerts: Job<object> = {
  queue,
  everySeconds,
  async run(services, _, signal) {
    const brands = await services.db.selectFrom('brands').selectAll().where('is_active', '=', true).execute()
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      // Where answers are missing, or half of them erased, visibility would seem to have moved.
      if (brand.damaged_tables.length > 0 || brand.data_unstable) return
      if (isStale(services, brand)) await refreshBrand(services, brand)
    })
  },
}
