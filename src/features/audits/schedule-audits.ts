import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import { systemActor } from '../../kernel/actor.ts'
import { type AnyCall, runChange } from '../../kernel/change.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { ApiError } from '../../lib/errors.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { type AuditSchedule, findSchedule } from './audit-schedule.ts'
import { latestPossibleRun, nextRunAfter } from './schedule-turns.ts'
import { prefetchAudit, startAudit } from './start-audit.ts'

const everySeconds = 600
/** Most of the time it waits for a site’s sitemaps. */
const concurrency = 3

/** Has audits started whose turn has come, also while nobody was there. */
export const scheduleAudits: Job = {
  queue: 'schedule-audits',
  everySeconds,
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
 * Starts the audit of a brand whose turn it is. The audit and the end of its turn are one transaction: killed at any moment,
 * run again or beside another one, it starts one audit a turn.
 */
export const startScheduledAudit: Job<{ brand_id: string }> = {
  queue: 'scheduled-audits',
  concurrency,
  perWorkspace: concurrency - 1,
  async run(services, { brand_id }, signal) {
    const turn = await findSchedule(services.db, brand_id)
    if (turn === undefined || !isDue(turn, services.now())) return
    const call = await callFor(services, turn, signal)
    if (call === undefined) return
    const end = endTurn(services, turn)
    if (turn.next_at > services.now()) return end(async () => undefined)
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

/** Undefined where the brand has been deleted. */
async function callFor(
  services: Services,
  turn: AuditSchedule,
  signal: AbortSignal,
): Promise<AnyCall | undefined> {
  const { db } = services
  const brands = db.selectFrom('brands').selectAll().where('id', '=', turn.brand_id)
  const brand = await brands.executeTakeFirst()
  if (brand === undefined) return undefined
  const workspaces = db.selectFrom('workspaces').selectAll().where('id', '=', brand.workspace_id)
  const workspace = await workspaces.executeTakeFirst()
  if (workspace === undefined) return undefined
  const actor = systemActor(scheduleAudits.queue, workspace, brand)
  return {
    ctx: { services, actor, requestId: randomUUID(), workspace, brand },
    input: { include_link_analysis: turn.include_link_analysis },
    page: { limit: 0, after: undefined },
    file: Readable.from([]),
    progress: () => {},
    signal,
  }
}

type Outcome = Pick<AuditSchedule, 'last_job_id' | 'last_problem'>

/**
 * Ends a turn with what `take` makes of it, in one transaction. Nothing is done where somebody else has ended it, or the
 * schedule is another one by now.
 */
const endTurn =
  ({ db, now }: Services, turn: AuditSchedule) =>
  (take: (transaction: Transaction<Tables>) => Promise<Outcome | undefined>): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      // First the brand’s row, as every change of a brand does.
      const brand = transaction
        .updateTable('brands')
        .set(incrementDataVersion)
        .where('id', '=', turn.brand_id)
      await brand.execute()
      const current = await findSchedule(transaction, turn.brand_id)
      if (current?.next_at.getTime() !== turn.next_at.getTime() || current.every !== turn.every) return
      const outcome = await take(transaction)
      const at = now()
      // A first turn that lies ahead is of a clock that was set back since.
      const first_at = current.first_at > at ? at : current.first_at
      await transaction
        .updateTable('audit_schedules')
        .set({
          first_at,
          next_at: nextRunAfter(current.every, first_at, at),
          ...(outcome === undefined ? {} : { ...outcome, last_at: at }),
        })
        .where('brand_id', '=', turn.brand_id)
        .execute()
    })
