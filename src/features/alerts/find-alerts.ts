import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { isStale, refreshBrand } from './refresh-brand.ts'

const queue = 'find-alerts'

/** Searches each brand for alerts once a day, and after its history was reread. */
export const findAlerts: Job<object> = {
  queue,
  everySeconds: 3600,
  async run(services, _, signal) {
    const brands = await services.db.selectFrom('brands').selectAll().where('is_active', '=', true).execute()
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      // With missing or half-erased answers, visibility would appear to change.
      if (brand.damaged_tables.length > 0 || brand.data_unstable) return
      if (isStale(services, brand)) await refreshBrand(services, brand)
    })
  },
}
