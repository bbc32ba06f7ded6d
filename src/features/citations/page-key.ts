import { hashedUuid } from '../../lib/hashed-uuid.ts'

/**
 * The id of a cited page: the same for the same brand and page at any time and in any list.
 * @param page what the spellings of its address have in common: `citations.page` of the readings
 */
export const citationId = (brandId: string, page: string) =>
  hashedUuid(JSON.stringify([brandId, 'page', page]))
