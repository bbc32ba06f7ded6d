import { invalidRequest } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'

/** @throws ApiError invalid_request if the brand does not have the category */
export async function checkCategory(
  transaction: Transaction,
  brandId: string,
  categoryId: string | null | undefined,
): Promise<void> {
  if (categoryId === undefined || categoryId === null) return
  const categories = transaction.selectFrom('alignment_categories').select('id').where('brand_id', '=', brandId)
  const category = await categories.where('id', '=', categoryId).executeTakeFirst()
  if (category === undefined) throw invalidRequest('category_id: the brand has no such category')
}
