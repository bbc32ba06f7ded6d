import type { Job } from '../../kernel/jobs.ts'
import { deleteParts, orphanedParts } from './delete-parts.ts'

/** Deletes expired and old failed exports, and the files of all deleted exports. */
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
