import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'

/**
 * Deletes quotes of brands with erased answers that are not searched now, because they are inactive or have
 * missing answers.
 */
export const dropErasedQuotes = ({ db }: Services): Promise<void> =>
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
    await transaction
      .updateTable('competitor_suggestions')
      .set({ quotes: '[]' })
      .where('brand_id', 'in', ids)
      .execute()
    await transaction.updateTable('brands').set(incrementDataVersion).where('id', 'in', ids).execute()
  })
