import type { Services } from '../../kernel/context.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import type { FileContent } from '../../lib/send-file.ts'
import { type StoredExport, serializeExport } from './export.ts'
import { formats } from './formats.ts'

/**
 * Opens the file of an export.
 * @throws ApiError conflict if it is not complete, not_found if it has expired
 */
export function openExportFile(services: Services, stored: StoredExport): FileContent {
  const { state, expires_at, format, bytes } = stored
  if (state === 'failed') throw conflict('the export failed and has no file; see its problem')
  if (state !== 'completed') throw conflict('the export is not complete yet')
  if (expires_at === null || expires_at <= services.now()) throw notFound('export')
  return {
    name: serializeExport(stored).file_name,
    contentType: formats[format].contentType,
    bytes,
    // The file of an attempt never changes.
    tag: stored.run as string,
    read: (first, end) => readParts(services, stored, first, end),
  }
}

/**
 * Reads the bytes of a file within a range, one part at a time.
 * @throws Error if the file is deleted during the read, so that readers do not mistake it for complete
 */
async function* readParts(
  { db }: Services,
  { id, run }: StoredExport,
  first: number,
  end: number,
): AsyncGenerator<Buffer> {
  let at = first
  while (at < end) {
    const part = await db
      .selectFrom('export_parts')
      .select(['first_byte', 'bytes'])
      .where('export_id', '=', id)
      .where('run', '=', run as string)
      .where('first_byte', '<=', at)
      .orderBy('first_byte', 'desc')
      .limit(1)
      .executeTakeFirst()
    const from = at - (part?.first_byte ?? 0)
    const bytes = part?.bytes.subarray(from, from + end - at)
    if (bytes === undefined || bytes.length === 0) throw new Error(`a part of export ${id} is missing`)
    yield bytes
    at += bytes.length
  }
}
