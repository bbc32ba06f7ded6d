import { withServices } from '../../../kernel/subprocess-services.ts'
import { type Estimate, estimatePages } from '../../../lib/site/crawling/estimate-pages.ts'
import { auditBot } from '../../../lib/site/site-fetcher.ts'
import type { Postgres } from '../../../stores/postgres.ts'
import { toUnavailableError } from '../../../stores/store-errors.ts'
import { openAuditStore } from '../store/audit-store.ts'
import { AuditSupersededError, type RunningAudit } from '../store/write-progress.ts'
import { completeAudit } from './complete-audit.ts'
import { openAuditFetcher, readSite } from './read-site.ts'

export interface AuditEnd {
  /** Why PostgreSQL was unavailable. The audit resumes later. */
  storeProblem?: string
}

/**
 * Reads the site, creates issues and ends the audit. Resumes an interrupted run. Stops if aborted, superseded, or if
 * the store is unavailable.
 */
export const auditSite = withServices(async (services, { audit }: { audit: RunningAudit }): Promise<AuditEnd> => {
  const failing = new AbortController()
  const signal = AbortSignal.any([services.signal, failing.signal])

  async function work(db: Postgres): Promise<void> {
    const store = await openAuditStore(db, audit, (error) => failing.abort(error))
    try {
      const found = await readSite({ ...services, db }, audit, store, signal)
      await completeAudit({ ...services, db }, audit, found, signal)
    } finally {
      store.close()
    }
  }

  try {
    await services.withDb(work)
  } catch (error) {
    const cause = failing.signal.aborted ? failing.signal.reason : error
    if (services.signal.aborted || cause instanceof AuditSupersededError) return {}
    if (toUnavailableError(cause) === undefined) throw cause
    return { storeProblem: `PostgreSQL was unavailable during an audit: ${cause.message}` }
  }
  return {}
})

/** Counts the pages in a site’s sitemaps until aborted; reports the running count. */
export const estimate = withServices(async (services, { website }: { website: string }): Promise<Estimate> => {
  const fetcher = openAuditFetcher(services, website)
  try {
    const { signal, report: onCount } = services
    return await estimatePages(fetcher, new URL(website), { token: auditBot, signal, onCount })
  } finally {
    fetcher.close()
  }
})
