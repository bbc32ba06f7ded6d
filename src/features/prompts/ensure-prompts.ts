import { sql } from 'kysely'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRows } from '../../stores/postgres-rows.ts'
import { ensureTags } from '../tags/index.ts'
import { ensureTopics, type TopicPath } from '../topics/index.ts'
import { hashText, insertPrompts } from './store-prompts.ts'

/** A prompt of an imported answer. */
export interface SeenPrompt {
  text: string
  topic: TopicPath
  tags: readonly string[]
  country: string
}

/**
 * Finds prompts by their text and creates missing ones with their topics and tags. A prompt keeps its first
 * topic and accumulates tags. The caller holds the lock on the brand's row.
 * @returns prompt numbers by text
 */
export async function ensurePrompts(
  transaction: Transaction,
  brandId: string,
  seen: readonly SeenPrompt[],
  at: Date,
): Promise<Map<string, number>> {
  const byText = Map.groupBy(seen, (prompt) => prompt.text)
  const known = await findPrompts(transaction, brandId, [...byText.keys()])
  const missing = [...byText].filter(([text]) => !known.has(text)).map(([, prompts]) => prompts)
  const topicOf = await ensureTopics(
    transaction,
    brandId,
    missing.map(([first]) => (first as SeenPrompt).topic),
    at,
  )
  const made = await insertPrompts(
    transaction,
    brandId,
    missing.map((prompts) => {
      const [first] = prompts as [SeenPrompt]
      const countries = [...new Set(prompts.map((prompt) => prompt.country))]
      return { text: first.text, topicId: topicOf(first.topic), countries, isActive: true }
    }),
    at,
  )
  for (const { text, id, number } of made) known.set(text, { id, number })
  await addTags(transaction, brandId, seen, known, at)
  return new Map([...known].map(([text, { number }]) => [text, number]))
}

type Known = Map<string, { id: string; number: number }>

async function findPrompts(transaction: Transaction, brandId: string, texts: string[]): Promise<Known> {
  const prompts = transaction.selectFrom('prompts').select(['id', 'number', 'text']).where('brand_id', '=', brandId)
  const isWanted = sql<boolean>`text_hash = any(${texts.map(hashText)}::bytea[])`
  const found = await prompts.where(isWanted).execute()
  return new Map(found.map(({ text, id, number }) => [text, { id, number }]))
}

async function addTags(
  transaction: Transaction,
  brandId: string,
  seen: readonly SeenPrompt[],
  known: Known,
  at: Date,
): Promise<void> {
  const pairs = new Map(seen.flatMap(({ text, tags }) => tags.map((tag) => [`${text}\n${tag}`, { text, tag }])))
  if (pairs.size === 0) return
  const ids = await ensureTags(
    transaction,
    brandId,
    [...pairs.values()].map((pair) => pair.tag),
    at,
  )
  const links = [...pairs.values()].map(({ text, tag }) => ({
    prompt_id: (known.get(text) as { id: string }).id,
    tag_id: ids.get(tag) as string,
  }))
  await insertRows(transaction, 'prompt_tags', links, 'skip')
}
