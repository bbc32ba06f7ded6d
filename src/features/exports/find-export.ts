import { notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { StoredExport } from './export.ts'

/** @throws ApiError not_found */
export async function findExport(db: PostgresLike, brandId: string, id: string): Promise<StoredExport> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('export'))
}
