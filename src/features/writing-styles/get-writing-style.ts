import { uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { findStyle } from './scope.ts'
import { serializeWritingStyle, writingStyleSchema, writingStyleVersion } from './writing-style.ts'

export const getWritingStyle = defineOperation({
  name: 'get-writing-style',
  summary: 'Show a writing style',
  on: 'brand',
  access: 'read:content',
  role: 'viewer',
  shows: writingStyleVersion,
  http: { method: 'GET', path: '/v1/brands/{brand_id}/writing-styles/{writing_style_id}', limit: 'read' },
  fields: { writing_style_id: uuid },
  data: writingStyleSchema,
  async run({ ctx: { services, brand }, input }) {
    return { data: serializeWritingStyle(await findStyle(services.db, brand.id, input.writing_style_id)) }
  },
})
