import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'
import type { Prompt } from './prompt.ts'

export const hashText = (text: string) => createHash('sha256').update(text).digest()

export interface NewPrompt {
  text: string
  topicId: string
  categoryId?: string
  countries: string[]
  isActive: boolean
}

/** Stores prompts with the brand's next numbers. The caller holds the lock on the brand's row. */
export async function insertPrompts(
  transaction: Transaction,
  brandId: string,
  prompts: readonly NewPrompt[],
  at: Date,
): Promise<Prompt[]> {
  if (prompts.length === 0) return []
  const { last_prompt } = await transaction
    .updateTable('brands')
    .set({ last_prompt: sql`last_prompt + ${prompts.length}` })
    .where('id', '=', brandId)
    .returning('last_prompt')
    .executeTakeFirstOrThrow()
  const rows = prompts.map((prompt, index) => ({
    id: randomUUID(),
    brand_id: brandId,
    number: last_prompt - prompts.length + 1 + index,
    text: prompt.text,
    text_hash: hashText(prompt.text),
    topic_id: prompt.topicId,
    category_id: prompt.categoryId ?? null,
    countries: prompt.countries,
    is_active: prompt.isActive,
    created_at: at,
    updated_at: at,
  }))
  await insertRows(transaction, 'prompts', rows)
  return rows
}

/** @throws ApiError invalid_request if the brand does not have the topic or a tag */
export async function checkTopicAndTags(
  transaction: Transaction,
  brandId: string,
  topicId: string | undefined,
  tagIds: readonly string[],
): Promise<void> {
  if (topicId !== undefined) {
    const topics = transaction.selectFrom('topics').select('id').where('brand_id', '=', brandId)
    const topic = await topics.where('id', '=', topicId).executeTakeFirst()
    if (topic === undefined) throw invalidRequest('topic_id: the brand has no such topic')
  }
  if (tagIds.length === 0) return
  const tags = transaction.selectFrom('tags').select('id').where('brand_id', '=', brandId)
  const known = new Set((await tags.where(inList('id', tagIds, 'uuid')).execute()).map((tag) => tag.id))
  const missing = tagIds.filter((id) => !known.has(id))
  if (missing.length > 0) throw invalidRequest(`tag_ids: the brand has no tag ${missing.join(', ')}`)
}

export async function replaceTags(
  transaction: Transaction,
  promptId: string,
  tagIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('prompt_tags').where('prompt_id', '=', promptId).execute()
  const links = [...new Set(tagIds)].map((tagId) => ({ prompt_id: promptId, tag_id: tagId }))
  await insertRows(transaction, 'prompt_tags', links)
}

export async function tagIdsOf(transaction: Transaction, promptId: string): Promise<string[]> {
  const links = transaction.selectFrom('prompt_tags').select('tag_id').where('prompt_id', '=', promptId)
  return (await links.orderBy('tag_id').execute()).map((link) => link.tag_id)
}

/** @throws ApiError conflict if another prompt of the brand has this text */
export async function checkTextIsFree(
  transaction: Transaction,
  brandId: string,
  text: string,
  promptId?: string,
): Promise<void> {
  const prompts = transaction.selectFrom('prompts').select('id').where('brand_id', '=', brandId)
  const same = await prompts.where('text_hash', '=', hashText(text)).executeTakeFirst()
  if (same !== undefined && same.id !== promptId) throw conflict(`text: the prompt ${same.id} already has this text`)
}
