import { sql } from 'kysely'
import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { utcTimestamp, uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { checks } from './checks/checks.ts'
import { issueCategory, issueId, issueSeverity, issueType } from './issues/issue.ts'

const maxUrls = 20

const pages = (meaning: string) => z.int().describe(`Pages ${meaning}`)
const counted = {
  new_pages: pages('that have the issue now but did not when the audit ended.'),
  gone_pages: pages('that had the issue when the audit ended but no longer do.'),
  remaining_pages: pages('that had the issue then and still do.'),
}
const urls = z.array(z.string()).describe(`The first ${maxUrls} page URLs, in alphabetical order.`)

export const getAuditChanges = defineOperation({
  name: 'get-audit-changes',
  summary: 'Show new, gone and remaining technical issues since an audit',
  description:
    'Compares the pages that had an issue when the audit ended with those that have it now, after later audits and ' +
    'manual changes. Omits issues without any pages. Sorted by new pages, descending.',
  ...brandRead('read:opportunities', '/technical/audits/{job_id}/changes'),
  fields: { job_id: uuid },
  data: z.object({
    since: utcTimestamp.describe('When the audit ended.'),
    ...counted,
    issues: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        category: issueCategory,
        issue_type: issueType,
        severity: issueSeverity,
        ...counted,
        new_urls: urls,
        gone_urls: urls,
      }),
    ),
  }),
  async run({ ctx, input: { job_id: id } }) {
    const since = await endOf(ctx, id)
    const found = new Map((await countChanges(ctx, since)).map((row) => [row.check_id, row]))
    const issues = checks.flatMap((check) => {
      const row = found.get(check.id)
      if (row === undefined) return []
      const { check_id: _, ...counts } = row
      const { name, category, issue_type, severity } = check
      return [{ id: issueId(ctx.brand.id, check.id), name, category, issue_type, severity, ...counts }]
    })
    issues.sort((a, b) => b.new_pages - a.new_pages || b.gone_pages - a.gone_pages || (a.id < b.id ? -1 : 1))
    const sum = (kind: keyof typeof counted) => issues.reduce((total, issue) => total + issue[kind], 0)
    return {
      data: {
        since: since.toISOString(),
        new_pages: sum('new_pages'),
        gone_pages: sum('gone_pages'),
        remaining_pages: sum('remaining_pages'),
        issues,
      },
    }
  },
})

/** @throws ApiError not_found, invalid_request for an audit that has not completed */
async function endOf({ services, brand }: BrandContext, id: string): Promise<Date> {
  const audits = services.db.selectFrom('audits').select(['state', 'ended_at']).where('brand_id', '=', brand.id)
  const audit = await audits.where('id', '=', id).executeTakeFirstOrThrow(() => notFound('audit'))
  if (audit.state !== 'completed' || audit.ended_at === null)
    throw invalidRequest('job_id: the audit has not completed; choose a completed audit')
  return audit.ended_at
}

interface Changes {
  check_id: string
  new_pages: number
  gone_pages: number
  remaining_pages: number
  new_urls: string[]
  gone_urls: string[]
}

/** `created_at` is when the issue last appeared on a page; it changes if a resolved issue reopens. */
async function countChanges({ services, brand }: BrandContext, since: Date): Promise<Changes[]> {
  const isNew = sql`state = 'open' and created_at > ${since}`
  const isGone = sql`state = 'resolved' and created_at <= ${since} and resolved_at > ${since}`
  const { rows } = await sql<Changes>`select check_id,
      (count(*) filter (where ${isNew}))::int as new_pages,
      (count(*) filter (where ${isGone}))::int as gone_pages,
      (count(*) filter (where state = 'open' and created_at <= ${since}))::int as remaining_pages,
      coalesce((array_agg(url order by url) filter (where ${isNew}))[1:${sql.lit(maxUrls)}], '{}') as new_urls,
      coalesce((array_agg(url order by url) filter (where ${isGone}))[1:${sql.lit(maxUrls)}], '{}') as gone_urls
    from issue_pages where brand_id = ${brand.id} and (state = 'open' or resolved_at > ${since})
    group by check_id`.execute(services.db)
  return rows.filter((row) => row.new_pages + row.gone_pages + row.remaining_pages > 0)
}
