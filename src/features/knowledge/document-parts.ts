import type { PostgresLike, Transaction } from '../../stores/postgres.ts'
import { insertRows } from '../../stores/postgres-rows.ts'

/** The original document, or its extracted text. */
type Role = 'source' | 'text'

/** Small rows, because backups read many together. */
const partBytes = 65_536
/** Parts per insert statement. */
const partsPerInsert = 64

export async function writeParts(
  transaction: Transaction,
  documentId: string,
  role: Role,
  bytes: Buffer,
): Promise<void> {
  await clearParts(transaction, documentId, role)
  const rows = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, position) => ({
    document_id: documentId,
    role,
    position,
    content: bytes.subarray(position * partBytes, (position + 1) * partBytes),
  }))
  for (let from = 0; from < rows.length; from += partsPerInsert)
    await insertRows(transaction, 'knowledge_parts', rows.slice(from, from + partsPerInsert))
}

export async function clearParts(transaction: Transaction, documentId: string, role: Role): Promise<void> {
  const parts = transaction.deleteFrom('knowledge_parts').where('document_id', '=', documentId)
  await parts.where('role', '=', role).execute()
}

export async function readParts(db: PostgresLike, documentId: string, role: Role): Promise<Buffer> {
  const parts = db.selectFrom('knowledge_parts').select('content').where('document_id', '=', documentId)
  const rows = await parts.where('role', '=', role).orderBy('position').execute()
  return Buffer.concat(rows.map(({ content }) => content))
}
