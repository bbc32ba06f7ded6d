import { sql } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'

/** A brand's categories with prompt counts. */
export const categoriesOf = (db: PostgresLike, brandId: string) =>
  db
    .selectFrom('alignment_categories')
    .select(['id', 'name', 'created_at'])
    .select(
      sql<number>`(select count(*) from prompts where prompts.category_id = alignment_categories.id)`.as(
        'prompt_count',
      ),
    )
    .where('brand_id', '=', brandId)
