import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { isStale, refreshBrand } from './refresh-brand.ts'

const queue = 'find-opportunities'
const everySeconds = 600

/** Refreshes the opportunities of brands whose data or day changed since the last refresh. */
export const findOpportunities: Job<object> = {
  queue,
  everySeconds,
  async run(services, _, signal) {
    const brands = await services.db.selectFrom('brands').selectAll().where('is_active', '=', true).execute()
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      // Missing answers would make causes seem gone.
      if (brand.damaged_tables.length === 0 && isStale(services, brand)) await refreshBrand(services, brand)
    })
  },
}
