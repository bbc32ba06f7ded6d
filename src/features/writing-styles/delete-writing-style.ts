import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { findStyle, stylesOfScope } from './scope.ts'
import { serializeWritingStyle, writingStyleVersion } from './writing-style.ts'

export const deleteWritingStyle = defineChange({
  ...forEditors,
  name: 'delete-writing-style',
  summary: 'Delete a writing style; if it was the default, the first remaining one in its scope becomes it',
  changes: writingStyleVersion,
  fields: { writing_style_id: uuid },
  data: z.object({
    deleted_writing_style_id: z.uuid(),
    new_default_id: z
      .uuid()
      .nullable()
      .describe('The new default. Null if the default is unchanged or the scope is empty.'),
  }),
  async change({ ctx: { services, brand }, input: { writing_style_id: id }, transaction }) {
    const style = await findStyle(transaction, brand.id, id)
    await transaction.deleteFrom('writing_styles').where('id', '=', id).execute()
    const [first] = style.is_default ? await stylesOfScope(transaction, style) : []
    if (first !== undefined)
      await transaction
        .updateTable('writing_styles')
        .set({ is_default: true, updated_at: services.now() })
        .where('id', '=', first.id)
        .execute()
    const data = { deleted_writing_style_id: id, new_default_id: first?.id ?? null }
    return { data, audit: { before: serializeWritingStyle(style), after: null } }
  },
})
