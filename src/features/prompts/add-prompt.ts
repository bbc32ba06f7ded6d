import type { z } from 'zod'
import type { Transaction } from '../../stores/postgres.ts'
import { ensureTopics, unassignedTopic } from '../topics/index.ts'
import { checkCategory } from './check-category.ts'
import { type Prompt, type promptSchema, serializePrompt } from './prompt.ts'
import { checkTextIsFree, checkTopicAndTags, insertPrompts, replaceTags, tagIdsOf } from './store-prompts.ts'

/** A prompt to create. Without a topic it goes to the root topic `Unassigned`. */
export interface WantedPrompt {
  text: string
  topic_id?: string | undefined
  tag_ids: string[]
  category_id?: string | null | undefined
  countries: string[]
  is_active: boolean
}

/**
 * Adds a prompt to a brand. The caller holds the lock on the brand's row.
 * @throws ApiError invalid_request for an unknown topic, tag or category, conflict if the text exists
 */
export async function addPrompt(
  transaction: Transaction,
  brandId: string,
  wanted: WantedPrompt,
  at: Date,
): Promise<z.input<typeof promptSchema>> {
  const { text, category_id: categoryId, countries, is_active: isActive } = wanted
  await checkTopicAndTags(transaction, brandId, wanted.topic_id, wanted.tag_ids)
  await checkCategory(transaction, brandId, categoryId)
  await checkTextIsFree(transaction, brandId, text)
  const unassigned = { root: unassignedTopic, child: undefined }
  const topicId = wanted.topic_id ?? (await ensureTopics(transaction, brandId, [unassigned], at))(unassigned)
  const prompt = { text, topicId, countries, isActive, ...(categoryId ? { categoryId } : {}) }
  const [row] = (await insertPrompts(transaction, brandId, [prompt], at)) as [Prompt]
  await replaceTags(transaction, row.id, wanted.tag_ids)
  return serializePrompt(row, await tagIdsOf(transaction, row.id))
}
