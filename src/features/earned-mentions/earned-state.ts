import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** Where the work on a page stands: open, begun, done, or not to be done. */
export const earnedState = z.enum(['open', 'in_progress', 'done', 'dismissed'])
export type EarnedState = z.output<typeof earnedState>

export const earnedVersion = defineVersioned('earned mention', ['citation_id', 'state'])

/** Pages of a brand that may be in other states than open: the numbers of all of them go into one query. */
export const maxSettled = 5000

/** A page that is not open. */
export interface SettledPage {
  /** As `page_id` of ClickHouse, in text: it is larger than numbers of this language are exact. */
  pageId: string
  state: EarnedState
}

/** All pages of a brand that are not open. */
export async function readSettled({ services, brand }: BrandContext): Promise<SettledPage[]> {
  const rows = await services.db
    .selectFrom('earned_mention_states')
    .select(['page_number', 'state'])
    .where('brand_id', '=', brand.id)
    .orderBy('citation_id')
    .execute()
  return rows.map(({ page_number, state }) => ({ pageId: page_number, state: state as EarnedState }))
}

/** Which pages are in one of these states, by `page_id`. */
export function inStates(settled: readonly SettledPage[], states: readonly EarnedState[] | undefined): Sql {
  if (states === undefined) return sql`true`
  const isOpenWanted = states.includes('open')
  // What is not settled is open: it is told by what it is not.
  const told = settled.filter(({ state }) => states.includes(state) !== isOpenWanted)
  if (told.length === 0) return isOpenWanted ? sql`true` : sql`false`
  const ids = sql.raw(told.map(({ pageId }) => pageId).join(','))
  return isOpenWanted ? sql`page_id NOT IN (${ids})` : sql`page_id IN (${ids})`
}
