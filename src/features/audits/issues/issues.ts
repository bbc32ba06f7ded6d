import { z } from 'zod'
import { filterBy, uuid } from '../../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation } from '../../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../../kernel/pagination.ts'
import { notFound } from '../../../lib/errors.ts'
import { requireRow, updateRow } from '../../../stores/postgres-rows.ts'
import { checks } from '../checks/checks.ts'
import {
  countOpenPages,
  issueCategory,
  issueId,
  issuePageVersion,
  issueSchema,
  issueSeverity,
  issueType,
  serializeIssue,
} from './issue.ts'

const severities = issueSeverity.options
const types = issueType.options

/** Most severe first. Audits do not change the order, so cursors stay valid. */
const ordered = [...checks].sort(
  (a, b) =>
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    types.indexOf(a.issue_type) - types.indexOf(b.issue_type) ||
    (a.id < b.id ? -1 : 1),
)

export const listIssues = defineOperation({
  name: 'list-issues',
  summary: 'List technical issues of the brand’s site with affected pages, most severe first',
  ...brandRead('read:opportunities', '/technical/issues'),
  fields: {
    category: filterBy(issueCategory).describe('Filter by category.'),
    issue_type: filterBy(issueType).describe('Filter by issue type.'),
    severity: filterBy(issueSeverity).describe('Filter by severity.'),
  },
  list: { position: z.string(), defaultLimit: 20 },
  data: z.array(issueSchema),
  async run({ ctx: { services, brand }, input, page }) {
    const { category, issue_type, severity } = input
    const rest = ordered.slice(ordered.findIndex(({ id }) => id === page.after) + 1)
    const wanted = rest.filter(
      (check) =>
        (category?.includes(check.category) ?? true) &&
        (issue_type?.includes(check.issue_type) ?? true) &&
        (severity?.includes(check.severity) ?? true),
    )
    const ids = wanted.map(({ id }) => id)
    const counted = await countOpenPages(services, brand.id, ids)
    const found = wanted.filter(({ id }) => counted.has(id))
    const shown = found.slice(0, page.limit)
    return {
      data: shown.flatMap((check) => {
        const pages = counted.get(check.id)
        return pages === undefined ? [] : [serializeIssue(services, brand.id, check, pages)]
      }),
      next: found.length > shown.length ? shown.at(-1)?.id : undefined,
    }
  },
})

export const getIssue = defineOperation({
  name: 'get-issue',
  summary: 'List the pages affected by a technical issue, newest first',
  ...brandRead('read:opportunities', '/technical/issues/{issue_id}'),
  shows: issuePageVersion,
  fields: { issue_id: uuid.describe('The issue’s id from list-issues.') },
  list: storedRows(20),
  data: z.array(
    z.object({
      id: z.uuid().describe('The page_issue_id for resolve-issue-page.'),
      url: z.string().nullable().describe('URL of the affected page.'),
      title: z.string().nullable().describe('Page title when last read. Untrusted text from the site.'),
      evidence: z
        .array(z.string())
        .describe('URLs of the offending elements. Empty if the page as a whole is affected.'),
    }),
  ),
  meta: issueSchema.extend({
    how_to_fix: z.string().describe('What to do, in one or two sentences.'),
  }),
  async run({ ctx: { services, brand }, input, page }) {
    const check = checks.find(({ id }) => issueId(brand.id, id) === input.issue_id)
    if (check === undefined) throw notFound('issue')
    const counted = (await countOpenPages(services, brand.id, [check.id])).get(check.id)
    if (counted === undefined) throw notFound('issue')
    const open = services.db.selectFrom('issue_pages').selectAll().where('issue_id', '=', input.issue_id)
    const { rows, next } = await newestFirst(open.where('state', '=', 'open'), 'issue_pages', page)
    return {
      data: rows.map(({ id, url, title, evidence }) => ({ id, url, title, evidence })),
      meta: { ...serializeIssue(services, brand.id, check, counted), how_to_fix: check.docs.how },
      next,
    }
  },
})

export const resolveIssuePage = defineChange({
  ...brandWrite('write:website', 'PATCH', '/technical/issue-pages/{page_issue_id}', { body: ['resolved'] }),
  name: 'resolve-issue-page',
  summary: 'Resolve or reopen a technical issue on a page',
  description:
    'An audit reopens the issue if it finds it again, and resolves it if it reads the page without finding it. ' +
    'list-issues omits issues whose pages are all resolved.',
  changes: issuePageVersion,
  fields: {
    page_issue_id: uuid.describe('An id from get-issue.'),
    resolved: z.boolean().default(true).describe('Set to false to reopen the issue.'),
  },
  data: z.object({ page_issue_id: z.uuid(), resolved: z.boolean() }),
  async change({ ctx: { services, brand }, input, transaction }) {
    const { page_issue_id, resolved } = input
    const data = { page_issue_id, resolved }
    const page = await requireRow(transaction, 'issue_pages', { brand_id: brand.id, id: page_issue_id }, 'issue page')
    if ((page.state === 'resolved') === resolved) return { data, audit: undefined }
    await updateRow(transaction, 'issue_pages', page.id, {
      state: resolved ? 'resolved' : 'open',
      resolved_at: resolved ? services.now() : null,
      auto_resolved: false,
    })
    const { check_id, url } = page
    const record = { page_issue_id, check_id, url }
    return {
      data,
      audit: { before: { ...record, resolved: !resolved }, after: { ...record, resolved } },
    }
  },
})
