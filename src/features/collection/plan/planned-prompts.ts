import { sql } from 'kysely'
import type { PostgresLike } from '../../../stores/postgres.ts'
import type { Plan } from './plan.ts'

/** A prompt of a plan with its markets. */
export interface PlannedPrompt {
  id: string
  number: number
  countries: string[]
}

/** Active prompts of a plan in its markets. A prompt with its own markets uses those that both have. */
export async function plannedPrompts(
  db: PostgresLike,
  plan: Pick<Plan, 'brand_id' | 'countries' | 'tag_ids' | 'topic_ids'>,
): Promise<PlannedPrompt[]> {
  let query = db
    .selectFrom('prompts')
    .select(['prompts.id', 'prompts.number', 'prompts.countries'])
    .where('prompts.brand_id', '=', plan.brand_id)
    .where('prompts.is_active', '=', true)
    .orderBy('prompts.number')
  if (plan.topic_ids.length > 0)
    query = query.where(
      sql<boolean>`topic_id in (select id from topics where id = any(${plan.topic_ids}::uuid[]) or parent_id = any(${plan.topic_ids}::uuid[]))`,
    )
  if (plan.tag_ids.length > 0)
    query = query.where(
      sql<boolean>`exists (select from prompt_tags where prompt_id = prompts.id and tag_id = any(${plan.tag_ids}::uuid[]))`,
    )
  const prompts = await query.execute()
  return prompts
    .map(({ id, number, countries }) => ({
      id,
      number,
      countries: plan.countries.filter((country) => countries.length === 0 || countries.includes(country)),
    }))
    .filter(({ countries }) => countries.length > 0)
}
