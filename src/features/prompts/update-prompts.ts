import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'
import { promptFields, promptVersion } from './prompt.ts'
import { checkTopicAndTags } from './store-prompts.ts'

const some = (meaning: string) => z.array(uuid).max(100).default([]).describe(meaning)

export const updatePrompts = defineChange({
  name: 'update-prompts',
  summary: 'Update several prompts the same way, all or none; omitted fields stay unchanged',
  ...forEditors,
  changes: { ...promptVersion, each: 'prompts' },
  fields: {
    prompt_ids: z.array(uuid).min(1).max(500).describe('Ids of the prompts.'),
    topic_id: promptFields.topic_id.optional(),
    add_tag_ids: some('Tags to add.'),
    remove_tag_ids: some('Tags to remove.'),
    countries: promptFields.countries.optional(),
    is_active: promptFields.is_active.optional(),
  },
  data: z.object({ updated: z.int().describe('Number of updated prompts.') }),
  async change({ ctx: { services, brand }, input, transaction }) {
    const { topic_id, countries, is_active, add_tag_ids: added, remove_tag_ids: removed } = input
    const ids = [...new Set(input.prompt_ids)]
    await checkTopicAndTags(transaction, brand.id, topic_id, [...added, ...removed])
    const both = added.filter((id) => removed.includes(id))
    if (both.length > 0) throw invalidRequest(`add_tag_ids: ${both.join(', ')} is also in remove_tag_ids`)
    const before = await stateOf(transaction, brand.id, ids)
    const missing = ids.filter((id) => !before.some((prompt) => prompt.id === id))
    if (missing.length > 0) throw invalidRequest(`prompt_ids: the brand has no prompt ${missing.join(', ')}`)
    await transaction
      .updateTable('prompts')
      .set({
        ...(topic_id === undefined ? {} : { topic_id }),
        ...(countries === undefined ? {} : { countries }),
        ...(is_active === undefined ? {} : { is_active }),
        updated_at: services.now(),
      })
      .where('brand_id', '=', brand.id)
      .where(inList('id', ids, 'uuid'))
      .execute()
    await transaction
      .deleteFrom('prompt_tags')
      .where(inList('prompt_id', ids, 'uuid'))
      .where(inList('tag_id', removed, 'uuid'))
      .execute()
    const links = ids.flatMap((prompt_id) => added.map((tag_id) => ({ prompt_id, tag_id })))
    await insertRows(transaction, 'prompt_tags', links, 'skip')
    const after = await stateOf(transaction, brand.id, ids)
    return {
      data: { updated: ids.length },
      former: { prompts: before },
      audit: { before: { prompts: before.map(recorded) }, after: { prompts: after.map(recorded) } },
    }
  },
})

type State = Awaited<ReturnType<typeof stateOf>>[number]

/** The fields that this change can update, without long texts. */
const recorded = ({ text: _text, category_id: _category, ...changed }: State) => changed

/** Loads prompts, sorted by number. */
async function stateOf(transaction: Transaction, brandId: string, ids: readonly string[]) {
  const prompts = await transaction
    .selectFrom('prompts')
    .select(['id', 'text', 'topic_id', 'category_id', 'countries', 'is_active'])
    .where('brand_id', '=', brandId)
    .where(inList('id', ids, 'uuid'))
    .orderBy('number')
    .execute()
  const links = await transaction
    .selectFrom('prompt_tags')
    .select(['prompt_id', 'tag_id'])
    .where(inList('prompt_id', ids, 'uuid'))
    .orderBy('tag_id')
    .execute()
  const tags = Map.groupBy(links, ({ prompt_id }) => prompt_id)
  return prompts.map((prompt) => ({
    ...prompt,
    tag_ids: tags.get(prompt.id)?.map(({ tag_id }) => tag_id) ?? [],
  }))
}
