import type { Services } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { dayAfter, lastRolledUpDay, startOfDay } from './usage-days.ts'

export type UsageTable = 'usage_requests' | 'usage_days'

/** Rows held in memory, unless one minute has more. */
const chunkRows = 20_000

/** Query timeout, longer than that of requests. */
const timeoutSeconds = 300

/** A minute of requests, or a day of aggregates. */
interface Slot {
  workspace_id: string
  slot: string
  slot_rows: number
}

/**
 * Reads a usage table as JSON lines in chunks, consistent with a PostgreSQL snapshot: each day either as
 * requests or as aggregates. Can include requests stored after the snapshot.
 */
export async function* usageRows(
  { clickhouse }: Services,
  snapshot: PostgresLike,
  table: UsageTable,
): AsyncGenerator<string[]> {
  const { from, belongs, slot } = parts(table, await lastRolledUpDay(snapshot))
  const slots = await clickhouse.query<Slot>(
    sql`SELECT toString(workspace_id) AS workspace_id, toString(${slot}) AS slot, count() AS slot_rows
      FROM ${from} WHERE ${belongs} GROUP BY workspace_id, slot ORDER BY workspace_id, slot`,
    timeoutSeconds,
  )
  for (const [first, last] of chunksOf(slots)) {
    const chunk = sql`workspace_id = ${first.workspace_id} AND ${slot} BETWEEN ${first.slot} AND ${last.slot}`
    yield await clickhouse.lines(sql`SELECT * FROM ${from} WHERE ${chunk} AND ${belongs}`, timeoutSeconds)
  }
}

function parts(table: UsageTable, rolledUp = '1970-01-01'): { from: Sql; belongs: Sql; slot: Sql } {
  if (table === 'usage_days') return { from: sql`usage_days FINAL`, belongs: sql`day <= ${rolledUp}`, slot: sql`day` }
  return {
    from: sql`usage_requests`,
    belongs: sql`at >= ${startOfDay(dayAfter(rolledUp))}`,
    slot: sql`toStartOfMinute(at)`,
  }
}

/** Groups adjacent slots of a workspace into chunks: the first and last slot of each. */
function chunksOf(slots: readonly Slot[]): [Slot, Slot][] {
  const chunks: [Slot, Slot][] = []
  let rows = 0
  for (const slot of slots) {
    const open = chunks.at(-1)
    rows += Number(slot.slot_rows)
    if (open?.[0].workspace_id === slot.workspace_id && rows <= chunkRows) open[1] = slot
    else {
      chunks.push([slot, slot])
      rows = Number(slot.slot_rows)
    }
  }
  return chunks
}
