import type { Services } from '../../kernel/context.ts'
import { createSubprocesses } from '../../kernel/subprocess.ts'
import type { Estimate } from '../../lib/site/crawling/estimate-pages.ts'
import { SubprocessEnded } from '../../lib/subprocess/subprocess.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import type { AuditEnd } from './site-program.ts'
import type { RunningAudit } from './write-progress.ts'

const module = new URL('./site-program.ts', import.meta.url)
/** What a site does to the process of its audit touches no other one. */
const audits = createSubprocesses(module)
/** They wait most of the time, and somebody for them: at the lowest priority a busy machine would leave them no time at all. */
const estimates = createSubprocesses(module, { concurrency: 100, isWaitedFor: true })

/** Whoever starts an audit waits for its estimate, and is answered within 10 s. */
const estimateMs = 8000

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
 * How many pages the sitemaps of a site list; 0 where it has none or does not answer. The time for it is kept here: a busy
 * machine may leave another process none, and what it has reported by then is the estimate.
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
  // Then it is not all of them.
  services.closing.throwIfAborted()
  return estimate
}
