import type { Job } from '../../kernel/jobs.ts'
import { readerVersion } from './read-answer.ts'
import { refreshReadingConfig } from './reading-config.ts'

/** Has the history of each brand read again whose readings another version of the reader made: after an upgrade. */
export const refreshReaders: Job<object> = {
  queue: 'refresh-readers',
  // It is done at the start. A release that another process still runs may write configs of its own after that.
  everySeconds: 600,
  async run(services, _, signal) {
    const newest = services.db
      .selectFrom('reading_configs')
      .distinctOn('brand_id')
      .select(['brand_id', 'reader'])
      .orderBy('brand_id')
      .orderBy('version', 'desc')
    const outdated = services.db
      .selectFrom(newest.as('newest'))
      .select('brand_id')
      .where('reader', '<', readerVersion)
    for (const { brand_id } of await outdated.execute()) {
      signal.throwIfAborted()
      await services.db
        .transaction()
        .execute((transaction) => refreshReadingConfig(services, transaction, brand_id))
    }
  },
}
