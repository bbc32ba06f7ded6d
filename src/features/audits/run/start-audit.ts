import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Services } from '../../../kernel/context.ts'
import { brandWrite, defineChange } from '../../../kernel/operation.ts'
import type { Brand } from '../../../kernel/tables.ts'
import { conflict, invalidRequest, unavailable } from '../../../lib/errors.ts'
import type { Estimate } from '../../../lib/site/crawling/estimate-pages.ts'
import { version } from '../../../lib/version.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { chargeCredits } from '../../workspaces/index.ts'
import { type Audit, auditQueue, serializeStartedAudit, startedAudit } from '../audit.ts'
import { creditsFor } from './end-audit.ts'
import { estimateSite } from './site-subprocess.ts'

export const startAudit = defineChange({
  name: 'start-audit',
  summary: 'Start an audit of the brand’s site; only one can run at a time',
  description:
    'The first audit of a brand is free; later ones cost 1 credit per 100 estimated pages, at least 1. If counting all ' +
    'pages takes too long, the estimate is partial, and the pages read determine the final cost. Sightline refunds the ' +
    'credits or the free audit if it cannot read any page. The audit runs in the background; list-issues shows its ' +
    'issues once it has completed.',
  ...brandWrite('write:website', 'POST', '/technical/audits', {
    limit: 'audit',
    body: ['include_link_analysis'],
  }),
  fields: {
    include_link_analysis: z.boolean().default(true).describe('Whether to also check links to other sites.'),
  },
  data: startedAudit,
  prefetch: ({ ctx: { services, brand } }): Promise<SiteEstimate | undefined> => prefetchAudit(services, brand),
  async change({ ctx: { services, brand, workspace }, input, transaction, prefetched }) {
    const website = auditableSite(brand)
    if (website === undefined)
      throw invalidRequest(
        brand.is_active ? 'the brand has no domain to audit' : 'the brand is inactive; activate it to audit its site',
      )
    // Not prefetched: an audit was running a moment ago.
    if (prefetched === undefined || (await isRunning(transaction, brand.id)))
      throw conflict('an audit of the brand is already running; wait until it completes')
    if (prefetched.website !== website) throw unavailable('the brand’s domain just changed; retry', 1)
    const isFree = !(await hasUsedFreeScan(transaction, brand.id))
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

/** Estimates the pages of an audit. Undefined if no audit can start. */
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

/** Whether the brand used its free scan without a refund. */
async function hasUsedFreeScan(db: PostgresLike, brandId: string): Promise<boolean> {
  const free = db.selectFrom('audits').select('id').where('brand_id', '=', brandId).where('is_free_scan', '=', true)
  return (await free.where('refunded', '=', false).executeTakeFirst()) !== undefined
}

const estimates = new Map<string, Promise<Estimate>>()

/** Shares one estimate between concurrent requests for a site. */
const estimateOnce = (services: Services, website: string): Promise<Estimate> =>
  estimates.getOrInsertComputed(website, () => estimateSite(services, website).finally(() => estimates.delete(website)))
