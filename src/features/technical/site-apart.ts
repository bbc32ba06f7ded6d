import { createApart } from '../../core/apart/apart.ts'
import type { Services } from '../../core/context.ts'
import type { AuditEnd } from './site-program.ts'
import type { RunningAudit } from './write-progress.ts'

const apart = createApart(new URL('./site-program.ts', import.meta.url))

/**
 * Does an audit.
 * @param lost aborted when the audit is to end although the program goes on
 * @returns how it ended; `stopped` after one of the signals
 */
export const auditApart = (
  services: Services,
  audit: RunningAudit,
  { closing, lost }: { closing: AbortSignal; lost: AbortSignal },
): Promise<AuditEnd> =>
  apart.run(services, {
    name: 'auditSite',
    task: { audit },
    closing,
    signal: AbortSignal.any([closing, lost]),
  })

/** How many pages the sitemaps of a site list; 0 where it has none or does not answer. */
export const estimateSite = (services: Services, website: string): Promise<number> => {
  const { closing } = services
  return apart.run(services, { name: 'estimate', task: { website }, closing, signal: closing })
}
