import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { issuePageVersion } from './issue.ts'

export const resolveIssuePage = defineChange({
  name: 'resolve-issue-page',
  summary: 'Mark a page’s instance of a technical issue as resolved, or open it again',
  description:
    'An audit that finds it again opens it again, and one that reads the page and does not find it resolves it. An ' +
    'issue whose pages are all resolved is no longer listed.',
  on: 'brand',
  access: 'write:website',
  role: 'editor',
  changes: issuePageVersion,
  http: {
    method: 'PATCH',
    path: '/v1/brands/{brand_id}/technical/issue-pages/{page_issue_id}',
    limit: 'write',
    body: ['resolved'],
  },
  fields: {
    page_issue_id: uuid.describe('Of a row of an issue’s pages'),
    resolved: z.boolean().default(true).describe('false opens it again'),
  },
  data: z.object({ page_issue_id: z.uuid(), resolved: z.boolean() }),
  async change({ ctx: { services, brand }, input, transaction }) {
    const { page_issue_id, resolved } = input
    const data = { page_issue_id, resolved }
    const pages = transaction.selectFrom('issue_pages').selectAll().where('brand_id', '=', brand.id)
    const page = await pages
      .where('id', '=', page_issue_id)
      .executeTakeFirstOrThrow(() => notFound('issue page'))
    if ((page.state === 'resolved') === resolved) return { data, audit: undefined }
    await transaction
      .updateTable('issue_pages')
      .set({
        state: resolved ? 'resolved' : 'open',
        resolved_at: resolved ? services.now() : null,
        auto_resolved: false,
      })
      .where('id', '=', page.id)
      .execute()
    const { check_id, url } = page
    const record = { page_issue_id, check_id, url }
    return {
      data,
      audit: { before: { ...record, resolved: !resolved }, after: { ...record, resolved } },
    }
  },
})
