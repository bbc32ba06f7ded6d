import { randomUUID } from 'node:crypto'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { durationBucket } from './duration-class.ts'
import {
  dayAfter,
  failureDays,
  firstOf,
  lastRolledUpDay,
  startOfDay,
  successDays,
  unaggregatedDays,
} from './usage-days.ts'

/** Longer than any read or backup that started before a roll-up and still reads the requests. */
const readsEndWithinMs = 86_400_000

/**
 * Aggregates days that are no longer live, and erases expired data. Each day is aggregated completely, then
 * recorded in PostgreSQL, after which reads use the aggregates; its requests are erased later. Interrupted or
 * concurrent runs therefore give the same figures.
 */
export const rollUpUsage: Job<object> = {
  queue: 'roll-up-usage',
  everySeconds: 3600,
  async run(services, _, signal) {
    // No workspace exists during a restore, whose usage must not be touched.
    if (await hasWorkspaces(services)) {
      for (const day of await endedDays(services)) {
        signal.throwIfAborted()
        await rollUp(services, day)
      }
      await eraseOld(services)
    }
  },
}

async function hasWorkspaces({ db }: Services): Promise<boolean> {
  return (await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Days with requests that are neither live nor aggregated. */
async function endedDays({ clickhouse, db, now }: Services): Promise<string[]> {
  const rolledUp = await lastRolledUpDay(db)
  const since = rolledUp === undefined ? sql`true` : sql`at >= ${startOfDay(dayAfter(rolledUp))}`
  const rows = await clickhouse.query<{ day: string }>(
    sql`SELECT DISTINCT toString(toDate(at)) AS day FROM usage_requests
      WHERE at < ${startOfDay(firstOf(unaggregatedDays, now()))} AND ${since} ORDER BY day`,
  )
  return rows.map(({ day }) => day)
}

async function rollUp({ clickhouse, db, now, log }: Services, day: string): Promise<void> {
  const sums = sql`
    SELECT workspace_id, toDate(at) AS day, key_id, endpoint, status, ${durationBucket} AS duration_class,
      sum(requests), sum(response_bytes)
    FROM usage_requests WHERE at >= ${startOfDay(day)} AND at < ${startOfDay(dayAfter(day))}
    GROUP BY workspace_id, day, key_id, endpoint, status, duration_class`
  await clickhouse.command(sql`INSERT INTO usage_days SETTINGS insert_deduplication_token = ${randomUUID()} ${sums}`)
  await db
    .insertInto('usage_rollups')
    .values({ day, rolled_at: now() })
    .onConflict((on) => on.doNothing())
    .execute()
  log.info({ day }, 'usage rolled up')
}

async function eraseOld(services: Services): Promise<void> {
  const now = services.now()
  const unread = await lastRolledUpDay(services.db, new Date(now.getTime() - readsEndWithinMs))
  if (unread !== undefined) await erase(services, 'usage_requests', sql`at < ${startOfDay(dayAfter(unread))}`)
  const [failures, successes] = [firstOf(failureDays, now), firstOf(successDays, now)]
  await erase(services, 'usage_days', sql`day < ${failures} OR (day < ${successes} AND status < 400)`)
}

/** Checks for rows first, as an erasure rewrites table parts. */
async function erase({ clickhouse }: Services, table: string, condition: Sql): Promise<void> {
  const [row] = await clickhouse.query(sql`SELECT 1 FROM ${sql.raw(table)} WHERE ${condition} LIMIT 1`)
  if (row === undefined) return
  await clickhouse.command(sql`ALTER TABLE ${sql.raw(table)} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`)
}
