import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { dropErasedQuotes } from './drop-erased-quotes.ts'
import { needsSearch, searchBrand } from './search-brand.ts'
import { findSearch } from './suggestion.ts'

const queue = 'find-competitor-suggestions'
const everySeconds = 600

/** Searches brands with new answers for untracked competitors. */
export const findCompetitorSuggestions: Job<object> = {
  queue,
  everySeconds,
  async run(services, _, signal) {
    await dropErasedQuotes(services)
    const brands = await services.db.selectFrom('brands').selectAll().where('is_active', '=', true).execute()
    await forEachBrand(services, queue, brands, signal, async (brand) => {
      // With missing answers, names would appear to be gone.
      if (brand.damaged_tables.length > 0) return
      if (needsSearch(services, brand, await findSearch(services.db, brand.id)))
        await searchBrand(services, brand, signal)
    })
  },
}
