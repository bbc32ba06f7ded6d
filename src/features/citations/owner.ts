import { z } from 'zod'
import { brandFact } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import type { Entity } from '../visibility/index.ts'

export const ownerSchema = z
  .object({
    type: z.enum(['brand', 'competitor', 'other']),
    name: z.string().nullable(),
    id: z.uuid().nullable().describe('The brand’s or the competitor’s'),
  })
  .describe('Whose site it is, by the domains of the brand and its active competitors')

type Owner = z.input<typeof ownerSchema>

/** Tells whose a domain is. */
export type FindOwner = (domain: string, entities: readonly Entity[]) => Owner

const nobody: Owner = { type: 'other', name: null, id: null }

/** Reads the domains of the brand and its competitors; the brand's own comes first where a competitor has the same. */
export async function readOwners({ services, brand }: BrandContext): Promise<FindOwner> {
  const competitors = await brandFact(services, brand, 'domains', () =>
    services.db
      .selectFrom('competitors')
      .select(['id', 'domain'])
      .where('brand_id', '=', brand.id)
      .where('domain', 'is not', null)
      .execute(),
  )
  const ids = new Map(competitors.map(({ id, domain }) => [domain, id]))
  if (brand.primary_domain !== null) ids.set(brand.primary_domain, brand.id)
  return (domain, entities) => {
    const owner = entities.find(({ id }) => id === ids.get(domain))
    if (owner === undefined) return nobody
    return { type: owner.isOurBrand ? 'brand' : 'competitor', name: owner.name, id: owner.id }
  }
}
