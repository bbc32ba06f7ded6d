import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import { type AnyCall, runChange } from '../../../kernel/change.ts'
import type { Services } from '../../../kernel/context.ts'
import { incrementDataVersion } from '../../../kernel/data-version.ts'
import { jobContext } from '../../../kernel/job-context.ts'
import type { Job } from '../../../kernel/jobs.ts'
import type { Brand } from '../../../kernel/tables.ts'
import { ApiError } from '../../../lib/errors.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import { prefetchAudit, startAudit } from '../run/start-audit.ts'
import { type AuditSchedule, findSchedule } from './audit-schedule.ts'
import { latestPossibleRun, nextRunAfter } from './schedule-turns.ts'

/** Jobs mostly wait for sitemaps. */
const concurrency = 3

/** Enqueues audits that are due, including those due while no server ran. */
export const scheduleAudits: Job = {
  queue: 'schedule-audits',
  everySeconds: 600,
  async run({ db, jobs, now }) {
    const at = now()
    const due = db
      .selectFrom('audit_schedules')
      .select('brand_id')
      .where((schedule) =>
        schedule.or([schedule('next_at', '<=', at), schedule('next_at', '>', latestPossibleRun(at))]),
      )
    for (const { brand_id } of await due.execute())
      await jobs.enqueue(startScheduledAudit.queue, { brand_id }, { key: brand_id })
  },
}

/**
 * Starts the due audit of a brand. Starts the audit and advances the schedule in one transaction, so that crashes,
 * retries and concurrent runs start only one audit per due time.
 */
export const startScheduledAudit: Job<{ brand_id: string }> = {
  queue: 'scheduled-audits',
  concurrency,
  perWorkspace: concurrency - 1,
  async run(services, { brand_id }, signal) {
    const schedule = await findSchedule(services.db, brand_id)
    if (schedule === undefined || !isDue(schedule, services.now())) return
    const call = await callFor(services, schedule, signal)
    if (call === undefined) return
    const end = advanceSchedule(services, schedule)
    if (schedule.next_at > services.now()) return end(async () => undefined)
    const prefetched = await prefetchAudit(services, call.ctx.brand as Brand)
    try {
      await end(async (transaction) => {
        const { data } = await runChange(startAudit, call, { prefetched, transaction })
        return { last_job_id: (data as { job_id: string }).job_id, last_problem: null }
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      await end(async () => ({ last_job_id: null, last_problem: error.message }))
    }
  },
}

const isDue = ({ next_at }: AuditSchedule, now: Date) => next_at <= now || next_at > latestPossibleRun(now)

/** Undefined if the brand was deleted. */
async function callFor(services: Services, schedule: AuditSchedule, signal: AbortSignal): Promise<AnyCall | undefined> {
  const ctx = await jobContext(services, scheduleAudits.queue, schedule.brand_id)
  if (ctx === undefined) return undefined
  return {
    ctx,
    input: { include_link_analysis: schedule.include_link_analysis },
    page: { limit: 0, after: undefined },
    file: Readable.from([]),
    progress: () => {},
    signal,
  }
}

type Outcome = Pick<AuditSchedule, 'last_job_id' | 'last_problem'>

/**
 * Runs `take` and advances the schedule in one transaction. Does nothing if another process already did, or if the
 * schedule changed.
 */
const advanceSchedule =
  ({ db, now }: Services, schedule: AuditSchedule) =>
  (take: (transaction: Transaction<Tables>) => Promise<Outcome | undefined>): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      // Lock the brand’s row first, as every change of a brand does.
      const brand = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', schedule.brand_id)
      await brand.execute()
      const current = await findSchedule(transaction, schedule.brand_id)
      if (current?.next_at.getTime() !== schedule.next_at.getTime() || current.every !== schedule.every) return
      const outcome = await take(transaction)
      const at = now()
      // A first time in the future means that the clock was set back.
      const first_at = current.first_at > at ? at : current.first_at
      await transaction
        .updateTable('audit_schedules')
        .set({
          first_at,
          next_at: nextRunAfter(current.every, first_at, at),
          ...(outcome === undefined ? {} : { ...outcome, last_at: at }),
        })
        .where('brand_id', '=', schedule.brand_id)
        .execute()
    })
