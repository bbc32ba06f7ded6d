import type { Job } from '../../kernel/jobs.ts'

export const eventRetentionDays = 30

export const pruneEvents: Job = {
  queue: 'forget-events',
  everySeconds: 3600,
  async run({ db, now }) {
    const before = new Date(now().getTime() - eventRetentionDays * 86_400_000)
    await db.deleteFrom('events').where('created_at', '<', before).execute()
  },
}
