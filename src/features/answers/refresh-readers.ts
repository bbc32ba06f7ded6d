import type { Job } from '../../kernel/jobs.ts'
import { readerVersion } from './read-answer.ts'
import { refreshReadingConfig } from './reading-config.ts'

/** Rereads the histories of brands whose readings come from an older reader version, after an upgrade. */
export const refreshReaders: Job<object> = {
  queue: 'refresh-readers',
  // Runs at startup and repeats, as a process of an older release can still write configs.
  everySeconds: 600,
  async run(services, _, signal) {
    const newest = services.db
      .selectFrom('reading_configs')
      .distinctOn('brand_id')
      .select(['brand_id', 'reader'])
      .orderBy('brand_id')
      .orderBy('version', 'desc')
    const outdated = services.db.selectFrom(newest.as('newest')).select('brand_id').where('reader', '<', readerVersion)
    for (const { brand_id } of await outdated.execute()) {
      signal.throwIfAborted()
      await services.db.transaction().execute((transaction) => refreshReadingConfig(services, transaction, brand_id))
    }
  },
}
