import type { BrandContext } from '../../../kernel/context.ts'
import { readOwnedDomains } from '../../citations/index.ts'
import type { View } from '../../visibility/index.ts'
import type { Owner } from '../columns.ts'
import type { Source } from './kind.ts'

export async function namesOf(ctx: BrandContext, view: View): Promise<Pick<Source, 'entities' | 'owners'>> {
  const owned = await readOwnedDomains(ctx)
  const byId = new Map<string, Owner>(view.entities.map((entity) => [entity.id, entity]))
  return {
    entities: new Map(view.entities.map((entity) => [entity.number, entity])),
    owners: new Map(
      [...owned].flatMap(([domain, id]) => {
        const owner = byId.get(id)
        return owner === undefined ? [] : [[domain, owner] as const]
      }),
    ),
  }
}
