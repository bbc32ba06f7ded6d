import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** The status of work on a page. */
export const earnedState = z.enum(['open', 'in_progress', 'done', 'dismissed'])
export type EarnedState = z.output<typeof earnedState>

export const earnedVersion = defineVersioned('earned mention', ['citation_id', 'state'])

/** Maximum pages per brand that are not open, because one query contains all their ids. */
export const maxSettled = 5000

/** A page that is not open. */
export interface SettledPage {
  /** `page_id` in ClickHouse, as text because it exceeds the safe integer range. */
  pageId: string
  state: EarnedState
}

export async function readSettled({ services, brand }: BrandContext): Promise<SettledPage[]> {
  const rows = await services.db
    .selectFrom('earned_mention_states')
    .select(['page_number', 'state'])
    .where('brand_id', '=', brand.id)
    .orderBy('citation_id')
    .execute()
  return rows.map(({ page_number, state }) => ({ pageId: page_number, state }))
}

/** Condition on `page_id` for pages in one of these states. */
export function inStates(settled: readonly SettledPage[], states: readonly EarnedState[] | undefined): Sql {
  if (states === undefined) return sql`true`
  const isOpenWanted = states.includes('open')
  // Unsettled pages are open, so exclude the unwanted settled ones.
  const listed = settled.filter(({ state }) => states.includes(state) !== isOpenWanted)
  if (listed.length === 0) return isOpenWanted ? sql`true` : sql`false`
  const ids = sql.raw(listed.map(({ pageId }) => pageId).join(','))
  return isOpenWanted ? sql`page_id NOT IN (${ids})` : sql`page_id IN (${ids})`
}
