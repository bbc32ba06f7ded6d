import { sql } from 'kysely'
import type { BrandContext } from '../../kernel/context.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { checkSize } from './check-size.ts'

/** Part size, which bounds the memory of a reader. */
const partBytes = 2 ** 22

/** The export was deleted, or another attempt has started. */
export class AttemptSupersededError extends Error {}

export interface Attempt {
  id: string
  run: string
}

export interface PartWriter {
  /** @throws ApiError if a size limit is reached or the disk is full, AttemptSupersededError */
  write(bytes: Buffer): Promise<void>
  /** Stores the progress. @throws AttemptSupersededError */
  note(progress: { rows: number; done: number; total: number }): Promise<void>
  written(): number
}

/** Stores the bytes of an attempt while it is the current one. */
export function partWriter(ctx: BrandContext, { id, run }: Attempt): PartWriter {
  const { services } = ctx
  const { db, config } = services
  const maxBytes = config.EXPORT_MAX_MEGABYTES * 1_000_000
  let written = 0
  return {
    async write(bytes) {
      if (written + bytes.length > maxBytes)
        throw invalidRequest(`the file would exceed ${config.EXPORT_MAX_MEGABYTES} MB; export a shorter period`)
      await services.checkRoom()
      for (let from = 0; from < bytes.length; from += partBytes) {
        const part = bytes.subarray(from, from + partBytes)
        const stored = await sql`insert into export_parts (export_id, run, first_byte, bytes)
          select id, run, ${written}::bigint, ${part}::bytea from exports where id = ${id} and run = ${run} and state = 'working'
          for share`.execute(db)
        if (stored.numAffectedRows !== 1n) throw new AttemptSupersededError()
        written += part.length
      }
    },
    async note({ rows, done, total }) {
      const updated = await db
        .updateTable('exports')
        .set({ rows, done, total, bytes: written })
        .where('id', '=', id)
        .where('run', '=', run)
        .where('state', '=', 'working')
        .executeTakeFirst()
      if (updated.numUpdatedRows !== 1n) throw new AttemptSupersededError()
      await checkSize(ctx, db)
    },
    written: () => written,
  }
}
