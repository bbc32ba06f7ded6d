import { randomUUID } from 'node:crypto'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { checkFieldsOfSurface, checkNameIsFree, nameKey, stylesOfScope, unsetDefault } from './scope.ts'
import { channel, styleFields, surface } from './style-fields.ts'
import { serializeWritingStyle, writingStyleSchema } from './writing-style.ts'

const maxInScope = 10

export const createWritingStyle = defineChange({
  ...brandWrite('write:brand_profile', 'POST', '/writing-styles', {
    body: ['surface', 'channel', ...Object.keys(styleFields)],
  }),
  name: 'create-writing-style',
  summary: 'Create a writing style',
  description: `A scope (the content surface, or one social channel) has at most ${maxInScope} styles; the first is its default. Surface and channel cannot be changed later; create another style instead.`,
  fields: {
    surface,
    channel: channel.optional().describe('Required for social styles; omit for content.'),
    name: styleFields.name,
    tone_of_voice: styleFields.tone_of_voice.default({ presets: [], custom_tones: [], description: '' }),
    writing_rules: styleFields.writing_rules.default({ always_do: [], never_do: [] }),
    heading_case_style: styleFields.heading_case_style.optional(),
    translation_formality: styleFields.translation_formality.optional(),
    competitor_statistics_mode: styleFields.competitor_statistics_mode.optional(),
    english_variant: styleFields.english_variant.optional(),
    language_overrides: styleFields.language_overrides.optional(),
    is_default: styleFields.is_default.default(false),
  },
  data: writingStyleSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    checkChannel(input)
    checkFieldsOfSurface(input.surface, input)
    const scope = { brand_id: brand.id, surface: input.surface, channel: input.channel ?? null }
    const others = await stylesOfScope(transaction, scope)
    if (others.length >= maxInScope)
      throw conflict(`this scope already has the maximum of ${maxInScope} writing styles; delete one first`)
    checkNameIsFree(others, input.name)
    const at = services.now()
    if (input.is_default) await unsetDefault(transaction, scope, at)
    const { tone_of_voice, writing_rules, language_overrides = {}, ...columns } = input
    const row = await transaction
      .insertInto('writing_styles')
      .values({
        ...columns,
        ...scope,
        id: randomUUID(),
        name_key: nameKey(input.name),
        is_default: input.is_default || others.length === 0,
        sort_order: (others.at(-1)?.sort_order ?? -1) + 1,
        tone_of_voice: JSON.stringify(tone_of_voice),
        writing_rules: JSON.stringify(writing_rules),
        language_overrides: JSON.stringify(language_overrides),
        heading_case_style: input.heading_case_style ?? 'sentence',
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = serializeWritingStyle(row)
    return { data, audit: { before: null, after: data } }
  },
})

/** @throws ApiError invalid_request for a social style without channel, or a content style with one */
function checkChannel(input: { surface: string; channel?: string | undefined }): void {
  if (input.surface === 'social' && input.channel === undefined)
    throw invalidRequest(`channel is required for a social style: one of ${channel.options.join(', ')}`)
  if (input.surface === 'content' && input.channel !== undefined)
    throw invalidRequest('channel must be omitted for a content style')
}
