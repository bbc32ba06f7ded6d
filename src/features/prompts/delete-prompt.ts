import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { countAnswersOfPrompt } from '../answers/index.ts'
import { showPrompt } from './prompt.ts'
import { tagIdsOf } from './store-prompts.ts'

export const deletePrompt = defineChange({
  name: 'delete-prompt',
  summary: 'Delete a prompt for good; its answers stay and count in the brand’s totals',
  on: 'brand',
  access: 'write:prompts',
  role: 'editor',
  http: {
    method: 'DELETE',
    path: '/v1/brands/{brand_id}/prompts/{prompt_id}',
    limit: 'write',
    query: ['dry_run'],
  },
  fields: { prompt_id: uuid, dry_run: z.boolean().default(false).describe('Report without removing') },
  data: z.object({
    id: z.uuid(),
    executions_orphaned: z.int().describe('Answers kept, but no longer linked to a prompt'),
    dry_run: z.boolean(),
  }),
  async change({ ctx: { services, brand }, input: { prompt_id: id, dry_run }, transaction }) {
    const own = transaction.selectFrom('prompts').selectAll().where('brand_id', '=', brand.id)
    const prompt = await own.where('id', '=', id).executeTakeFirst()
    if (prompt === undefined) throw notFound('prompt')
    const data = {
      id,
      executions_orphaned: await countAnswersOfPrompt(services, brand, prompt.number),
      dry_run,
    }
    if (dry_run) return { data, audit: undefined }
    const before = showPrompt(prompt, await tagIdsOf(transaction, id))
    await transaction.deleteFrom('prompts').where('id', '=', id).execute()
    return { data, audit: { before, after: null } }
  },
})
