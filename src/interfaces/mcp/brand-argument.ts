import { invalidRequest } from '../../lib/errors.ts'
import { findId, labels, type NameList, nameListOf, uuid } from '../names/resolve-names.ts'
import type { Caller } from './tool.ts'

const brandNames = nameListOf('brand_id') as NameList

/**
 * Resolves a brand by id, name or domain. May be omitted if the caller can access only one brand.
 * @throws ApiError
 */
export async function findBrandId(caller: Caller, given: unknown): Promise<string> {
  if (typeof given === 'string' && uuid.test(given)) return given
  if (given !== undefined && given !== null && typeof given !== 'string')
    throw invalidRequest('brand must be text: a name, domain or id')
  const brands = (await caller.run(caller.operation(brandNames.list), {})).data as { id: string }[]
  const [only, second] = brands
  if (only === undefined) throw invalidRequest('the key has access to no brand yet')
  if (given != null) return findId('brand', given, brandNames, brands) as string
  if (second === undefined) return only.id
  throw invalidRequest(`brand is required, as there are several: ${labels(brands, brandNames)}`)
}
