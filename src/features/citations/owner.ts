import { z } from 'zod'
import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import type { Entity } from '../visibility/index.ts'

export const ownerSchema = z
  .object({
    type: z.enum(['brand', 'competitor', 'other']),
    name: z.string().nullable(),
    id: z.uuid().nullable().describe('The brand’s or the competitor’s'),
  })
  .meta({ component: 'Owner' })
  .describe('Whose site it is, by the domains of the brand and its active competitors')

type Owner = z.input<typeof ownerSchema>

/** Tells whose a domain is. */
export type FindOwner = (domain: string, entities: readonly Entity[]) => Owner

const nobody: Owner = { type: 'other', name: null, id: null }

/** The ids of the brand and its competitors by their domains. */
export type OwnedDomains = ReadonlyMap<string, string>

/** Reads the domains of the brand and its competitors; the brand's own comes first where a competitor has the same. */
export async function readOwnedDomains({ services, brand }: BrandContext): Promise<OwnedDomains> {
  const competitors = await cacheByDataVersion(services, brand, 'domains', () =>
    services.db
      .selectFrom('competitors')
      .select(['id', 'domain'])
      .where('brand_id', '=', brand.id)
      .where('domain', 'is not', null)
      .execute(),
  )
  const ids = new Map(competitors.map(({ id, domain }) => [domain as string, id]))
  if (brand.primary_domain !== null) ids.set(brand.primary_domain, brand.id)
  return ids
}

/** Reads who owns which domain. */
export async function readOwners(ctx: BrandContext): Promise<FindOwner> {
  const ids = await readOwnedDomains(ctx)
  return (domain, entities) => ownerOf(ids.get(domain), entities)
}

/** The owner with an id; nobody's where none of the entities has it. */
export function ownerOf(id: string | undefined, entities: readonly Entity[]): Owner {
  const owner = entities.find((entity) => entity.id === id)
  if (owner === undefined) return nobody
  return { type: owner.isOurBrand ? 'brand' : 'competitor', name: owner.name, id: owner.id }
}
