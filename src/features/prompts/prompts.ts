import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { requireRow } from '../../stores/postgres-rows.ts'
import { unassignedTopic } from '../topics/index.ts'
import { addPrompt } from './add-prompt.ts'
import { checkCategory } from './check-category.ts'
import { promptFields, promptSchema, promptVersion, serializePrompt } from './prompt.ts'
import { checkTextIsFree, checkTopicAndTags, hashText, replaceTags, tagIdsOf } from './store-prompts.ts'

export const createPrompt = defineChange({
  name: 'create-prompt',
  summary: 'Create a prompt',
  ...brandWrite('write:prompts', 'POST', '/prompts', {
    body: ['text', 'topic_id', 'tag_ids', 'category_id', 'countries', 'is_active'],
  }),
  fields: {
    text: promptFields.text,
    topic_id: promptFields.topic_id
      .optional()
      .describe(`Topic of the prompt. Defaults to the root topic ${unassignedTopic}.`),
    tag_ids: promptFields.tag_ids.default([]),
    category_id: uuid.optional().describe('Alignment category of the prompt.'),
    countries: promptFields.countries.default([]),
    is_active: promptFields.is_active.default(true),
  },
  data: promptSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const data = await addPrompt(transaction, brand.id, input, services.now())
    return { data, audit: { before: null, after: data } }
  },
})

export const updatePrompt = defineChange({
  name: 'update-prompt',
  summary: 'Update a prompt; omitted fields stay unchanged',
  description:
    'Figures change immediately, as filters use a prompt’s current topic and tags. Inactive prompts no longer run.',
  ...brandWrite('write:prompts', 'PATCH', '/prompts/{prompt_id}', {
    body: ['text', 'topic_id', 'tag_ids', 'category_id', 'countries', 'is_active'],
  }),
  changes: promptVersion,
  fields: {
    prompt_id: uuid,
    text: promptFields.text.optional(),
    topic_id: promptFields.topic_id.optional(),
    tag_ids: promptFields.tag_ids.optional(),
    category_id: uuid.optional().describe('Alignment category of the prompt.'),
    countries: promptFields.countries.optional(),
    is_active: promptFields.is_active.optional(),
  },
  data: promptSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { prompt_id: id, tag_ids: tagIds, text, ...columns } = input
    const prompt = await requireRow(transaction, 'prompts', { id, brand_id: brand.id }, 'prompt')
    const before = serializePrompt(prompt, await tagIdsOf(transaction, id))
    await checkTopicAndTags(transaction, brand.id, input.topic_id, tagIds ?? [])
    await checkCategory(transaction, brand.id, input.category_id)
    if (text !== undefined) await checkTextIsFree(transaction, brand.id, text, id)
    const row = await transaction
      .updateTable('prompts')
      .set({
        ...columns,
        ...(text === undefined ? {} : { text, text_hash: hashText(text) }),
        updated_at: services.now(),
      })
      .where('id', '=', id)
      .where('brand_id', '=', brand.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (tagIds !== undefined) await replaceTags(transaction, id, tagIds)
    const data = serializePrompt(row, await tagIdsOf(transaction, id))
    return { data, audit: { before, after: data } }
  },
})

export const deletePrompt = defineChange({
  name: 'delete-prompt',
  summary: 'Delete a prompt permanently; its answers still count toward the brand’s totals',
  ...brandWrite('write:prompts', 'DELETE', '/prompts/{prompt_id}', { query: ['dry_run'] }),
  changes: promptVersion,
  fields: {
    prompt_id: uuid,
    dry_run: z.boolean().default(false).describe('Report the result without deleting.'),
  },
  data: z.object({
    id: z.uuid(),
    executions_orphaned: z.int().describe('Answers that no longer belong to a prompt.'),
    dry_run: z.boolean(),
  }),
  async change({ ctx: { services, brand }, input: { prompt_id: id, dry_run }, transaction }) {
    const prompt = await requireRow(transaction, 'prompts', { brand_id: brand.id, id }, 'prompt')
    const data = {
      id,
      executions_orphaned: await countAnswers(services, brand, prompt.number),
      dry_run,
    }
    if (dry_run) return { data, audit: undefined }
    const before = serializePrompt(prompt, await tagIdsOf(transaction, id))
    await transaction.deleteFrom('prompts').where('id', '=', id).execute()
    return { data, audit: { before, after: null } }
  },
})

/** Counts the answers to a prompt. Queries the store directly, as the answers feature depends on this one. */
async function countAnswers({ clickhouse }: Services, brand: Brand, prompt: number): Promise<number> {
  const { id, reading_version: version, ingest_seq: last } = brand
  const [row] = await clickhouse.query<{ answers: string }>(
    sql`SELECT count() AS answers FROM readings
      WHERE brand_id = ${id} AND version = ${version} AND ${committedUntil(last)} AND prompt = ${prompt}`,
  )
  return Number(row?.answers ?? 0)
}
