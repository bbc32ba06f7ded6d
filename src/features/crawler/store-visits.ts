import type { UpdateObject } from 'kysely'
import { withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import { raisedDataVersion } from '../../kernel/data-version.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { finishedRow, type VisitRow } from './visit-rows.ts'

/**
 * Stores a batch of visits: each once, however often its file or batch comes.
 *
 * ClickHouse and PostgreSQL share no transaction: visits get the number of the next batch, and are shown once that number
 * is committed. What a killed writer left is known as stored, and shown with the next batch.
 * @returns how many were new
 * @throws ApiError not_found where the brand has been deleted
 */
export function storeVisits(
  services: Services,
  brandId: string,
  visits: readonly VisitRow[],
): Promise<number> {
  const byId = new Map(visits.map((visit) => [visit.id, visit]))
  return withLock(services, brandId, 'visits', async ({ connection, check }) => {
    const { visits_seq, visits_pending } = await connection
      .selectFrom('brands')
      .select(['visits_seq', 'visits_pending'])
      .where('id', '=', brandId)
      .executeTakeFirstOrThrow(() => notFound('brand'))
    // A server goes on with the insert of a sender that was killed.
    if (visits_pending) await services.clickhouse.settle('crawler_visits')
    for (const id of await stored(services, brandId, byId)) byId.delete(id)
    if (byId.size === 0 && !visits_pending) return 0
    const update = (values: UpdateObject<Tables, 'brands'>) =>
      connection.updateTable('brands').set(values).where('id', '=', brandId).execute()
    if (!visits_pending) await update({ visits_pending: true })
    else await check()
    const seq = visits_seq + 1
    const rows = byId
      .values()
      .map((visit) => finishedRow(visit, seq))
      .toArray()
    if (rows.length > 0) await services.clickhouse.insert('crawler_visits', rows.join('\n'))
    await update({ visits_seq: seq, visits_pending: false, ...raisedDataVersion })
    return rows.length
  })
}

/** Those of the visits that are stored already. */
async function stored(
  { clickhouse }: Services,
  brandId: string,
  visits: ReadonlyMap<string, VisitRow>,
): Promise<string[]> {
  const times = [...visits.values()].map(({ timeMs }) => timeMs)
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  const ids = sql.raw([...visits.keys()].map((id) => `'${id}'`).join(','))
  const rows = await clickhouse.query<{ id: string }>(
    sql`SELECT toString(visit_id) AS id FROM crawler_visits
      WHERE brand_id = ${brandId} AND ts BETWEEN ${first} AND ${last} AND visit_id IN (${ids})`,
  )
  return rows.map(({ id }) => id)
}

/** Erases every visit of a brand, from the disk too. The caller holds the lock on its visits. */
export async function eraseVisits({ clickhouse }: Services, brandId: string): Promise<void> {
  await clickhouse.command(
    sql`ALTER TABLE crawler_visits DELETE WHERE brand_id = ${brandId} SETTINGS mutations_sync = 2`,
  )
}
