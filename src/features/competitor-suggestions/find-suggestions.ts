import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { forEachBrand } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { needsSearch, searchBrand } from './search-brand.ts'
import { findSearch } from './suggestion.ts'

/**
 * Deletes quotes of brands with erased answers that are not searched now, because they are inactive or have
 * missing answers.
 */
const dropErasedQuotes = ({ db }: Services): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const brands = await transaction
      .selectFrom('brands')
      .innerJoin('competitor_searches as last', 'last.brand_id', 'brands.id')
      .select('brands.id')
      .where(sql<boolean>`(not is_active or damaged_tables <> '{}')`)
      .where(sql<boolean>`split_part(last.state, ' ', 2) <> brands.erasures::text`)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('competitor_suggestions as own')
            .whereRef('own.brand_id', '=', 'brands.id')
            .where(sql<boolean>`own.quotes <> '[]'`)
            .select(sql`1`.as('one')),
        ),
      )
      .forUpdate('brands')
      .execute()
    if (brands.length === 0) return
    const ids = brands.map(({ id }) => id)
    await transaction.updateTable('competitor_suggestions').set({ quotes: '[]' }).where('brand_id', 'in', ids).execute()
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', 'in', ids).execute()
  })

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
