import type { Services } from '../../../kernel/context.ts'
import { createSubprocesses } from '../../../kernel/subprocess.ts'
import type { Estimate } from '../../../lib/site/crawling/estimate-pages.ts'
import { SubprocessEnded } from '../../../lib/subprocess/subprocess.ts'
import { withTimeout } from '../../../lib/with-timeout.ts'
import type { RunningAudit } from '../store/write-progress.ts'
import type { AuditEnd } from './site-program.ts'

const module = new URL('./site-program.ts', import.meta.url)
/** Isolates each audit: a site that crashes its process affects no other audit. */
const audits = createSubprocesses(module)
/** Callers wait for estimates, so these need a normal priority. They mostly wait for the network. */
const estimates = createSubprocesses(module, { concurrency: 100, isWaitedFor: true })

/** start-audit waits for the estimate and must respond within 10 s. */
const estimateMs = 8000

/**
 * Runs an audit.
 * @throws errors of the subprocess; SubprocessEnded; the reason of `closing`
 */
export const auditInSubprocess = (
  services: Services,
  audit: RunningAudit,
  closing: AbortSignal,
): Promise<AuditEnd> => audits.run(services, { name: 'auditSite', task: { audit }, closing })

/**
 * Estimates the pages in a site’s sitemaps; 0 if it has none or does not respond. The timeout runs here, because a
 * busy machine can starve the subprocess. On timeout, the last reported count is the estimate.
 * @throws the reason of `services.closing`
 */
export async function estimateSite(services: Services, website: string): Promise<Estimate> {
  const late = new AbortController()
  const closing = AbortSignal.any([services.closing, late.signal])
  let pages = 0
  const onReport = (count: number) => {
    pages = count
  }
  const unfinished = (): Estimate => ({ pages, isComplete: false })
  const call = { name: 'estimate', task: { website }, closing, onReport }
  const work = estimates.run<Estimate>(services, call).catch((error: unknown) => {
    if (error instanceof SubprocessEnded) return unfinished()
    throw error
  })
  const estimate = await withTimeout(work, estimateMs, () => {
    late.abort()
    return unfinished()
  })
  // If closing, the estimate is incomplete.
  services.closing.throwIfAborted()
  return estimate
}
