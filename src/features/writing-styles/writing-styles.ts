import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import { updatedRow, updateRow } from '../../stores/postgres-rows.ts'
import { checkFieldsOfSurface, checkNameIsFree, findStyle, nameKey, stylesOfScope, unsetDefault } from './scope.ts'
import { channel, styleFields, surface } from './style-fields.ts'
import { serializeWritingStyle, writingStyleSchema, writingStyleVersion } from './writing-style.ts'

/** The end of a page: surface, channel (empty for content), position and id of the last row. */
const position = z.tuple([surface, z.string(), z.int(), z.guid()])

const orderKey = sql`(surface, coalesce(channel, ''), sort_order, id)`

export const listWritingStyles = defineOperation({
  name: 'list-writing-styles',
  summary: 'List the writing styles of a brand by surface, channel and position',
  ...brandRead('read:content', '/writing-styles'),
  shows: writingStyleVersion,
  fields: {
    surface: surface.optional().describe('Filter by surface.'),
    channel: channel.optional().describe('Filter by social channel.'),
  },
  list: { position, defaultLimit: 20 },
  data: z.array(writingStyleSchema),
  async run({ ctx: { services, brand }, input, page }) {
    let styles = services.db.selectFrom('writing_styles').selectAll().where('brand_id', '=', brand.id)
    if (input.surface !== undefined) styles = styles.where('surface', '=', input.surface)
    if (input.channel !== undefined) styles = styles.where('channel', '=', input.channel)
    if (page.after !== undefined) {
      const [ofSurface, ofChannel, place, id] = page.after
      const after = sql`(${ofSurface}::text, ${ofChannel}::text, ${place}::integer, ${id}::uuid)`
      styles = styles.where(sql<boolean>`${orderKey} > ${after}`)
    }
    const rows = (
      await styles
        .orderBy(orderKey)
        .limit(page.limit + 1)
        .execute()
    ).map(serializeWritingStyle)
    const data = rows.slice(0, page.limit)
    const last = data.at(-1)
    if (last === undefined || rows.length <= page.limit) return { data, next: undefined }
    const next: z.output<typeof position> = [last.surface, last.channel ?? '', last.sort_order, last.id]
    return { data, next }
  },
})

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
    const { writing_style_id: id, clear, tone_of_voice, writing_rules, language_overrides, ...columns } = input
    const before = await findStyle(transaction, brand.id, id)
    checkFieldsOfSurface(before.surface, input)
    const both = clear.find((field) => input[field] !== undefined)
    if (both !== undefined) throw invalidRequest(`${both}: set or clear it, not both`)
    if (input.name !== undefined) checkNameIsFree(await stylesOfScope(transaction, before), input.name, id)
    const at = services.now()
    if (input.is_default === false && before.is_default)
      throw conflict('is_default: a scope needs a default; make another writing style the default instead')
    if (input.is_default) await unsetDefault(transaction, before, at)
    const row = await updatedRow(transaction, 'writing_styles', id, {
      ...columns,
      ...asJson({ tone_of_voice, writing_rules, language_overrides }),
      ...Object.fromEntries(clear.map((field) => [field, null])),
      ...(input.name === undefined ? {} : { name_key: nameKey(input.name) }),
      updated_at: at,
    })
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
      await updateRow(transaction, 'writing_styles', first.id, { is_default: true, updated_at: services.now() })
    const data = { deleted_writing_style_id: id, new_default_id: first?.id ?? null }
    return { data, audit: { before: serializeWritingStyle(style), after: null } }
  },
})
