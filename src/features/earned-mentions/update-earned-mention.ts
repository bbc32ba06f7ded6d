import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Row, Transaction } from '../../stores/postgres.ts'
import { citationId, isCitationOf } from '../citations/index.ts'
import { pagesOf, scansUntil } from './current-pages.ts'
import { type EarnedState, earnedState, earnedVersion, maxSettled } from './earned-state.ts'

export const updateEarnedMention = defineChange({
  name: 'update-earned-mention',
  summary: 'Set the work status of an earned mention: open, in progress, done or dismissed',
  description: 'Changes only the work status. A page leaves the list once Sightline reads that it mentions the brand.',
  ...forEditors,
  changes: earnedVersion,
  fields: { citation_id: uuid, state: earnedState },
  data: z.object({ citation_id: z.uuid(), state: earnedState }),
  prefetch: ({ ctx, input }) => findPage(ctx, input.citation_id),
  async change({ ctx: { brand, services }, input: { citation_id, state }, transaction, prefetched }) {
    if (prefetched === undefined) throw notFound('page')
    const stored = await transaction
      .selectFrom('earned_mention_states')
      .select('state')
      .where('brand_id', '=', brand.id)
      .where('citation_id', '=', citation_id)
      .executeTakeFirst()
    const before = { citation_id, state: (stored?.state ?? 'open') as EarnedState }
    if (stored === undefined && state !== 'open') await checkRoom(transaction, brand.id)
    const row = { brand_id: brand.id, citation_id, page_number: prefetched, updated_at: services.now() }
    await writeState(transaction, { ...row, state })
    const after = { citation_id, state }
    return { data: after, audit: { before, after } }
  },
})

/** Finds the page id of a citation, if its page was scanned. Reads the keys of all pages. */
async function findPage({ services, brand }: BrandContext, id: string): Promise<string | undefined> {
  const rows = await services.clickhouse.query<{ page: string; number: string }>(
    sql`SELECT DISTINCT page, toString(page_id) AS number FROM page_scans
      WHERE ${scansUntil(pagesOf(brand))} AND ${isCitationOf(brand.id, id, sql`page`)}`,
  )
  return rows.find(({ page }) => citationId(brand.id, page) === id)?.number
}

/** @throws ApiError conflict */
async function checkRoom(transaction: Transaction, brandId: string): Promise<void> {
  const { settled } = await transaction
    .selectFrom('earned_mention_states')
    .select(({ fn }) => fn.countAll<string>().as('settled'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow()
  if (Number(settled) >= maxSettled)
    throw conflict(`${maxSettled} pages are not open, the limit; set some back to open first`)
}

type StateRow = Omit<Row<'earned_mention_states'>, 'state'> & { state: EarnedState }

/** Open pages have no row. */
async function writeState(transaction: Transaction, row: StateRow): Promise<void> {
  const { brand_id, citation_id, state, updated_at } = row
  if (state !== 'open')
    await transaction
      .insertInto('earned_mention_states')
      .values({ ...row, state })
      .onConflict((on) => on.columns(['brand_id', 'citation_id']).doUpdateSet({ state, updated_at }))
      .execute()
  else
    await transaction
      .deleteFrom('earned_mention_states')
      .where('brand_id', '=', brand_id)
      .where('citation_id', '=', citation_id)
      .execute()
}
