import { z } from 'zod'
import { uuid } from '../../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../../kernel/pagination.ts'
import { notFound } from '../../../lib/errors.ts'
import { checks } from '../checks/checks.ts'
import { countOpenPages, issueId, issuePageVersion, issueSchema, serializeIssue } from './issue.ts'

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
  meta: issueSchema,
  async run({ ctx: { services, brand }, input, page }) {
    const check = checks.find(({ id }) => issueId(brand.id, id) === input.issue_id)
    if (check === undefined) throw notFound('issue')
    const counted = (await countOpenPages(services, brand.id, [check.id])).get(check.id)
    if (counted === undefined) throw notFound('issue')
    const open = services.db.selectFrom('issue_pages').selectAll().where('issue_id', '=', input.issue_id)
    const { rows, next } = await newestFirst(open.where('state', '=', 'open'), 'issue_pages', page)
    return {
      data: rows.map(({ id, url, title, evidence }) => ({ id, url, title, evidence })),
      meta: serializeIssue(services, brand.id, check, counted),
      next,
    }
  },
})
