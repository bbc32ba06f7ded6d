import { uuid } from '../../../kernel/fields.ts'
import { invalidRequest } from '../../../lib/errors.ts'
import type { Entity } from '../metrics.ts'

export const entityIdFilter = uuid
  .optional()
  .describe('Filter by one entity: the brand or an active competitor. Omit for all.')

/** @throws ApiError invalid_request if no entity has this id */
export function chosenEntities(entities: readonly Entity[], id: string | undefined): Entity[] {
  const chosen = entities.filter((entity) => id === undefined || entity.id === id)
  if (chosen.length === 0) throw invalidRequest('entity_id must be the brand or an active competitor')
  return chosen
}
