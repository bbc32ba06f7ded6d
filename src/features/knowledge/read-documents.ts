import type { PostgresLike } from '../../stores/postgres.ts'

/** Reads the newest ready documents of a brand with the first 16,000 characters of their text. */
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
  // A part can end within a UTF-8 character, so drop its last bytes.
  return rows.map(({ content, ...row }) => ({
    ...row,
    text: content.subarray(0, 65_533).toString('utf8').slice(0, 16_000),
  }))
}
