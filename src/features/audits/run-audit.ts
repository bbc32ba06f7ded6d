import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import type { Job } from '../../kernel/jobs.ts'
import { unavailable } from '../../lib/errors.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'
import { auditQueue } from './audit.ts'
import { endAudit } from './end-audit.ts'
import { auditInSubprocess } from './site-subprocess.ts'
import { AuditSupersededError, lockAudit, type RunningAudit } from './write-progress.ts'

/** Audits that one process does at once; they wait for sites most of the time. */
const auditConcurrency = 3
/** An audit that has ended in an error of this program so often is given up. */
const maxFailures = 3
/** How often it is looked whether the audit has been cancelled. */
const cancelCheckMs = 1000

/**
 * Does an audit: reads the site, makes issues of it, ends it. Goes on where a killed run ended. What the site does wrong
 * is found, and never ends an audit.
 */
export const runAudit: Job<{ audit_id: string }> = {
  queue: auditQueue,
  concurrency: auditConcurrency,
  perWorkspace: auditConcurrency - 1,
  async run(services, { audit_id }, signal) {
    const audit = await takeOver(services, audit_id)
    if (audit === undefined) return
    const lost = new AbortController()
    const watch = setInterval(
      () =>
        watchAudit(services, audit).catch((error: unknown) => {
          // A store that is away now is told to who works with it.
          if (error instanceof AuditSupersededError) lost.abort()
        }),
      cancelCheckMs,
    )
    const closing = AbortSignal.any([signal, lost.signal])
    try {
      const { storeProblem } = await auditInSubprocess(services, audit, closing)
      if (storeProblem !== undefined) throw unavailable(storeProblem, 1)
    } catch (error) {
      if (lost.signal.aborted) return
      if (!signal.aborted && toUnavailableError(error) === undefined)
        await countFailure(services, audit, error)
      throw error
    } finally {
      clearInterval(watch)
    }
    signal.throwIfAborted()
  },
}

/** Puts this run in the audit's row: another one that may still be at work stops. Undefined where it has ended. */
async function takeOver({ db }: Services, auditId: string): Promise<RunningAudit | undefined> {
  const runner = randomUUID()
  const running = db.updateTable('audits').set({ runner }).where('id', '=', auditId)
  const audit = await running.where('state', '=', 'running').returningAll().executeTakeFirst()
  return audit === undefined ? undefined : { ...audit, runner }
}

/** @throws AuditSupersededError */
async function watchAudit({ db }: Services, { id, runner }: RunningAudit): Promise<void> {
  const audit = await db
    .selectFrom('audits')
    .select(['state', 'runner'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (audit?.state !== 'running' || audit.runner !== runner) throw new AuditSupersededError()
}

/** A fault of this program is tried again, and after some times given up, so that another audit can be started. */
async function countFailure(services: Services, audit: RunningAudit, error: unknown): Promise<void> {
  const { db, log, now } = services
  log.error({ err: error, audit_id: audit.id }, 'an audit failed')
  await db.transaction().execute(async (transaction) => {
    const brand = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', audit.brand_id)
    await brand.execute()
    await lockAudit(transaction, audit)
    const counted = transaction.updateTable('audits').set({ failures: sql<number>`failures + 1` })
    const { failures } = await counted
      .where('id', '=', audit.id)
      .returning('failures')
      .executeTakeFirstOrThrow()
    if (failures < maxFailures) return
    const problem = 'an internal error ended it; it can be started again'
    await endAudit(transaction, audit, { state: 'failed', problem, at: now() })
  })
}
