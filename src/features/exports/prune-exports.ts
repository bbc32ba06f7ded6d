import type { Job } from '../../kernel/jobs.ts'
import { deleteParts, orphanedParts } from './delete-parts.ts'

/**
 * Removes exports that have expired, and those that failed as long ago; then the files of all that are no more, whatever
 * they went with.
 */
export const pruneExports: Job = {
  queue: 'prune-exports',
  everySeconds: 60,
  async run({ db, config, now }) {
    const at = now()
    const failedBefore = new Date(at.getTime() - config.EXPORT_RETENTION_DAYS * 86_400_000)
    await db
      .deleteFrom('exports')
      .where((eb) =>
        eb.or([
          eb('expires_at', '<=', at),
          eb.and([eb('state', '=', 'failed'), eb('finished_at', '<=', failedBefore)]),
        ]),
      )
      .execute()
    await deleteParts(db, orphanedParts)
  },
}
