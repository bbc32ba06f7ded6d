import type { Job } from '../../kernel/jobs.ts'
import { deleteParts } from './delete-parts.ts'

/** Removes exports that have expired, and those that failed as long ago. */
export const pruneExports: Job = {
  queue: 'prune-exports',
  everySeconds: 3600,
  async run({ db, config, now }) {
    const at = now()
    const failedBefore = new Date(at.getTime() - config.EXPORT_RETENTION_DAYS * 86_400_000)
    const over = await db
      .selectFrom('exports')
      .select('id')
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', at),
          eb.and([eb('state', '=', 'failed'), eb('finished_at', '<=', failedBefore)]),
        ]),
      )
      .execute()
    for (const { id } of over) {
      await deleteParts(db, id)
      await db.deleteFrom('exports').where('id', '=', id).execute()
    }
  },
}
