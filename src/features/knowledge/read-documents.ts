import type { PostgresLike } from '../../stores/postgres.ts'

/** The newest documents of a brand that are ready, with the beginning of their text (some 16,000 characters). */
export async function readDocuments(
  db: PostgresLike,
  brandId: string,
  max: number,
): Promise<{ title: string; summary: string | null; text: string }[]> {
  const rows = await db
    .selectFrom('knowledge_documents')
    .innerJoin('knowledge_parts', 'document_id', 'id')
    .select(['title', 'summary', 'content'])
    .where('brand_id', '=', brandId)
    .where('status', '=', 'ready')
    .where('role', '=', 'text')
    .where('position', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(max)
    .execute()
  // A part ends where its bytes do, perhaps within a character: what is shown of it ends before.
  return rows.map(({ content, ...row }) => ({
    ...row,
    text: content.subarray(0, 65_533).toString('utf8').slice(0, 16_000),
  }))
}
