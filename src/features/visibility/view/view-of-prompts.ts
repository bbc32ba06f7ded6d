import type { BrandContext } from '../../../kernel/context.ts'
import { filterBy, uuid } from '../../../kernel/fields.ts'
import { invalidRequest } from '../../../lib/errors.ts'
import { sql } from '../../../stores/clickhouse-sql.ts'
import { openViewWith, type View, type ViewInput, type ViewPosition } from './view.ts'

export const promptIdFilter = filterBy(uuid).describe('Prompt ids.')

/**
 * Opens a view of the answers to some prompts, or to all if none are given.
 * @throws ApiError as `openView`, and invalid_request for an unknown prompt
 */
export async function openViewOfPrompts(
  ctx: BrandContext,
  input: ViewInput & { prompt_id?: string[] | undefined },
  after: ViewPosition | undefined,
): Promise<View> {
  const { view, more: prompts } = await openViewWith(ctx, input, after, () => promptNumbers(ctx, input.prompt_id))
  if (prompts === null) return view
  return { ...view, condition: sql.and([view.condition, sql`prompt IN ${prompts}`]) }
}

/**
 * Numbers of the prompts that a request filters by; null without a filter.
 * @throws ApiError invalid_request for an unknown prompt
 */
export async function promptNumbers(
  { services, brand }: BrandContext,
  ids: readonly string[] | undefined,
): Promise<number[] | null> {
  if (ids === undefined) return null
  const prompts = services.db.selectFrom('prompts').select(['id', 'number']).where('brand_id', '=', brand.id)
  const found = await prompts.where('id', 'in', ids).orderBy('number').execute()
  const missing = ids.find((id) => !found.some((prompt) => prompt.id === id))
  if (missing !== undefined) throw invalidRequest(`prompt_id: the brand has no prompt ${missing}`)
  return found.map((prompt) => prompt.number)
}
