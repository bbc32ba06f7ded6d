import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Brand, Services } from '../../kernel/context.ts'
import { defineChange } from '../../kernel/operation.ts'
import { conflict, invalidRequest, unavailable } from '../../lib/errors.ts'
import type { Estimate } from '../../lib/site/crawling/estimate-pages.ts'
import { version } from '../../lib/version.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { chargeCredits } from '../workspaces/index.ts'
import { type Audit, auditQueue, serializeStartedAudit, startedAudit } from './audit.ts'
import { creditsFor } from './end-audit.ts'
import { estimateSite } from './site-subprocess.ts'

export const startAudit = defineChange({
  name: 'start-audit',
  summary: 'Start an audit of the brand’s site: one at a time',
  description:
    'The first audit of a brand is free; later ones cost 1 credit per 100 estimated pages, at least 1. Where ' +
    'not all pages could be counted in some seconds, the estimate says that it is partial, and the pages that the audit has read ' +
    'decide at its end what it costs. Credits and the free scan come back if no page could be read. The audit works in the background: its issues are listed when it has ' +
    'completed.',
  on: 'brand',
  access: 'write:website',
  role: 'editor',
  http: {
    method: 'POST',
    path: '/v1/brands/{brand_id}/technical/audits',
    limit: 'audit',
    body: ['include_link_analysis'],
  },
  fields: {
    include_link_analysis: z
      .boolean()
      .default(true)
      .describe('Whether links to other sites are tried as well'),
  },
  data: startedAudit,
  prefetch: ({ ctx: { services, brand } }): Promise<SiteEstimate | undefined> =>
    prefetchAudit(services, brand),
  async change({ ctx: { services, brand, workspace }, input, transaction, prefetched }) {
    const website = auditableSite(brand)
    if (website === undefined)
      throw invalidRequest(
        brand.is_active
          ? 'the brand has no domain to audit'
          : 'the brand is not active: its site is not audited',
      )
    // Nothing was prefetched, because one was running a moment ago.
    if (prefetched === undefined || (await isRunning(transaction, brand.id)))
      throw conflict('an audit of the brand is running: its issues are listed when it has completed')
    if (prefetched.website !== website) throw unavailable('the brand’s domain has just been changed', 1)
    const isFree = !(await hadFreeScan(transaction, brand.id))
    const at = services.now()
    const audit = {
      id: randomUUID(),
      brand_id: brand.id,
      domain: brand.primary_domain as string,
      website,
      include_link_analysis: input.include_link_analysis,
      total_urls: prefetched.pages,
      is_partial_estimate: !prefetched.isComplete,
      credit_cost: isFree ? 0 : creditsFor(prefetched.pages),
      is_free_scan: isFree,
      state: 'running' as const,
      version,
      created_at: at,
    }
    if (!isFree) {
      const cost = { credits: audit.credit_cost, jobId: audit.id }
      await chargeCredits({ transaction, workspaceId: workspace.id, at, ...cost })
    }
    await transaction.insertInto('audits').values(audit).execute()
    const job = { audit_id: audit.id, workspace_id: workspace.id }
    await services.jobs.enqueue(auditQueue, job, { key: audit.id, transaction })
    const data = serializeStartedAudit(audit as unknown as Audit)
    const { include_link_analysis } = input
    return { data, audit: { before: null, after: { ...data, include_link_analysis } } }
  },
})

/** Looks how many pages an audit of the brand would find; undefined where none can be started. */
export async function prefetchAudit(services: Services, brand: Brand): Promise<SiteEstimate | undefined> {
  const website = auditableSite(brand)
  if (website === undefined || (await isRunning(services.db, brand.id))) return undefined
  return { website, ...(await estimateOnce(services, website)) }
}

export interface SiteEstimate extends Estimate {
  website: string
}

const auditableSite = ({ is_active, website }: Brand) => (is_active ? (website ?? undefined) : undefined)

async function isRunning(db: PostgresLike, brandId: string): Promise<boolean> {
  const audits = db.selectFrom('audits').select('id').where('brand_id', '=', brandId)
  return (await audits.where('state', '=', 'running').executeTakeFirst()) !== undefined
}

/** Whether a free scan of the brand has been used, and did not come back. */
async function hadFreeScan(db: PostgresLike, brandId: string): Promise<boolean> {
  const free = db
    .selectFrom('audits')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('is_free_scan', '=', true)
  return (await free.where('refunded', '=', false).executeTakeFirst()) !== undefined
}

const estimates = new Map<string, Promise<Estimate>>()

/** Those who ask about a site at the same time have one answer: it is not asked by each of them. */
function estimateOnce(services: Services, website: string): Promise<Estimate> {
  let estimate = estimates.get(website)
  if (estimate === undefined) {
    estimate = estimateSite(services, website).finally(() => estimates.delete(website))
    estimates.set(website, estimate)
  }
  return estimate
}
