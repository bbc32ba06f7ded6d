import type { Services } from '../../../kernel/context.ts'
import { openSubprocesses, type Subprocesses } from '../../../kernel/subprocess.ts'
import type { Estimate } from '../../../lib/site/crawling/estimate-pages.ts'
import { SubprocessEnded } from '../../../lib/subprocess/subprocess.ts'
import { withTimeout } from '../../../lib/with-timeout.ts'
import type { RunningAudit } from '../store/write-progress.ts'
import type { AuditEnd } from './site-program.ts'

declare module '../../../kernel/context.ts' {
  interface FeatureStates {
    sites: {
      /** Isolates each audit: a site that crashes its process affects no other audit. */
      audits: Subprocesses
      /** Callers wait for estimates, so these need a normal priority. They mostly wait for the network. */
      estimates: Subprocesses
    }
  }
}

const module = new URL('./site-program.ts', import.meta.url)
export const openSites = (services: Services) => ({
  audits: openSubprocesses(services, module),
  estimates: openSubprocesses(services, module, { concurrency: 100, isWaitedFor: true }),
})

/** start-audit waits for the estimate and must respond within 10 s. */
const estimateMs = 8000

/**
 * Runs an audit.
 * @throws errors of the subprocess; SubprocessEnded; the reason of `closing`
 */
export const auditInSubprocess = ({ states }: Services, audit: RunningAudit, closing: AbortSignal): Promise<AuditEnd> =>
  states.sites.audits.run({ name: 'auditSite', task: { audit }, closing })

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
  const work = services.states.sites.estimates.run<Estimate>(call).catch((error: unknown) => {
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
