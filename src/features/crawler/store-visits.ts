import { type BatchKind, withBatch } from '../../kernel/batches.ts'
import type { Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { finishedRow, type VisitRow } from './visit-rows.ts'

export const visitBatches: BatchKind<'crawler_visits'> = {
  lock: 'visits',
  tables: ['crawler_visits'],
  counted: { table: 'crawler_visits', id: 'visit_id', time: 'ts' },
  hasProjections: true,
  numbersOf: ({ visits_seq, visits_pending }) => ({
    committed: visits_seq,
    pending: visits_pending ? visits_seq + 1 : null,
  }),
  columnsOf: ({ committed, pending }) => ({ visits_seq: committed, visits_pending: pending !== null }),
}

/**
 * Stores a batch of visits atomically, each visit once, even if its file or batch is imported again.
 * @returns the number of new visits
 * @throws ApiError not_found if the brand was deleted
 */
export function storeVisits(services: Services, brandId: string, visits: readonly VisitRow[]): Promise<number> {
  const byId = new Map(visits.map((visit) => [visit.id, visit]))
  return withBatch(services, visitBatches, brandId, async ({ seq, write }) => {
    for (const id of await findStoredIds(services, brandId, byId)) byId.delete(id)
    if (byId.size === 0) return 0
    const rows = () => ({ crawler_visits: Array.from(byId.values(), (visit) => finishedRow(visit, seq)) })
    const counted = () =>
      byId.values().map(({ id, timeMs }) => ({ id, day: new Date(timeMs).toISOString().slice(0, 10) }))
    await write({ rows, counted })
    return byId.size
  })
}

/** Returns the ids of visits that are already stored. */
async function findStoredIds(
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
