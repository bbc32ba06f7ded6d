import type { Services } from '../../core/context.ts'
import { runWithServices } from '../../core/threads/thread-services.ts'
import { createThreads } from '../../core/threads/threads.ts'
import type { AuditEnd } from './site-worker.ts'
import type { RunningAudit } from './write-progress.ts'

/** Audits and estimates wait for sites most of the time; requests are answered by another thread. */
const threads = createThreads({
  module: new URL('./site-worker.ts', import.meta.url),
  most: 1,
  atOnce: 100,
  patienceMs: 5000,
})

/**
 * Does an audit.
 * @param lost aborted when the audit is to end although the program goes on
 * @returns how it ended; `stopped` after one of the signals
 */
export const auditInThread = (
  services: Services,
  audit: RunningAudit,
  { closing, lost }: { closing: AbortSignal; lost: AbortSignal },
): Promise<AuditEnd> =>
  runWithServices(threads, services, {
    name: 'auditSite',
    task: { audit },
    closing,
    signal: AbortSignal.any([closing, lost]),
  })

/** How many pages the sitemaps of a site list; 0 where it has none or does not answer. */
export const estimateSite = (services: Services, website: string): Promise<number> =>
  runWithServices(threads, services, {
    name: 'estimate',
    task: { website },
    closing: services.closing,
    signal: services.closing,
  })
