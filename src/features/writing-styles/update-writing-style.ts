import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import {
  checkFieldsOfSurface,
  checkNameIsFree,
  findStyle,
  nameKey,
  stylesOfScope,
  unsetDefault,
} from './scope.ts'
import { styleFields } from './style-fields.ts'
import { serializeWritingStyle, writingStyleSchema, writingStyleVersion } from './writing-style.ts'

const clearable = z.enum(['translation_formality', 'competitor_statistics_mode', 'english_variant'])

export const updateWritingStyle = defineChange({
  ...forEditors,
  name: 'update-writing-style',
  summary: 'Update a writing style, except its surface and channel; omitted fields stay unchanged',
  description: 'Replaces tone_of_voice, writing_rules and language_overrides as a whole.',
  changes: writingStyleVersion,
  fields: {
    writing_style_id: uuid,
    ...z.object(styleFields).partial().shape,
    sort_order: z.int().min(0).max(1000).optional().describe('Position in its scope.'),
    clear: z.array(clearable).default([]).describe('Fields to set to null.'),
  },
  data: writingStyleSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const {
      writing_style_id: id,
      clear,
      tone_of_voice,
      writing_rules,
      language_overrides,
      ...columns
    } = input
    const before = await findStyle(transaction, brand.id, id)
    checkFieldsOfSurface(before.surface, input)
    const both = clear.find((field) => input[field] !== undefined)
    if (both !== undefined) throw invalidRequest(`${both}: set or clear it, not both`)
    if (input.name !== undefined) checkNameIsFree(await stylesOfScope(transaction, before), input.name, id)
    const at = services.now()
    if (input.is_default === false && before.is_default)
      throw conflict('is_default: a scope needs a default; make another writing style the default instead')
    if (input.is_default) await unsetDefault(transaction, before, at)
    const row = await transaction
      .updateTable('writing_styles')
      .set({
        ...columns,
        ...asJson({ tone_of_voice, writing_rules, language_overrides }),
        ...Object.fromEntries(clear.map((field) => [field, null])),
        ...(input.name === undefined ? {} : { name_key: nameKey(input.name) }),
        updated_at: at,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = serializeWritingStyle(row)
    return { data, audit: { before: serializeWritingStyle(before), after: data } }
  },
})

/** The given columns as JSON. */
const asJson = (columns: Record<string, object | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, JSON.stringify(value)]),
  )
