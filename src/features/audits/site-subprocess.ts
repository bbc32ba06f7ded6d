import type { Services } from '../../kernel/context.ts'
import { createSubprocesses } from '../../kernel/subprocess.ts'
import { unavailable } from '../../lib/errors.ts'
import { SubprocessEnded } from '../../lib/subprocess/subprocess.ts'
import type { AuditEnd } from './site-program.ts'
import type { RunningAudit } from './write-progress.ts'

const module = new URL('./site-program.ts', import.meta.url)
/** What a site does to the process of its audit touches no other one. */
const audits = createSubprocesses(module)
/** They wait most of the time. */
const estimates = createSubprocesses(module, { concurrency: 100 })

/** An estimate ends by itself long before. */
const maxEstimateMs = 20_000

/**
 * Does an audit.
 * @throws what an error of the program is; SubprocessEnded; the reason of `closing`
 */
export const auditInSubprocess = (
  services: Services,
  audit: RunningAudit,
  closing: AbortSignal,
): Promise<AuditEnd> => audits.run(services, { name: 'auditSite', task: { audit }, closing })

/**
 * How many pages the sitemaps of a site list; 0 where it has none or does not answer.
 * @throws ApiError service_unavailable
 */
export async function estimateSite(services: Services, website: string): Promise<number> {
  const closing = AbortSignal.any([services.closing, AbortSignal.timeout(maxEstimateMs)])
  const call = { name: 'estimate', task: { website }, closing }
  const pages = await estimates.run<number>(services, call).catch((error: unknown) => {
    services.closing.throwIfAborted()
    if (!closing.aborted && !(error instanceof SubprocessEnded)) throw error
    throw unavailable('the site’s pages could not be counted', 5, error)
  })
  // Then it is not all of them.
  services.closing.throwIfAborted()
  return pages
}
