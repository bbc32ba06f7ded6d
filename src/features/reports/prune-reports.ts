import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'

export const pruneReports: Job = {
  queue: 'prune-reports',
  everySeconds: 3600,
  async run({ db, config, now }) {
    const before = new Date(now().getTime() - config.REPORT_RETENTION_DAYS * 86_400_000)
    await db.deleteFrom('report_mails').where('created_at', '<', before).execute()
    const brands = await db
      .selectFrom('reports')
      .select('brand_id')
      .distinct()
      .where('created_at', '<', before)
      .execute()
    for (const { brand_id: id } of brands)
      await db.transaction().execute(async (transaction) => {
        // Counts as a change of the brand, so that cached lists are updated.
        await transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', id).execute()
        await transaction.deleteFrom('reports').where('brand_id', '=', id).where('created_at', '<', before).execute()
      })
  },
}
