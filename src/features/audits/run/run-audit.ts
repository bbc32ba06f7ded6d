import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import { incrementDataVersion } from '../../../kernel/data-version.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { unavailable } from '../../../lib/errors.ts'
import { toUnavailableError } from '../../../stores/store-errors.ts'
import { auditQueue } from '../audit.ts'
import { AuditSupersededError, lockAudit, type RunningAudit } from '../store/write-progress.ts'
import { endAudit } from './end-audit.ts'
import { auditInSubprocess } from './site-subprocess.ts'

/** Concurrent audits per process. They mostly wait for sites. */
const auditConcurrency = 3
/** Internal errors after which an audit fails. */
const maxFailures = 3
const cancelCheckMs = 1000

/**
 * Runs an audit: reads the site, creates issues, ends the audit. Resumes an interrupted run. Errors of the site become
 * findings and never fail an audit.
 */
export const runAudit: Job<{ audit_id: string }> = {
  queue: auditQueue,
  concurrency: auditConcurrency,
  perWorkspace: auditConcurrency - 1,
  async run(services, { audit_id }, signal) {
    const audit = await claimAudit(services, audit_id)
    if (audit === undefined) return
    const lost = new AbortController()
    const watch = setInterval(
      () =>
        watchAudit(services, audit).catch((error: unknown) => {
          // The subprocess reports an unavailable store itself.
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
      if (!signal.aborted && toUnavailableError(error) === undefined) await countFailure(services, audit, error)
      throw error
    } finally {
      clearInterval(watch)
    }
    signal.throwIfAborted()
  },
}

/** Claims the audit for this run, so that any other run stops. Undefined if the audit has ended. */
async function claimAudit({ db }: Services, auditId: string): Promise<RunningAudit | undefined> {
  const runner = randomUUID()
  const running = db.updateTable('audits').set({ runner }).where('id', '=', auditId)
  const audit = await running.where('state', '=', 'running').returningAll().executeTakeFirst()
  return audit === undefined ? undefined : { ...audit, runner }
}

/** @throws AuditSupersededError */
async function watchAudit({ db }: Services, { id, runner }: RunningAudit): Promise<void> {
  const audit = await db.selectFrom('audits').select(['state', 'runner']).where('id', '=', id).executeTakeFirst()
  if (audit?.state !== 'running' || audit.runner !== runner) throw new AuditSupersededError()
}

/** Counts an internal error. After `maxFailures`, the audit fails, so that another one can start. */
async function countFailure(services: Services, audit: RunningAudit, error: unknown): Promise<void> {
  const { db, log, now } = services
  log.error({ err: error, audit_id: audit.id }, 'an audit failed')
  await db.transaction().execute(async (transaction) => {
    const brand = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', audit.brand_id)
    await brand.execute()
    await lockAudit(transaction, audit)
    const counted = transaction.updateTable('audits').set({ failures: sql<number>`failures + 1` })
    const { failures } = await counted.where('id', '=', audit.id).returning('failures').executeTakeFirstOrThrow()
    if (failures < maxFailures) return
    const problem = 'an internal error stopped the audit; start it again'
    await endAudit(transaction, audit, { state: 'failed', problem, at: now() })
  })
}
