import { z } from 'zod'
import { uuid } from '../../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../../kernel/operation.ts'
import { notFound } from '../../../lib/errors.ts'
import { issuePageVersion } from './issue.ts'

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
