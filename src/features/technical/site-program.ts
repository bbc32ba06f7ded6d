import type { ApartServices } from '../../core/apart/apart-program.ts'
import type { Postgres } from '../../stores/postgres.ts'
import { storeUnavailable } from '../../stores/store-errors.ts'
import { openAuditStore } from './audit-store.ts'
import { completeAudit } from './complete-audit.ts'
import { estimatePages } from './crawling/index.ts'
import { readSite } from './read-site.ts'
import { auditBot, openSiteFetcher } from './site-fetcher.ts'
import { AuditLost, type RunningAudit } from './write-progress.ts'

/** `lost`: somebody else has it, or it has been ended. */
export type AuditEnd = 'completed' | 'lost' | 'stopped' | 'store_unavailable'

/** Reads the site, makes issues of it, ends the audit. Goes on where a killed run ended. */
export async function auditSite(
  services: ApartServices,
  { audit }: { audit: RunningAudit },
): Promise<AuditEnd> {
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
    return 'completed'
  } catch (error) {
    if (services.signal.aborted) return 'stopped'
    const cause = failing.signal.aborted ? failing.signal.reason : error
    if (cause instanceof AuditLost) return 'lost'
    if (storeUnavailable(cause) !== undefined) return 'store_unavailable'
    throw cause
  }
}

export async function estimate(services: ApartServices, { website }: { website: string }): Promise<number> {
  const fetcher = openSiteFetcher(services)
  try {
    return await estimatePages(fetcher, new URL(website), { token: auditBot })
  } finally {
    fetcher.close()
  }
}
