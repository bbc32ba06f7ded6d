import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { isStale, refreshBrand } from './refresh-brand.ts'

const queue = 'find-opportunities'
/** How often brands are looked for whose data has changed. */
const everySeconds = 600

/** Looks for opportunities of brands whose data, or whose day, is another than when that was done last. */
export const findOpportunities: Job<object> = {
  queue,
  everySeconds,
  async run(services, _, signal) {
    const brands = await services.db.selectFrom('brands').selectAll().where('is_active', '=', true).execute()
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      // Of answers that are missing, causes would seem to be gone.
      if (brand.damaged_tables.length === 0 && isStale(services, brand)) await refreshBrand(services, brand)
    })
  },
}
