import type { Job } from '../../kernel/jobs.ts'

/** How long it is kept what has happened and what was sent of it. */
export const eventRetentionDays = 30

/** Removes events that happened long ago, and what was sent of them. */
export const pruneEvents: Job = {
  queue: 'forget-events',
  everySeconds: 3600,
  async run({ db, now }) {
    const before = new Date(now().getTime() - eventRetentionDays * 86_400_000)
    await db.deleteFrom('events').where('created_at', '<', before).execute()
  },
}
