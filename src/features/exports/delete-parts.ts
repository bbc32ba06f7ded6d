import { type RawBuilder, sql } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'

/** Parts per statement: files can have gigabytes, and statements have a time limit. */
const partsAtATime = 32

/** Deletes parts of files in batches. @param which a condition on `parts` */
export async function deleteParts(db: PostgresLike, which: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from export_parts where (export_id, run, first_byte) in (
      select export_id, run, first_byte from export_parts parts where ${which} limit ${partsAtATime})`.execute(db)
    if (numAffectedRows < partsAtATime) return
  }
}

/** Selects the parts of an export. @param kept the attempt whose parts to exclude */
export const partsOf = (exportId: string, kept: string | null = null) =>
  sql`export_id = ${exportId} and run is distinct from ${kept}`

/** Selects the parts of deleted exports. */
export const orphanedParts = sql`not exists (select from exports where id = parts.export_id)`
