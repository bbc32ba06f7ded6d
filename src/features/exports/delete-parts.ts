import { sql } from 'kysely'
import type { PostgresLike } from '../../stores/postgres.ts'

/** Parts deleted by one statement: a file may have gigabytes, and statements have a time limit. */
const partsAtATime = 32

/**
 * Deletes the parts of a file, some at a time.
 * @param kept the attempt whose parts stay
 */
export async function deleteParts(db: PostgresLike, exportId: string, kept?: string): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } =
      await sql`delete from export_parts where (export_id, run, first_byte) in (
      select export_id, run, first_byte from export_parts
      where export_id = ${exportId} and run is distinct from ${kept ?? null} limit ${partsAtATime})`.execute(
        db,
      )
    if (numAffectedRows < partsAtATime) return
  }
}
