import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { addDays } from '../visibility/index.ts'

/** The first day whose rows are kept; undefined to keep all. */
export function firstPartyRetainedSince({ config, now }: Pick<Services, 'config' | 'now'>): string | undefined {
  const days = config.VISIT_RETENTION_DAYS
  return days === undefined ? undefined : addDays(now().toISOString().slice(0, 10), -days)
}

/** Deletes rows past the retention period. Rows of files without days count from their import. */
export const retainFirstParty: Job = {
  queue: 'retain-first-party',
  everySeconds: 3600,
  async run(services, _, signal) {
    const since = firstPartyRetainedSince(services)
    if (since === undefined) return
    const { db } = services
    const old = sql<boolean>`coalesce(day::text, dimensions->>'day', (imported_at at time zone 'UTC')::date::text) < ${since}`
    for (const { brand_id } of await db
      .selectFrom('first_party_rows')
      .select('brand_id')
      .distinct()
      .where(old)
      .execute()) {
      signal.throwIfAborted()
      await db.transaction().execute(async (transaction) => {
        // Locks the brand before its rows, as changes do.
        await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand_id).execute()
        await transaction.deleteFrom('first_party_rows').where('brand_id', '=', brand_id).where(old).execute()
      })
    }
  },
}
