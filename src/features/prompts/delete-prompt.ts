import { z } from 'zod'
import { changeBrand } from '../../core/brand-change.ts'
import { notFound } from '../../core/errors.ts'
import { uuid } from '../../core/fields.ts'
import { defineOperation } from '../../core/operation.ts'
import { countAnswersOfPrompt } from '../answers/index.ts'

export const deletePrompt = defineOperation({
  name: 'delete-prompt',
  summary: 'Delete a prompt for good; its answers stay and count in the brand’s totals',
  on: 'brand',
  access: 'operator',
  fields: { prompt_id: uuid, dry_run: z.boolean().default(false).describe('Report without removing') },
  data: z.object({
    id: z.uuid(),
    executions_orphaned: z.int().describe('Answers kept, but no longer linked to a prompt'),
    dry_run: z.boolean(),
  }),
  async run({ ctx: { services, brand }, input }) {
    const prompts = services.db.selectFrom('prompts').select('number').where('brand_id', '=', brand.id)
    const prompt = await prompts.where('id', '=', input.prompt_id).executeTakeFirst()
    if (prompt === undefined) throw notFound('prompt')
    const orphaned = await countAnswersOfPrompt(services, brand, prompt.number)
    if (!input.dry_run) {
      await changeBrand(services, brand.id, async (transaction) => {
        const deletion = transaction.deleteFrom('prompts').where('id', '=', input.prompt_id)
        const { numDeletedRows } = await deletion.where('brand_id', '=', brand.id).executeTakeFirst()
        if (numDeletedRows === 0n) throw notFound('prompt')
      })
    }
    return { data: { id: input.prompt_id, executions_orphaned: orphaned, dry_run: input.dry_run } }
  },
})
