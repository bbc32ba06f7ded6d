import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../stores/postgres.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'

/** The path of a topic: its root topic, and its own name if it is a subtopic. */
export interface TopicPath {
  root: string
  child: string | undefined
}

/**
 * Finds topics by their path and creates missing ones.
 * @returns a function from paths to topic ids
 */
export async function ensureTopics(
  transaction: Transaction,
  brandId: string,
  paths: readonly TopicPath[],
  at: Date,
): Promise<(path: TopicPath) => string> {
  const roots = await ensure(
    transaction,
    brandId,
    paths.map(({ root }) => ({ parentId: null, name: root })),
    at,
  )
  const rootId = (path: TopicPath) => roots.get(keyOf(null, path.root)) as string
  const below = paths.flatMap((path) =>
    path.child === undefined ? [] : [{ parentId: rootId(path), name: path.child }],
  )
  const children = await ensure(transaction, brandId, below, at)
  return (path) => (path.child === undefined ? rootId(path) : (children.get(keyOf(rootId(path), path.child)) as string))
}

interface WantedTopic {
  parentId: string | null
  name: string
}

const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}/${name}`

async function ensure(
  transaction: Transaction,
  brandId: string,
  wanted: readonly WantedTopic[],
  at: Date,
): Promise<Map<string, string>> {
  const distinct = new Map(wanted.map((topic) => [keyOf(topic.parentId, topic.name), topic]))
  if (distinct.size === 0) return new Map()
  const rows = [...distinct.values()].map(({ parentId, name }) => ({
    id: randomUUID(),
    brand_id: brandId,
    parent_id: parentId,
    name,
    created_at: at,
  }))
  await insertRows(transaction, 'topics', rows, 'skip')
  const names = [...new Set(rows.map((row) => row.name))]
  const found = await transaction
    .selectFrom('topics')
    .select(['id', 'parent_id', 'name'])
    .where('brand_id', '=', brandId)
    .where(inList('name', names, 'text'))
    .execute()
  return new Map(found.map((topic) => [keyOf(topic.parent_id, topic.name), topic.id]))
}
