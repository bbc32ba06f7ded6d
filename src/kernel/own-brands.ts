import { invalidRequest } from '../lib/errors.ts'
import type { PostgresLike } from '../stores/postgres.ts'

/** @throws ApiError invalid_request with the brands that are not in the workspace */
export async function checkOwnBrands(
  transaction: PostgresLike,
  workspaceId: string,
  brandIds: readonly string[],
): Promise<void> {
  const own = transaction.selectFrom('brands').select('id').where('workspace_id', '=', workspaceId)
  const found = brandIds.length === 0 ? [] : await own.where('id', 'in', brandIds).execute()
  const missing = brandIds.filter((id) => !found.some((brand) => brand.id === id))
  if (missing.length > 0) throw invalidRequest(`brand_ids: not in this workspace: ${missing.join(', ')}`)
}
