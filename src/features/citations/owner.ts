import { z } from 'zod'
import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import type { Entity } from '../visibility/index.ts'

export const ownerSchema = z
  .object({
    type: z.enum(['brand', 'competitor', 'other']),
    name: z.string().nullable(),
    id: z.uuid().nullable().describe('Id of the brand or competitor. Null for other sites.'),
  })
  .meta({ component: 'Owner' })
  .describe('Owner of the site: the brand, an active competitor (by domain), or other.')

export type Owner = z.input<typeof ownerSchema>

export type FindOwner = (domain: string, entities: readonly Entity[]) => Owner

const otherOwner: Owner = { type: 'other', name: null, id: null }

/** Ids of the brand and its competitors by domain. */
export type OwnedDomains = ReadonlyMap<string, string>

/** Reads the domains of the brand and its competitors. The brand wins if a competitor has the same domain. */
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

export async function readOwners(ctx: BrandContext): Promise<FindOwner> {
  const ids = await readOwnedDomains(ctx)
  return (domain, entities) => ownerOf(ids.get(domain), entities)
}

/** The owner with this id; `other` if no entity has it. */
export function ownerOf(id: string | undefined, entities: readonly Entity[]): Owner {
  const owner = entities.find((entity) => entity.id === id)
  if (owner === undefined) return otherOwner
  return { type: owner.isOurBrand ? 'brand' : 'competitor', name: owner.name, id: owner.id }
}
