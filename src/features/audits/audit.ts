import type { Selectable } from 'kysely'
import { z } from 'zod'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import type { AuditsTable } from './tables.ts'

export type Audit = Selectable<AuditsTable>

export const auditQueue = 'audits'

const auditState = z.enum(['running', 'completed', 'failed', 'cancelled'])

/** What is told of an audit when it is started, and ever after. */
export const startedAudit = z
  .object({
    job_id: z.uuid(),
    domain: z.string().describe('The brand’s primary domain'),
    total_urls: z
      .int()
      .describe(
        'Pages in the sitemaps of the domain when it was started; an estimate, 0 where there are none',
      ),
    is_partial_estimate: z
      .literal(true)
      .optional()
      .describe(
        'There where not all pages could be counted in time: credit_cost is settled at the end by the pages that were read',
      ),
    credit_cost: z.int().describe('Credits taken; 0 where it is free'),
    is_free_scan: z.boolean().describe('The first audit of a brand is free'),
  })
  .meta({ component: 'StartedAudit' })

export const auditSchema = startedAudit
  .extend({
    state: auditState.meta(deprecatedFor('status')),
    include_link_analysis: z.boolean(),
    refunded: z.boolean().describe('No page could be read, so that its credits or its free scan came back'),
    pages_found: z.int().describe('Addresses of the site that are known until now'),
    pages_done: z.int().describe('Those of them that were read, or tried'),
    started_at: utcTimestamp,
    ended_at: utcTimestamp.nullable(),
    elapsed_seconds: z.int().describe('From its start to its end, or until now'),
    problem: z
      .string()
      .nullable()
      .describe('What kept it from reading the site, or what it did not get to; null where that is nothing'),
    status: auditState,
  })
  .meta({ component: 'Audit' })

export const serializeStartedAudit = (audit: Audit): z.input<typeof startedAudit> => ({
  job_id: audit.id,
  domain: audit.domain,
  total_urls: audit.total_urls,
  ...(audit.is_partial_estimate ? { is_partial_estimate: true } : {}),
  credit_cost: audit.credit_cost,
  is_free_scan: audit.is_free_scan,
})

export function serializeAudit(audit: Audit, now: Date): z.input<typeof auditSchema> {
  const elapsedMs = (audit.ended_at ?? now).getTime() - audit.created_at.getTime()
  return {
    ...serializeStartedAudit(audit),
    state: audit.state,
    include_link_analysis: audit.include_link_analysis,
    refunded: audit.refunded,
    pages_found: audit.pages_found,
    pages_done: audit.pages_done,
    started_at: audit.created_at.toISOString(),
    ended_at: audit.ended_at?.toISOString() ?? null,
    elapsed_seconds: Math.max(0, Math.floor(elapsedMs / 1000)),
    problem: audit.problem,
    status: audit.state,
  }
}
