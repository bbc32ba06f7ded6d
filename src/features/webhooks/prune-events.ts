import type { Job } from '../../kernel/jobs.ts'

/** Days that events and their deliveries are kept. */
export const eventRetentionDays = 30

/** Deletes old events and their deliveries. */
export const pruneEvents: Job = {
  queue: 'forget-events',
  everySeconds: 3600,
  async run({ db, now }) {
    const before = new Date(now().getTime() - eventRetentionDays * 86_400_000)
    await db.deleteFrom('events').where('created_at', '<', before).execute()
  },
}
