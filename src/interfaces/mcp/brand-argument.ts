import { invalidRequest } from '../../lib/errors.ts'
import type { Caller } from './tool.ts'

interface BrandRow {
  id: string
  name: string
  primary_domain: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const shownBrands = 20

/**
 * Resolves a brand by id, name or domain. May be omitted if the caller can access only one brand.
 * @throws ApiError
 */
export async function findBrandId(caller: Caller, given: unknown): Promise<string> {
  if (typeof given === 'string' && uuid.test(given)) return given
  if (given !== undefined && given !== null && typeof given !== 'string')
    throw invalidRequest('brand must be text: a name, domain or id')
  const brands = (await caller.run(caller.operation('list-brands'), {})).data as BrandRow[]
  const name = given?.trim().toLowerCase()
  const matches = brands.filter(
    (brand) =>
      name === undefined || brand.name.toLowerCase() === name || brand.primary_domain?.toLowerCase() === name,
  )
  const [brand] = matches
  if (brand !== undefined && matches.length === 1) return brand.id
  throw invalidRequest(explain(given ?? undefined, matches, brands))
}

function explain(
  given: string | undefined,
  matches: readonly BrandRow[],
  brands: readonly BrandRow[],
): string {
  const list = (rows: readonly BrandRow[]) =>
    rows
      .slice(0, shownBrands)
      .map(({ id, name }) => `${name} (${id})`)
      .join(', ')
  if (brands.length === 0) return 'the key has access to no brand yet'
  if (given === undefined) return `brand is required, as there are several: ${list(brands)}`
  if (matches.length > 1) return `brand: several match; use an id: ${list(matches)}`
  return `brand: no such name or domain; use one of ${list(brands)}`
}
