import { z } from 'zod'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { SectionAccess } from '../../lib/site/crawling/site-facts.ts'
import type { Row } from '../../stores/postgres-schema.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'audits.section_access': SectionAccess[]
  }
}

export type Audit = Row<'audits'>

export const auditQueue = 'audits'

const auditState = z.enum(['running', 'completed', 'failed', 'cancelled'])

export const startedAudit = z
  .object({
    job_id: z.uuid(),
    domain: z.string().describe('The brand’s primary domain.'),
    total_urls: z.int().describe('Estimated pages: those in the domain’s sitemaps at the start. 0 without sitemaps.'),
    is_partial_estimate: z
      .literal(true)
      .optional()
      .describe('Present if counting all pages timed out. The pages read then determine the final credit_cost.'),
    credit_cost: z.int().describe('Credits charged. 0 if the audit is free.'),
    is_free_scan: z.boolean().describe('Whether the audit is free: the first one of a brand.'),
  })
  .meta({ component: 'StartedAudit' })

export const auditSchema = startedAudit
  .extend({
    state: auditState.meta(deprecatedFor('status')),
    include_link_analysis: z.boolean(),
    refunded: z
      .boolean()
      .describe('Whether the credits or the free audit were returned, because the audit failed or read no page.'),
    pages_found: z.int().describe('URLs of the site found so far.'),
    pages_done: z.int().describe('Found URLs that the audit read or tried to read.'),
    started_at: utcTimestamp,
    ended_at: utcTimestamp.nullable(),
    elapsed_seconds: z.int().describe('Seconds from the start to the end, or until now.'),
    problem: z
      .string()
      .nullable()
      .describe('Why the audit did not read the site, or what it skipped. Null if complete.'),
    status: auditState,
  })
  .meta({ component: 'Audit' })

const startedRow = (audit: Audit) => ({
  ...audit,
  job_id: audit.id,
  is_partial_estimate: audit.is_partial_estimate || undefined,
})

export const serializeStartedAudit = (audit: Audit) => showRow(startedAudit, startedRow(audit))

export function serializeAudit(audit: Audit, now: Date) {
  const elapsedMs = (audit.ended_at ?? now).getTime() - audit.created_at.getTime()
  return showRow(auditSchema, {
    ...startedRow(audit),
    started_at: audit.created_at,
    elapsed_seconds: Math.max(0, Math.floor(elapsedMs / 1000)),
    status: audit.state,
  })
}
