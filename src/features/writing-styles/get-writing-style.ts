import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { findStyle } from './scope.ts'
import { serializeWritingStyle, writingStyleSchema, writingStyleVersion } from './writing-style.ts'

export const getWritingStyle = defineOperation({
  name: 'get-writing-style',
  summary: 'Show a writing style',
  ...brandRead('read:content', '/writing-styles/{writing_style_id}'),
  shows: writingStyleVersion,
  fields: { writing_style_id: uuid },
  data: writingStyleSchema,
  async run({ ctx: { services, brand }, input }) {
    return { data: serializeWritingStyle(await findStyle(services.db, brand.id, input.writing_style_id)) }
  },
})
