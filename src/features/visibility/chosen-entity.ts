import { uuid } from '../../kernel/fields.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { Entity } from './metrics.ts'

/** The filter of lists of entities that can be narrowed to one of them. */
export const entityIdFilter = uuid
  .optional()
  .describe('The brand or an active competitor, alone; all of them where not given')

/** @throws ApiError invalid_request for an id that none of them has */
export function chosenEntities(entities: readonly Entity[], id: string | undefined): Entity[] {
  const chosen = entities.filter((entity) => id === undefined || entity.id === id)
  if (chosen.length === 0)
    throw invalidRequest('entity_id must be the brand or one of its active competitors')
  return chosen
}
