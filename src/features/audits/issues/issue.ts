import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../../kernel/context.ts'
import { utcTimestamp } from '../../../kernel/fields.ts'
import { showRow } from '../../../kernel/shown-row.ts'
import type { Versioned } from '../../../kernel/versions.ts'
import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import { type Check, categories } from '../checks/define-check.ts'

export const issueType = z.enum(['critical', 'error', 'warning', 'opportunity'])
export const issueSeverity = z.enum(['high', 'medium', 'low'])
export const issueCategory = z.enum(categories)

/** Stable across audits. */
export const issueId = (brandId: string, check: string) => uuidFromText(`${brandId} ${check}`)
export const issuePageId = (brandId: string, check: string, url: string) => uuidFromText(`${brandId} ${check} ${url}`)

export const issueSchema = z
  .object({
    id: z.uuid(),
    name: z.string().nullable(),
    category: z.string().nullable(),
    issue_type: issueType,
    severity: issueSeverity,
    description: z.string().nullable(),
    fix: z.string().describe('What to do, in a few words.'),
    docs_url: z.string().nullable().describe('URL of this server’s page that explains the issue and its fix.'),
    affected_pages: z.int().describe('Pages that have the issue now.'),
    first_seen_at: utcTimestamp.describe('When an audit first found it on one of these pages.'),
    last_seen_at: utcTimestamp.describe('When an audit last found it.'),
  })
  .meta({ component: 'Issue' })

/** Listed pages of an issue are open, so `resolved` defaults to false. */
export const issuePageVersion: Versioned = {
  thing: 'issue page',
  of: ({ id, page_issue_id = id, resolved = false }) => ({ page_issue_id, resolved }),
}

interface Counted {
  check_id: string
  pages: number
  first_seen_at: Date
  last_seen_at: Date
}

/** Counts the open pages of these checks. Omits checks without any. */
export async function countOpenPages(
  { db }: Services,
  brandId: string,
  checkIds: readonly string[],
): Promise<Map<string, Counted>> {
  const rows = await db
    .selectFrom('issue_pages')
    .select(({ fn }) => [
      'check_id',
      fn.countAll<number>().as('pages'),
      fn.min('first_seen_at').as('first_seen_at'),
      fn.max('last_seen_at').as('last_seen_at'),
    ])
    .where('brand_id', '=', brandId)
    .where('state', '=', 'open')
    .where(sql<boolean>`check_id = any(${checkIds}::text[])`)
    .groupBy('check_id')
    .execute()
  return new Map(rows.map((row) => [row.check_id, row]))
}

export function serializeIssue({ address }: Services, brandId: string, check: Check, counted: Counted) {
  return showRow(issueSchema, {
    ...check,
    ...counted,
    id: issueId(brandId, check.id),
    docs_url: `${address()}/docs/checks/${check.id}`,
    affected_pages: counted.pages,
  })
}
